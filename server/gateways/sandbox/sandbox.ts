import type { Kysely } from 'kysely';
import type { Clock } from '../../system/clock';
import type { Database } from '../../db/schema';
import type { CardEvent } from '../cards';
import { findIntent, moveIntent, type Intent } from './intents';

/** How long after it was made a slow card's charge or refund succeeds, milliseconds. */
const slowChargeMs = 5_000;

export type Sandbox = {
  db: Kysely<Database>;
  clock: Clock;
  publicUrl: string;
  /** Receives the sandbox's events, in place of the provider's webhook. */
  tell: (event: CardEvent) => Promise<void>;
};

/** Returns the intent as it is now: a slow card's charge or refund becomes `succeeded` once its time has come. */
export async function settle(sandbox: Sandbox, intent: Intent | null): Promise<Intent | null> {
  if (intent?.status !== 'processing' || sandbox.clock.now().getTime() < intent.created_at.getTime() + slowChargeMs)
    return intent;
  const moved = await moveIntent(sandbox.db, intent, { status: 'succeeded' });
  return moved ?? findIntent(sandbox.db, intent.clinic_id, intent.id);
}
