import { clinicOf } from '../src/contract/clinicAddress';
import { ticks } from '../src/offline/clock';
import { readSavedOwner, type Reading, type SavedOwner } from '../src/offline/database/savedPage';
import { dresser } from './dress';
import type { Drawing } from './shell';

type Place = { clinicId: string; page: 'pets' | 'appointments'; search: string };
type Shell = { drawing(): Promise<Drawing | null> };
type Saved = SavedOwner & Place & { isOnline: boolean };
/** What the drawing's code gives (src/app/saved/draw.tsx). */
type Code = Record<'drawFrame' | 'drawRows' | 'drawEnd', (saved: Saved) => string>;

/** What an address may ask of these pages; more changes what they draw. */
const known = new Set(['pet', 'tab']);

/** Reads from an address which owner's page it is; null where it is exactly none of those that the worker draws. */
export function placeOf({ pathname, search, searchParams }: URL): Place | null {
  const clinicId = clinicOf(pathname);
  const [, , page, ...rest] = pathname.split('/');
  if (clinicId === null || rest.length > 0) return null;
  if ([...searchParams.keys()].some((key) => !known.has(key))) return null;
  return page === 'pets' || page === 'appointments' ? { clinicId, page, search } : null;
}

/**
 * Answers with an owner's page, the saved rows drawn into it; null for another page, and where the worker has nothing to
 * draw it with. The answer begins at once, so that the browser makes ready for it meanwhile: the frame comes as soon as
 * it is known whose page it is, then, once it can be painted, the rows, and the shell where nobody's may be shown. No
 * cache keeps it.
 */
export async function ownersPage(request: Request, shell: Shell): Promise<Response | null> {
  const place = placeOf(new URL(request.url));
  if (!place) return null;
  // The database opens while the caches do.
  const reading = readSavedOwner(place.clinicId);
  const drawing = await shell.drawing().catch(() => null);
  const policy = drawing?.empty.headers.get('Content-Security-Policy') ?? '';
  if (!drawing || !policy.includes(ownStyles)) return null;
  const headers = new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.replace(
      ownStyles,
      [ownStyles, ...drawing.styles.map((hash) => `'${hash}'`)].join(' '),
    ),
    'Cache-Control': 'no-store',
  });
  const plain = async () => dresser(request.url)(await drawing.empty.text());
  return new Response(
    streamed((send) => draw(place, reading, { plain, text: drawing.text }, send)),
    { headers },
  );
}

const ownStyles = "style-src 'self'";

/** How long the device is waited for, in milliseconds: then the app shows the rows, as it does without a drawing. */
const patienceMs = 1500;

/** How long a frame is given to be painted at most, in milliseconds. */
const longestPaintMs = 120;

async function draw(
  place: Place,
  { frame, rows }: Reading,
  drawing: Pick<Drawing, 'text'> & { plain: () => Promise<string> },
  send: (html: string) => void,
): Promise<void> {
  const began = ticks();
  let end = drawing.plain;
  try {
    const [code, owner] = await inTime(Promise.all([drawing.text.then(run), frame]));
    if (code && owner) {
      const { onLine: isOnline } = navigator;
      const first = { ...owner, ...place, isOnline };
      send(code.drawFrame(first));
      // What follows would be read before the frame is painted, which takes a slow device about half as long again as
      // making it.
      const painted = wait(Math.min(1.5 * (ticks() - began), longestPaintMs));
      end = () => painted.then(() => code.drawEnd(first));
      loadDateNames();
      const all = await inTime(rows);
      const rest = all && code.drawRows({ ...all, ...place, isOnline });
      if (rest !== null) end = () => painted.then(() => rest);
    }
  } catch {
    // Without its rows the page is what it is without a drawing: the app draws them, or says why it cannot.
  }
  send(await end());
}

/** Runs the drawing's text, which is known by its hash to be the build's. A worker can import no more files by now. */
// oxlint-disable-next-line no-new-func
const run = (text: string | null): Code | null => text && new Function(`${text};return drawing`)();

/** Makes the browser load its date names, which the frame does not need, while the rows are waited for. */
const loadDateNames = () => void new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' });

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const inTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The device does not answer.')), patienceMs)),
  ]);

/** A body of the texts that `write` sends; what is sent to a page that has been left is dropped. */
function streamed(write: (send: (text: string) => void) => Promise<void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isLeft = false;
  return new ReadableStream({
    async start(body) {
      await write((text) => {
        if (!isLeft) body.enqueue(encoder.encode(text));
      });
      if (!isLeft) body.close();
    },
    cancel: () => void (isLeft = true),
  });
}
