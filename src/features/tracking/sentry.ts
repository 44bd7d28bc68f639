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
 * Sentry, by its own library: errors as what they are and where in our code, and a replay with everything masked
 * (TRACK-04, D-30). Nothing is sampled away, nothing waits for a network, and no address keeps what names somebody.
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

/** Starting waits until stopping is through: the library's end would take the new beginning with it. */
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
  // Its worker would be a blob, which the page's policy does not let run.
  useCompression: false,
  networkCaptureBodies: false,
  // What it notes beside the picture: texts of what was clicked, addresses of calls.
  beforeAddRecordingEvent: (event) => (event.data.tag === 'options' ? event : null),
};

/** An error's kind and the places in our files; what it says may name somebody and stays here. */
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

/** A replay's own account of the pages it saw. */
function withoutAddresses(event: Event & { urls?: string[] }): Event {
  if (event.urls) event.urls = event.urls.map(pageAddress);
  delete event.request;
  return event;
}

/** What is lost, as without a network, is lost: nothing is kept to be sent again. */
const sendAndForget = (transport: Transport): Transport => ({
  ...transport,
  send: (envelope) => transport.send(withoutPictureAddresses(envelope)).then(undefined, () => ({})),
});

/** The first event of a recording names the page's address (rrweb's Meta, type 4). The payload is a line of headers and one of events. */
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
