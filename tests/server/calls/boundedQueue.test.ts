import { describe, expect, test } from 'vitest';
import { boundedQueue, queueByAddress } from '../../../server/calls/boundedQueue';

/** Work that ends when told. */
function work() {
  let end = (_: string) => {};
  let fail = (_: Error) => {};
  let isBegun = false;
  const done = new Promise<string>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return {
    run: () => ((isBegun = true), done),
    isBegun: () => isBegun,
    end: () => end('done'),
    fail: () => fail(new Error('failed')),
  };
}

const settled = async () => {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('the line for password hashes (D-205)', () => {
  test('two run, the next ones wait in order, whoever comes then is refused with 429', async () => {
    const queue = boundedQueue({ atOnce: 2, waiting: 2, retryAfterSeconds: 3 });
    const [a, b, c, d, e] = [work(), work(), work(), work(), work()];
    const running = [a, b, c, d].map(({ run }) => queue(run));
    await expect(queue(e.run)).rejects.toMatchObject({ code: 'too_many_requests', details: { retryAfter: 3 } });
    expect([a, b, c, d, e].map((one) => one.isBegun())).toEqual([true, true, false, false, false]);
    b.end();
    await settled();
    expect([c, d].map((one) => one.isBegun())).toEqual([true, false]);
    for (const one of [a, c, d]) one.end();
    expect(await Promise.all(running)).toEqual(['done', 'done', 'done', 'done']);
  });

  test('work that fails gives its place back', async () => {
    const queue = boundedQueue({ atOnce: 1, waiting: 1, retryAfterSeconds: 1 });
    const [a, b] = [work(), work()];
    const [first, second] = [queue(a.run), queue(b.run)];
    a.fail();
    await expect(first).rejects.toThrow('failed');
    await settled();
    b.end();
    expect(await second).toBe('done');
    expect(await queue(async () => 'again')).toBe('again');
  });

  test('who is patient waits however long the line is', async () => {
    const queue = boundedQueue({ atOnce: 1, waiting: 0, retryAfterSeconds: 1 });
    const [a, b] = [work(), work()];
    const first = queue(a.run);
    await expect(queue(b.run)).rejects.toMatchObject({ code: 'too_many_requests' });
    const patient = queue(b.run, { patient: true });
    a.end();
    b.end();
    expect(await Promise.all([first, patient])).toEqual(['done', 'done']);
  });
});

describe('the line of each address', () => {
  test('keeps nobody of another address waiting, and begins anew once it is empty', async () => {
    const inTurn = queueByAddress({ atOnce: 1, waiting: 1, retryAfterSeconds: 2 });
    const [a, b, c, d] = [work(), work(), work(), work()];
    const theirs = [inTurn('203.0.113.7', a.run), inTurn('203.0.113.7', b.run)];
    await expect(inTurn('203.0.113.7', c.run)).rejects.toMatchObject({ code: 'too_many_requests' });
    const another = inTurn('198.51.100.4', d.run);
    expect([a, b, c, d].map((one) => one.isBegun())).toEqual([true, false, false, true]);
    for (const one of [a, b, d]) one.end();
    expect(await Promise.all([...theirs, another])).toEqual(['done', 'done', 'done']);
    expect(await inTurn('203.0.113.7', async () => 'again')).toBe('again');
  });

  test('lets everything else go on before the next of it, though its work waits for nothing', async () => {
    const inTurn = queueByAddress({ atOnce: 1, waiting: 100, retryAfterSeconds: 2 });
    let done = 0;
    const all = Array.from({ length: 50 }, () => inTurn('203.0.113.7', async () => void (done += 1)));
    await settled();
    expect(done).toBeLessThan(5);
    await Promise.all(all);
    expect(done).toBe(50);
  });
});
