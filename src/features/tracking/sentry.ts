import {
  BrowserClient,
  defaultStackParser,
  getCurrentScope,
  makeFetchTransport,
  replayIntegration,
  type ErrorEvent,
  type Event,
} from '@sentry/browser';
import { pageAddress } from '../../domain/tracking/pages';
import type { ErrorReporting, Replay } from './receivers';

type Transport = ReturnType<typeof makeFetchTransport>;
type Envelope = Parameters<Transport['send']>[0];

/**
 * Connects Sentry by its own library: errors by kind and place in our code, and replays with everything masked
 * (TRACK-04, D-30). Nothing is sampled or stored for later, and addresses are stripped of anything that identifies
 * a person.
 */
export function sentry(dsn: string): { errors: ErrorReporting; replay: Replay } {
  const client = new BrowserClient({
    dsn,
    stackParser: defaultStackParser,
    integrations: [],
    transport: (options) => sendAndForget(makeFetchTransport(options)),
    sampleRate: 1,
    replaysSessionSampleRate: 1,
    replaysOnErrorSampleRate: 1,
    sendClientReports: false,
    maxBreadcrumbs: 0,
    beforeSend: withoutWords,
  });
  getCurrentScope().setClient(client);
  client.init();
  client.addEventProcessor(withoutAddresses);
  return { errors: { report: (error) => void client.captureException(error) }, replay: replayOf(client) };
}

/**
 * Starts and stops replays. A start waits until the last stop has finished, since that would otherwise end the new
 * replay too.
 */
function replayOf(client: BrowserClient): Replay {
  let replay: ReturnType<typeof replayIntegration> | null = null;
  let isWanted = false;
  let stopped = Promise.resolve();
  const begin = () => {
    if (!isWanted) return;
    if (replay) return replay.start();
    replay = replayIntegration(masked);
    return client.addIntegration(replay);
  };
  return {
    start: () => {
      isWanted = true;
      void stopped.then(begin);
    },
    stop: ({ isSent }) => {
      isWanted = false;
      stopped = replay?.stop({ flush: isSent }).catch(() => undefined) ?? stopped;
    },
  };
}

const masked: Parameters<typeof replayIntegration>[0] = {
  maskAllText: true,
  maskAllInputs: true,
  blockAllMedia: true,
  maskAttributes: ['title', 'placeholder', 'aria-label', 'aria-valuetext', 'alt', 'label', 'content', 'href', 'value'],
  // Compression needs a worker from a blob, which the page's content security policy forbids.
  useCompression: false,
  networkCaptureBodies: false,
  // Drops the recording's extra events, which contain texts of clicked elements and addresses of calls.
  beforeAddRecordingEvent: (event) => (event.data.tag === 'options' ? event : null),
};

/** Reduces an error to its kind and the places in our files; its message may contain personal data and is removed. */
const withoutWords = ({ event_id, timestamp, platform, level, exception, tags }: ErrorEvent): ErrorEvent => ({
  type: undefined,
  ...(event_id && { event_id }),
  ...(timestamp && { timestamp }),
  ...(platform && { platform }),
  ...(level && { level }),
  ...(tags?.['replayId'] && { tags: { replayId: tags['replayId'] } }),
  exception: {
    values: (exception?.values ?? []).map(({ type, stacktrace }) => ({
      ...(type && { type }),
      stacktrace: {
        frames: (stacktrace?.frames ?? []).flatMap(({ filename, lineno, colno }) => {
          const file = /[^/?#]+\.js(?=$|[?#])/.exec(filename ?? '')?.[0];
          return file ? [{ filename: file, ...(lineno && { lineno }), ...(colno && { colno }) }] : [];
        }),
      },
    })),
  },
});

/** Shortens the addresses of the pages that a replay lists. */
function withoutAddresses(event: Event & { urls?: string[] }): Event {
  if (event.urls) event.urls = event.urls.map(pageAddress);
  delete event.request;
  return event;
}

/** Sends without retrying or storing: what cannot be sent, as without a network, is dropped. */
const sendAndForget = (transport: Transport): Transport => ({
  ...transport,
  send: (envelope) => transport.send(withoutPictureAddresses(envelope)).then(undefined, () => ({})),
});

/**
 * Shortens the page's address in a recording's first event (rrweb's Meta, type 4). The payload is a line of headers and
 * a line of events.
 */
function withoutPictureAddresses([headers, items]: Envelope): Envelope {
  const scrubbed = (items as readonly [{ type: string }, unknown][]).map(([header, payload]) => {
    if (header.type !== 'replay_recording' || typeof payload !== 'string') return [header, payload];
    const at = payload.indexOf('\n') + 1;
    const events = (JSON.parse(payload.slice(at)) as { type: number; data: { href?: string } }[]).map((event) =>
      event.type === META && event.data.href
        ? { ...event, data: { ...event.data, href: pageAddress(event.data.href) } }
        : event,
    );
    const text = payload.slice(0, at) + JSON.stringify(events);
    return [{ ...header, length: new TextEncoder().encode(text).length }, text];
  });
  return [headers, scrubbed] as unknown as Envelope;
}
const META = 4;
