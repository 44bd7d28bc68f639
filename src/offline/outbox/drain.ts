import type { Input } from '../../contract/endpoint';
import { lossOf } from '../../domain/failure';
import { exchange, type Reply } from '../exchange';
import { loadSession, type StoredSession } from '../database/session';
import { isAboutPlace, queued, type Entry } from './entry';
import { capSaid, isOld, outcomeOf, waitAfter } from './rules';
import { allEntries, changeEntry, discard, forgetOldReceipts } from '../database/outboxStore';
import { serialQueue } from '../serialQueue';

export type Drain = {
  /** Prefix of the API. */
  base: string;
  /** Milliseconds since 1970. */
  now(): number;
  /** Whether the network has just come back, which ends waits caused by its absence. */
  isBack?: boolean;
};

/**
 * The result of a drain. `refused`: the session whose token the server no longer accepts, and why (D-01). `untold`:
 * sent entries that a full device could not mark as sent, so the caller must announce them. `isLeft`: some entry of the
 * signed-in owner can go later without being confirmed.
 */
export type Drained = {
  sent: number;
  hasNetwork: boolean;
  isLeft: boolean;
  refused: (StoredSession & { loss: 'ranOut' | 'ended' }) | null;
  untold: Entry[];
};

/** Sends what is due, the oldest first, with one sender at a time in all tabs and the worker (D-05). Shows nothing. */
export const drain = (given: Drain): Promise<Drained> => alone(() => run(given));

async function run({ base, now, isBack = false }: Drain): Promise<Drained> {
  const drained: Drained = { sent: 0, hasNetwork: true, isLeft: false, refused: null, untold: [] };
  await forgetOldReceipts(now());
  /**
   * Owners whose entries are skipped for the rest of this drain, so that later entries do not overtake earlier ones.
   */
  const stopped = new Set<string>();
  for (;;) {
    const entry = (await allEntries()).find(
      (each) =>
        each.state === 'waiting' && !isOld(each, now()) && !stopped.has(ownerKey(each)) && !stopped.has(kindKey(each)),
    );
    if (!entry) return drained;
    const session = await loadSession(entry.clinicId);
    if (!session || session.user.is_guest || session.user.id !== entry.userId) {
      stopped.add(ownerKey(entry));
      continue;
    }
    const isHeld = entry.held !== null && entry.held.until > now() && !(isBack && entry.held.by === 'network');
    const tried = isHeld ? 'mustWait' : await count(entry);
    if (tried === 'gone') continue;
    if (tried === 'mustWait') {
      drained.isLeft = true;
      stopped.add(isHeld && entry.held?.said !== undefined ? kindKey(entry) : ownerKey(entry));
      continue;
    }
    const reply = await send(tried, session, base);
    const outcome = outcomeOf(reply);
    const isKept = await settle(tried, reply, now()).then(
      () => true,
      () => false,
    );
    if (outcome === 'sent') drained.sent += 1;
    if (!isKept && outcome === 'sent') {
      // Deleting an entry needs no free space.
      await discard(entry.id);
      drained.untold.push(entry);
    }
    if (outcome === 'noNetwork') return { ...drained, hasNetwork: false, isLeft: true };
    if (outcome === 'unsure' || (!isKept && outcome !== 'sent')) {
      drained.isLeft = true;
      stopped.add(isKept && capSaid(reply) !== undefined ? kindKey(entry) : ownerKey(entry));
    }
    if (outcome === 'signedOut' && (await loadSession(entry.clinicId))?.token === session.token) {
      drained.refused = { ...session, loss: 'error' in reply ? lossOf(reply.error) : 'ended' };
      stopped.add(ownerKey(entry));
    }
  }
}

/**
 * Counts a try before it is made. On a full device nothing can be counted: a refill is sent anyway, because no other
 * request affects it; a waitlist request waits, because its opposite must know of the try (D-04).
 */
async function count(entry: Entry): Promise<Entry | 'gone' | 'mustWait'> {
  try {
    return (await changeEntry(entry.id, (row) => ({ ...row, attempts: row.attempts + 1 }))) ?? 'gone';
  } catch {
    return isAboutPlace(entry) ? 'mustWait' : { ...entry, attempts: entry.attempts + 1 };
  }
}

const ownerKey = ({ clinicId, userId }: Entry): string => JSON.stringify([clinicId, userId]);

/**
 * Identifies an owner's requests of one kind: a cap stops only its kind, so an owner at the refill cap may still leave
 * a waitlist (D-404).
 */
const kindKey = (entry: Entry): string => JSON.stringify([ownerKey(entry), queued[entry.kind].outbox]);

type Sent = Reply<{ id: string; created_at: string }>;

const send = (entry: Entry, { token }: StoredSession, base: string): Promise<Sent> => {
  const call = queued[entry.kind];
  return exchange(call, { body: entry.payload } as Input<typeof call>, {
    base,
    clinicId: entry.clinicId,
    token,
    key: entry.id,
  });
};

async function settle(entry: Entry, reply: Sent, now: number): Promise<void> {
  const outcome = outcomeOf(reply);
  await changeEntry(entry.id, (row) => {
    // Without locks two senders may try at once; the other one already has the receipt.
    if (row.state === 'sent') return row;
    if ('data' in reply)
      return { ...row, state: 'sent', held: null, receipt: { id: reply.data.id, created_at: reply.data.created_at } };
    if (outcome === 'refused') return { ...row, state: 'failed', held: null };
    if (outcome === 'signedOut') return { ...row, held: null };
    return {
      ...row,
      held: {
        until: now + waitAfter(row.attempts, reply.retryAfterMs),
        by: outcome === 'noNetwork' ? 'network' : 'server',
        said: capSaid(reply),
      },
    };
  });
}

/**
 * Runs a task alone, by a Web Lock; where there are none, alone in this tab, and idempotency keys make double sending
 * harmless.
 */
const alone = <T>(task: () => Promise<T>): Promise<T> =>
  typeof navigator !== 'undefined' && 'locks' in navigator
    ? Promise.resolve(navigator.locks.request('outbox', task))
    : oneHere(task);

const oneHere = serialQueue();
