import { fireEvent } from '@testing-library/react';
import { Clinic, riley, type Session } from './clinic';
import { nothingYet, remember, type Memory } from './memory';
import { Network, type Sent } from './network';
import { Tab } from './page';
import { wrongFields, wrongFieldsOfPayment } from './bodies';
import { all, look, one, type Screen } from './screens';
import { CLINIC, type Settings } from './settings';
import { untruths } from './truths';
import { saveSession } from '../../../../../src/offline/database/session';
import { markSaved } from '../../../../../src/offline/marker';

/** What was found wrong: by which check, and in which words. */
export type Fault = { check: 'contract' | 'sent' | 'shown' | 'way out'; words: string };

/** Somebody with a phone in their hand, at a clinic. They tap and type what is on the screen, and remember what they saw. */
export class Owner {
  readonly settings: Settings;
  readonly tab: Tab;
  readonly faults: Fault[] = [];
  readonly seen: Record<string, number> = {};
  memory: Memory = nothingYet();
  clinic!: Clinic;

  constructor(settings: Settings) {
    this.settings = settings;
    this.tab = new Tab((now) => {
      this.clinic = new Clinic(settings, now);
      return new Network(
        this.clinic,
        (sent) => this.#hear(sent),
        (words) => this.faults.push({ check: 'contract', words }),
      );
    });
  }

  /** Comes to the clinic's address, signed in from an earlier visit or not. */
  async arrive(): Promise<void> {
    if (this.settings.isSignedIn) {
      const { token, user } = this.clinic.open(riley);
      await saveSession({ clinicId: CLINIC, token, user });
      markSaved(CLINIC, 'session');
    }
    await this.tab.visit(`/${CLINIC}`);
    this.look();
  }

  get session(): Session | null {
    return this.clinic.sessions.get(this.tab.store?.getState().session.token ?? '') ?? null;
  }

  /** Reads the screen, and remembers it. */
  look(): Screen {
    const screen = look();
    remember(this.memory, screen);
    return screen;
  }

  /** Something goes out: it is held against what is on the screen now, and was before. */
  #hear(sent: Sent): void {
    const screen = this.look();
    if (screen.kind === 'code') this.memory.code = one<HTMLInputElement>('[autocomplete=one-time-code]')?.value ?? '';
    const session = this.clinic.sessions.get(sent.token ?? '') ?? null;
    const lines = [
      ...wrongFields(sent, this.memory, this.clinic, session),
      ...(sent.name === 'startPayment' ? wrongFieldsOfPayment(sent, this.memory, this.clinic, session) : []),
    ];
    lines.forEach((words) => this.faults.push({ check: 'sent', words }));
  }

  /** Looks whether what is shown is so. */
  judge(): void {
    const screen = this.look();
    this.seen[screen.kind] = (this.seen[screen.kind] ?? 0) + 1;
    if (screen.kind === 'broken') this.faults.push({ check: 'shown', words: 'the page broke' });
    untruths(screen, this.memory, this.clinic, this.session).forEach((words) =>
      this.faults.push({ check: 'shown', words }),
    );
  }

  /** Whether an element is there and can be used. */
  static canUse(element: Element | null): element is HTMLElement {
    return (
      element instanceof HTMLElement &&
      element.getAttribute('aria-disabled') !== 'true' &&
      !('disabled' in element && element.disabled === true)
    );
  }

  async tap(element: Element | null): Promise<boolean> {
    if (!Owner.canUse(element)) return false;
    // What they saw when they tapped: not every tap sends something at once.
    this.look();
    fireEvent.click(element);
    await this.tab.settle();
    return true;
  }

  /** Types a text over what stands in a field. */
  type(name: string, text: string): boolean {
    const field = one<HTMLInputElement>(`main [name="${name}"]`);
    if (!Owner.canUse(field) || field.readOnly) return false;
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: text } });
    fireEvent.blur(field);
    return true;
  }

  /** Chooses the one at a place of a select that lies under this label or name. */
  async choose(select: HTMLSelectElement | null, pick: number): Promise<boolean> {
    if (!Owner.canUse(select)) return false;
    const options = [...select.options].filter(({ value, disabled }) => value !== '' && !disabled);
    const option = options[pick % Math.max(1, options.length)];
    if (!option) return false;
    fireEvent.change(select, { target: { value: option.value } });
    await this.tab.settle(60);
    return true;
  }

  /** A charge, or whatever else waits, has its answer. */
  async letGo(how: 'answer' | 'lost' | 'busy'): Promise<void> {
    const { network } = this.tab;
    network.slow.clear();
    network.waiting.splice(0).forEach(({ go }) => go(how));
    await this.tab.settle();
  }

  /** The select of a row of the visit's choice. */
  row(label: string): HTMLSelectElement | null {
    const found = all<HTMLLabelElement>('main label[for]').find((each) => each.textContent === label);
    return found ? (document.getElementById(found.htmlFor) as HTMLSelectElement | null) : null;
  }

  async close(): Promise<void> {
    await this.tab.close();
  }
}
