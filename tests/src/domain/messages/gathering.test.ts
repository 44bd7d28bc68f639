import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leavesAt, numberedTexts } from '../../../../src/domain/messages/gathering';

const pace = { max: 4, windowMs: 60 };

/** When each notice leaves, written at these instants; those that wait leave together. */
function departures(written: readonly number[]): number[] {
  const left: number[] = [];
  let waitingUntil: number | null = null;
  return written.map((now) => {
    if (waitingUntil !== null && waitingUntil <= now) {
      left.push(waitingUntil);
      waitingUntil = null;
    }
    const at = leavesAt(left, waitingUntil, now, pace);
    if (at > now) waitingUntil = at;
    else left.push(at);
    return at;
  });
}

describe('notices of one owner (D-404)', () => {
  it('leave at once up to the fourth within the hour, and together from the fifth', () => {
    expect(departures([0, 1, 2, 3, 4, 5, 59, 60, 61])).toEqual([0, 1, 2, 3, 60, 60, 60, 61, 62]);
  });

  it('never leave more than four times within an hour, never before they are written, never more than an hour later, and in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 40 }), { maxLength: 60 }), (gaps) => {
        const written = gaps.map((_, index) => gaps.slice(0, index + 1).reduce((sum, gap) => sum + gap, 0));
        const left = departures(written);
        left.forEach((at, index) => {
          expect(at).toBeGreaterThanOrEqual(written[index]!);
          expect(at - written[index]!).toBeLessThanOrEqual(pace.windowMs);
          if (index > 0) expect(at).toBeGreaterThanOrEqual(left[index - 1]!);
        });
        // One that leaves at once is a message, and so is each group.
        const messages = left.filter((at, index) => at === written[index] || at !== left[index - 1]);
        for (const from of messages)
          expect(messages.filter((at) => at >= from && at < from + pace.windowMs).length).toBeLessThanOrEqual(pace.max);
      }),
    );
  });
});

describe('numbered texts', () => {
  it('stand in their order under the heading, on as few messages as hold them', () => {
    expect(numberedTexts('Two:', ['one', 'two'], 100)).toEqual(['Two:\n1. one\n2. two']);
    expect(numberedTexts('Two:', ['one', 'two'], 12)).toEqual(['Two:\n1. one', 'Two:\n2. two']);
  });

  it('lose nothing, and there are never more messages than texts', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ minLength: 1, maxLength: 40 }).map((text) => text.replace(/\n/g, ' ')),
          { minLength: 1, maxLength: 20 },
        ),
        (texts) => {
          const parts = numberedTexts('H', texts, 60);
          expect(parts.length).toBeLessThanOrEqual(texts.length);
          expect(parts.flatMap((part) => part.split('\n').slice(1))).toEqual(
            texts.map((text, index) => `${index + 1}. ${text}`),
          );
        },
      ),
    );
  });
});
