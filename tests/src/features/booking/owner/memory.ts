import type { TimeSlot } from '../../../../../src/contract/availability';
import type { FormShown, Screen, VisitShown } from './screens';

/** What the owner has seen last, and done last, of the booking under way: what they would swear was booked. */
export type Memory = {
  /** What they answered to the first question. */
  kind: 'new' | 'returning' | null;
  location: string | null;
  visit: VisitShown | null;
  /** The tapped time, once it was theirs. */
  picked: TimeSlot | null;
  form: FormShown | null;
  /** What they entered at the returning client's lookup. */
  lookup: { phone: string; email: string } | null;
  /** The notice that they read and passed. */
  passed: string | null;
  /** What stands in the code's field. */
  code: string;
  /** When the time was tapped, by the clinic's clock. */
  pickedAt: number | null;
  /** When a countdown of the page's own ends, by the clinic's clock. */
  countedTo: number | null;
  /** How often the clinic had refused a time before the last tap. */
  refusals: number;
};

export const nothingYet = (): Memory => ({
  kind: null,
  location: null,
  visit: null,
  picked: null,
  form: null,
  lookup: null,
  passed: null,
  code: '',
  pickedAt: null,
  countedTo: null,
  refusals: 0,
});

/** The first question begins a booking anew; the steps of the choice and the form are remembered as they were seen last. */
export function remember(memory: Memory, screen: Screen): void {
  if (screen.kind === 'client-type') Object.assign(memory, nothingYet());
  // So does signing in, which is asked for before anything else.
  if (screen.kind === 'lookup')
    Object.assign(memory, nothingYet(), { kind: 'returning', lookup: { phone: screen.phone, email: screen.email } });
  if (screen.kind === 'appointment') memory.visit = screen;
  if (screen.kind === 'form') {
    // Another note or a new visit to the form asks the notice again (D-92).
    if (memory.form && memory.form.fields['note'] !== screen.fields['note']) memory.passed = null;
    memory.form = screen;
  }
}
