import { expect, it } from 'vitest';
import { serialQueue } from '../../../src/offline/serialQueue';

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

it('runs one task at a time, in the order asked for, also past one that fails', async () => {
  const inLine = serialQueue();
  const said: string[] = [];
  const task =
    (name: string, fails = false) =>
    async () => {
      said.push(`${name} begins`);
      await soon();
      said.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const all = await Promise.allSettled([inLine(task('first')), inLine(task('second', true)), inLine(task('third'))]);
  expect(said).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends']);
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('lets lines go on beside each other', async () => {
  const [one, other] = [serialQueue(), serialQueue()];
  void one(() => new Promise(() => {}));
  expect(await other(async () => 'done')).toBe('done');
});
