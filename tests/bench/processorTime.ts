import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The fields of a process that Linux keeps in /proc (proc_pid_stat(5)), from the third on; null once it has ended. */
function fieldsOf(pid: number | string): number[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second is the program's name in parentheses, which may hold spaces.
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return null;
  }
}

const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14];

let perSecond: number | undefined;
/** What the processor's time is counted in, of a second. */
const ticks = (): number => (perSecond ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })));

/**
 * The processor time, in milliseconds, that a process and those it has started have had so far, the ended ones too. On
 * Linux alone; it is exact to 10 ms.
 */
export function processorTime(pid: number): number {
  const own = fieldsOf(pid);
  if (own === null) throw new Error('The processor time of a process is read from /proc, which only Linux has.');
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(fieldsOf)
    .filter((fields) => fields?.[parent] === pid);
  const all = [own, ...running].reduce((sum, fields) => sum + fields![user]! + fields![system]!, 0);
  return ((all + own[endedUser]! + own[endedSystem]!) / ticks()) * 1000;
}
