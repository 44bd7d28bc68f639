import type { Kysely } from 'kysely';
import type { Clock } from '../../system/clock';
import type { Database } from '../../db/schema';
import type { CardEvent } from '../cards';
import { findIntent, moveIntent, type Intent } from './intents';

/** A slow card's charge succeeds this long after it was made, milliseconds. */
const slowChargeMs = 5_000;

export type Sandbox = {
  db: Kysely<Database>;
  clock: Clock;
  publicUrl: string;
  /** Who hears the events, as the provider's webhook would. */
  tell: (event: CardEvent) => Promise<void>;
};

/** A slow card's charge, or refund, once its time has come. */
export async function settle(sandbox: Sandbox, intent: Intent | null): Promise<Intent | null> {
  if (intent?.status !== 'processing' || sandbox.clock.now().getTime() < intent.created_at.getTime() + slowChargeMs)
    return intent;
  const moved = await moveIntent(sandbox.db, intent, { status: 'succeeded' });
  return moved ?? findIntent(sandbox.db, intent.clinic_id, intent.id);
}
