import type { loadRecords } from './records';

type Started = { dispatch: (action: ReturnType<typeof loadRecords>) => unknown; queryFulfilled: Promise<unknown> };

/** For calls that change an owner's appointments: afterwards the device has them as the clinic has them now (D-02). */
export async function keepChange(_: unknown, { dispatch, queryFulfilled }: Started): Promise<void> {
  try {
    await queryFulfilled;
    const { loadRecords } = await import('./records');
    await dispatch(loadRecords(true));
  } catch {
    // Refused, or no network any more: what is on the device still holds.
  }
}
