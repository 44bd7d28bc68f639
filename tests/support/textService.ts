import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { textService as serviceOf, type TextService } from '../../server/config/textService';

/** A text message that the service was asked to send. */
export type Text = { to: string; body: string };

/** How the service treats a request: answers it, accepts its message or not, or breaks the connection. */
export type Treatment = (response: ServerResponse, accept: () => void) => void;

/** Answers with a status; accepts the message with 201. */
export const answer =
  (status: number, headers: Record<string, string> = {}, body = '{"status":"queued"}'): Treatment =>
  (response, accept) => {
    if (status < 300) accept();
    response.writeHead(status, headers).end(body);
  };

/** Breaks the connection without an answer. */
export const resets: Treatment = (response) => void response.socket?.destroy();
/** Says nothing. */
export const hangs: Treatment = () => {};
/** Answers in no HTTP. */
export const nonsense: Treatment = (response) => void response.socket?.end('\u0016\u0003\u0001 hello\r\n\r\n');
/** Begins to refuse, and never ends. */
export const endless: Treatment = (response) => {
  response.writeHead(500);
  const timer = setInterval(() => response.write('x'.repeat(10_000)), 5);
  response.on('close', () => clearInterval(timer));
};
/** Accepts, and breaks off in the middle of saying so. */
export const cutsItsAnswer: Treatment = (response, accept) => {
  accept();
  response.writeHead(201, { 'Content-Length': '1000' });
  response.write('{"sid":');
  setTimeout(() => response.socket?.destroy(), 20);
};
/** Accepts, and breaks off before saying so. */
export const acceptsThenResets: Treatment = (response, accept) => {
  accept();
  response.socket?.destroy();
};
/** Accepts, and says so only after `ms` milliseconds. */
export const acceptsLate =
  (ms: number): Treatment =>
  (response, accept) => {
    accept();
    setTimeout(() => response.writeHead(201).end('{}'), ms);
  };

/** Starts a Twilio-compatible service on loopback, in real HTTP. One treatment a request; the last one stays. */
export async function textService(...treatments: Treatment[]) {
  const treat = treatments.length > 0 ? [...treatments] : [answer(201)];
  const asked: Text[] = [];
  const accepted: Text[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const form = new URLSearchParams(body);
    const text = { to: form.get('To') ?? '', body: form.get('Body') ?? '' };
    asked.push(text);
    const next = treat.length > 1 ? treat.shift()! : treat[0]!;
    next(response, () => void accepted.push(text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://AC1:secret@127.0.0.1:${port}/?From=+15125550100`;
  return {
    /** The setting SMS_URL that names the service. */
    url,
    at: serviceOf(url) as TextService,
    /** Every message that was asked for, also those that were not accepted. */
    asked,
    /** The messages that the service has sent on. */
    accepted,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
