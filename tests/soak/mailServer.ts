import { createServer, type AddressInfo, type Socket } from 'node:net';

/** How a mail server treats whoever has a mail for it. */
export type Mood = 'takes' | 'hangs' | 'refuses' | 'dies after DATA';

/** A mail server on this machine (RFC 5321, as far as a sender needs it) that may fail; it keeps whom it took mail for. */
export async function mailServer() {
  const state: { mood: Mood } = { mood: 'takes' };
  const taken: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    if (state.mood === 'hangs') return;
    const say = (line: string) => void socket.write(`${line}\r\n`);
    if (state.mood === 'refuses') return void socket.end('421 4.3.2 Not now\r\n');
    say('220 mail.test');
    let [rest, isData, to] = ['', false, ''];
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      rest += chunk;
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (isData) {
          if (line !== '.') continue;
          isData = false;
          taken.push(to);
          // The mail is there, and its sender never hears so.
          if (state.mood === 'dies after DATA') return void socket.destroy();
          say('250 2.0.0 Taken');
        } else if (/^DATA/i.test(line)) {
          isData = true;
          say('354 Go on');
        } else if (/^QUIT/i.test(line)) {
          socket.end('221 2.0.0 Bye\r\n');
        } else {
          to = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1] ?? to;
          say('250 2.0.0 OK');
        }
      }
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Whom it took mail for, once for each mail. */
    taken,
    /** From now on it is so; those it has hung up on are let go. */
    turn: (mood: Mood) => {
      state.mood = mood;
      for (const socket of sockets) socket.destroy();
    },
    close: () =>
      new Promise<void>((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}
