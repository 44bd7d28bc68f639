import { Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long callers that keep their connections may send one more call once the server stops, milliseconds. */
const lastCallMs = 250;

/**
 * Has each connection end with a reply that says so as the server stops. Closing the server cuts idle connections at
 * once, and with them the calls that are on their way there.
 */
export function endConnections(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    if (!app.server.listening) return;
    // Listens no more; closing a server of HTTP would cut idle connections too.
    Server.prototype.close.call(app.server);
    await wait(lastCallMs);
  });
  // Fastify says it in replies to calls that come from now on, and not in those under way.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
}
