import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { PushSettings } from '../../config/push';
import type { Clock } from '../../system/clock';
import { DeliveryFailed, type OutgoingPush, type PushGateway } from '../gateway';
import { waitOf } from '../retryAfter';
import { isPushAddress, publicLookup } from './addresses';
import { encryptPush } from './encrypt';
import { vapidHeader } from './vapid';

/**
 * Sends push messages to the browsers' push services (D-440). What the service answers is read for its status alone: a
 * subscription that is gone, or that another key was used for, is told as such. Silence is a failure after `patienceMs`
 * milliseconds.
 */
export function pushGateway(settings: PushSettings, clock: Clock, patienceMs = 20_000): PushGateway {
  return {
    async deliver(message) {
      if (!isPushAddress(message.endpoint, settings.loopback))
        throw new DeliveryFailed('the subscription has no address that push is sent to', true, 0, true);
      const { status, retryAfter } = await post(message, settings, clock, patienceMs);
      if (status >= 200 && status < 300) return;
      const isLater = status === 408 || status === 429 || status >= 500;
      throw new DeliveryFailed(
        `The push service answered ${status}`,
        !isLater,
        isLater ? waitOf(retryAfter, clock.now()) : 0,
        // 404 and 410: it has ended. 401 and 403: it was made for another key.
        [401, 403, 404, 410].includes(status),
      );
    },
    close: () => {},
  };
}

type Answer = { status: number; retryAfter: string | undefined };

/** Posts one message. Redirects are not followed, and nothing of the answer's body is read. */
function post(message: OutgoingPush, settings: PushSettings, clock: Clock, patienceMs: number): Promise<Answer> {
  const { endpoint, topic, ttlSeconds } = message;
  let body: Buffer;
  try {
    body = encryptPush(message.payload, message);
  } catch {
    return Promise.reject(new DeliveryFailed('the subscription has no usable key', true, 0, true));
  }
  const isPlain = endpoint.startsWith('http:');
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => reject(new DeliveryFailed(error.message, false));
    const sent = (isPlain ? httpRequest : httpsRequest)(
      endpoint,
      {
        method: 'POST',
        // A kept connection could have been opened by another name.
        agent: false,
        ...(isPlain ? {} : { lookup: publicLookup }),
        headers: {
          Authorization: vapidHeader(endpoint, settings, clock.now()),
          'Content-Encoding': 'aes128gcm',
          'Content-Type': 'application/octet-stream',
          'Content-Length': body.length,
          TTL: ttlSeconds,
          Topic: topic,
          Urgency: 'high',
        },
        signal: AbortSignal.timeout(patienceMs),
      },
      (answer: IncomingMessage) => {
        resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] });
        answer.on('error', () => {});
        answer.destroy();
      },
    );
    sent.on('error', failed);
    sent.end(body);
  });
}
