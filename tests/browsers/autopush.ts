import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What a browser says to its push service, as far as it is answered here. */
type Said = { messageType?: string; channelID?: string; uaid?: string };

/** What RFC 6455 adds to a browser's key to answer its handshake. */
const handshakeId = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT = 1;
const CLOSE = 8;

/**
 * Starts a push service on loopback as Firefox speaks with its own: over a WebSocket it gives out endpoints and passes
 * on what is posted to them, encrypted as it came. Only the browser can read it.
 */
export async function autopush() {
  const live = new Map<string, Socket>();
  const sockets = new Set<Socket>();
  const state = { passedOn: 0, refused: 0 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const channelID = request.url?.split('/').at(-1) ?? '';
    const socket = live.get(channelID);
    if (!socket) {
      state.refused += 1;
      return void response.writeHead(410).end();
    }
    const headers = { encoding: String(request.headers['content-encoding']) };
    const data = Buffer.concat(chunks).toString('base64url');
    tell(socket, { messageType: 'notification', channelID, version: randomUUID(), headers, data });
    state.passedOn += 1;
    response.writeHead(201, { Location: `/message/${randomUUID()}` }).end();
  });
  server.on('upgrade', (request, socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${handshakeId}`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: push-notification\r\n\r\n`,
    );
    let waiting = Buffer.alloc(0);
    socket.on('data', (more: Buffer) => {
      waiting = Buffer.concat([waiting, more]);
      for (let frame = frameOf(waiting); frame; frame = frameOf(waiting)) {
        waiting = waiting.subarray(frame.length);
        if (frame.kind === CLOSE) socket.end();
        else if (frame.kind === TEXT) answer(socket, JSON.parse(frame.text) as Said);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  function answer(socket: Socket, { messageType, channelID = '', uaid }: Said): void {
    if (messageType === undefined) tell(socket, {});
    else if (messageType === 'hello')
      tell(socket, { messageType, status: 200, uaid: uaid || randomBytes(16).toString('hex'), use_webpush: true });
    else if (messageType === 'register') {
      live.set(channelID, socket);
      tell(socket, { messageType, channelID, status: 200, pushEndpoint: `http://127.0.0.1:${port}/send/${channelID}` });
    } else if (messageType === 'unregister') {
      live.delete(channelID);
      tell(socket, { messageType, channelID, status: 200 });
    }
  }

  return {
    port,
    /** How many messages went to a browser, and how many came to an endpoint that there is no more. */
    state,
    /** How many endpoints there are. */
    endpoints: () => live.size,
    close: () =>
      new Promise<void>((resolve) => {
        sockets.forEach((socket) => socket.destroy());
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export type Autopush = Awaited<ReturnType<typeof autopush>>;

/** Sends one text frame, which a server does not mask. */
function tell(socket: Socket, message: unknown): void {
  const text = Buffer.from(JSON.stringify(message));
  const length = text.length < 126 ? Buffer.of(text.length) : Buffer.of(126, text.length >> 8, text.length & 0xff);
  socket.write(Buffer.concat([Buffer.of(0x80 | TEXT), length, text]));
}

/** Reads the first whole frame of a browser, which masks its own; null until all of it is there. */
function frameOf(bytes: Buffer): { kind: number; text: string; length: number } | null {
  if (bytes.length < 2) return null;
  const short = bytes[1]! & 0x7f;
  if (short === 127) throw new Error('A frame is too long for this push service.');
  const [size, at] = short === 126 ? [bytes.length < 4 ? Infinity : bytes.readUInt16BE(2), 4] : [short, 2];
  const length = at + 4 + size;
  if (bytes.length < length) return null;
  const mask = bytes.subarray(at, at + 4);
  const text = bytes.subarray(at + 4, length).map((byte, place) => byte ^ mask[place % 4]!);
  return { kind: bytes[0]! & 0x0f, text: Buffer.from(text).toString('utf8'), length };
}
