import { write } from 'node:fs';
import type { LogStream } from './logging';

/** How many characters may wait for a slow reader; lines beyond that are lost and counted. */
const mostWaiting = 1_000_000;

export type FlushedLog = LogStream & {
  /** Resolves once everything is written that can be. */
  flush(): Promise<void>;
};

/**
 * Writes the log's lines to a file descriptor, in their order, without ever ending or blocking the process: where the
 * disk is full, or the reader is gone or reads nothing, lines are lost. The number of lost lines is logged once lines
 * can be written again.
 */
export function logStream(descriptor: number): FlushedLog {
  let waiting = '';
  let lost = 0;
  let isWriting = false;
  let idle: (() => void)[] = [];

  function go(): void {
    const bytes = Buffer.from(
      lost === 0
        ? waiting
        : `${JSON.stringify({ level: 40, time: Date.now(), lost, msg: 'lines of the log were lost' })}\n${waiting}`,
    );
    const [lines, alsoLost] = [waiting.split('\n').length - 1, lost];
    isWriting = true;
    waiting = '';
    lost = 0;
    writeAll(descriptor, bytes, (isWritten) => {
      isWriting = false;
      if (!isWritten) lost += lines + alsoLost;
      if (waiting !== '') return go();
      idle.forEach((tell) => tell());
      idle = [];
    });
  }

  return {
    write(line) {
      if (waiting.length > mostWaiting) lost += 1;
      else waiting += line;
      if (!isWriting && waiting !== '') go();
    },
    flush: () => new Promise((written) => (isWriting ? void idle.push(written) : written())),
  };
}

/**
 * Writes all bytes. Another program's pipe may take only a part of them, or nothing for the moment; then the rest is
 * tried again.
 */
function writeAll(descriptor: number, bytes: Buffer, done: (isWritten: boolean) => void): void {
  write(descriptor, bytes, (error, count) => {
    if (error?.code === 'EAGAIN') return void setTimeout(writeAll, 50, descriptor, bytes, done);
    if (error || (count === 0 && bytes.length > 0)) return done(false);
    return count < bytes.length ? writeAll(descriptor, bytes.subarray(count), done) : done(true);
  });
}
