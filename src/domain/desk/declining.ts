import type { DeclineReason } from '../../contract/desk/inbox';

/** Why a clinic declines a request, as staff choose it and as the owner reads it (D-424). */
const reasons: Readonly<Record<DeclineReason, { label: string; sentence: string }>> = {
  no_time: { label: 'No time then', sentence: 'We have no time for it then.' },
  emergency: { label: 'An emergency', sentence: 'An emergency takes that time.' },
  not_treated: { label: 'We do not treat this', sentence: 'This is something that we do not treat.' },
  call_us: { label: 'They should call us', sentence: 'Please call us, so that we can talk about it first.' },
  other: { label: 'Another reason', sentence: '' },
};

/** The reason's words on the desk. */
export const reasonLabel = (reason: DeclineReason): string => reasons[reason].label;

/**
 * What the owner reads: the reason's sentence, then the clinic's own words; null where both are empty. A reason of a
 * newer server has no sentence here.
 */
export function declinedText(reason: string | null | undefined, words: string | null | undefined): string | null {
  const sentence = reasons[reason as DeclineReason]?.sentence ?? '';
  return [sentence, words?.trim() ?? ''].filter(Boolean).join(' ') || null;
}
