import { expect, test } from 'vitest';
import { startRounds } from '../../../server/system/rounds';

const HOUR = 3_600_000;

test('goes on at once while more is due, and then waits', async () => {
  const answers = ['more', 'more', 'done'] as const;
  let count = 0;
  const rounds = startRounds(
    async () => answers[count++] ?? 'more',
    HOUR,
    () => undefined,
  );
  await expect.poll(() => count).toBe(3);
  await rounds.stop();
  expect(count).toBe(3);
});

test('a round that fails is told and does not end the job', async () => {
  const faults: unknown[] = [];
  let count = 0;
  const rounds = startRounds(
    async () => {
      count += 1;
      if (count === 1) throw new Error('the database is away');
      return 'done';
    },
    1,
    (error) => faults.push(error),
  );
  await expect.poll(() => count).toBeGreaterThan(2);
  await rounds.stop();
  expect(faults).toEqual([new Error('the database is away')]);
});

test('stopping waits for the round under way, and no other follows', async () => {
  let finish = () => undefined as void;
  let count = 0;
  let isDone = false;
  const rounds = startRounds(
    async () => {
      count += 1;
      await new Promise<void>((resolve) => (finish = resolve));
      isDone = true;
      return 'more';
    },
    0,
    () => undefined,
  );
  const stopped = rounds.stop();
  finish();
  await stopped;
  expect(isDone).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  expect(count).toBe(1);
});
