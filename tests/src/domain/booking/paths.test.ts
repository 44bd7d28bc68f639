import { describe, expect, it } from 'vitest';
import type { Product } from '../../../../src/contract/catalogue';
import type { Shop } from '../../../../src/contract/shop';
import { isDepositRequired } from '../../../../src/domain/booking/deposit';
import { entry, transition, type Facts, type FlowEvent } from '../../../../src/domain/booking/flow';
import { noticeFor } from '../../../../src/domain/booking/keywords';
import { savesAsRequest } from '../../../../src/domain/booking/saving';
import { isLeave, type Leave, type Position } from '../../../../src/domain/booking/steps';
import { isOffered } from '../../../../src/domain/insurance/offered';
import { allPaths, clinicOf, limpingNote, limpNotice, titleOf, type Path } from '../../../support/bookingPaths';
import { clinicFile } from '../../../support/clinicFile';

const say = (target: Position | Leave): string => {
  if (isLeave(target)) return `leave:${target.leave}`;
  return target.step === 'verification' ? `verification:${target.origin}` : target.step;
};

/** What the clinic and the owner bring along, as far as the flow's facts come from them. */
type Visit = {
  signedIn: boolean;
  isReturning: boolean;
  saved: 'not' | 'request' | 'booked';
  isPaid: boolean;
  confirmed: string | null;
};

/** An owner at a clinic, tapping on: only what the rules of the domain say decides where it leads. */
class Walk {
  readonly steps: string[] = [];
  readonly #shop: Pick<Shop, 'metadata' | 'feature_settings'>;
  readonly #product: Product;
  readonly #actions: readonly (typeof limpNotice)[];
  readonly visit: Visit;
  #position: Position;

  constructor(path: Path) {
    const { shop, products, keyword_actions: actions = [] } = clinicFile(clinicOf(path));
    this.#shop = shop as Shop;
    this.#product = products![0] as Product;
    this.#actions = actions as (typeof limpNotice)[];
    this.visit = {
      signedIn: path.who === 'signed-in',
      isReturning: path.who !== 'new',
      saved: 'not',
      isPaid: false,
      confirmed: null,
    };
    this.#position = this.#arrive(entry(this.#facts));
  }

  get #isDepositDue(): boolean {
    return !this.visit.isPaid && isDepositRequired(this.#shop.feature_settings, this.#product, this.visit.isReturning);
  }

  get #facts(): Facts {
    return {
      signedIn: this.visit.signedIn,
      knownReturning: this.visit.signedIn && this.visit.isReturning,
      skipOtp: false,
      redirect: null,
      paymentLink: false,
      bookingDisabled: false,
      newDisabled: false,
      returningDisabled: false,
      portalEnabled: true,
      locationsApply: false,
      hasAvailability: true,
      hasTime: this.steps.includes('client-info'),
      depositRequired: this.#isDepositDue,
      insuranceOffered: isOffered(this.#shop.feature_settings, {
        clientId: 'client-1',
        petName: 'Rex',
        speciesName: 'Dog',
        email: 'jo@example.com',
        state: 'TX',
        zip: null,
      }),
      appointmentSaved: this.visit.saved !== 'not',
      createUnheard: false,
      depositBegun: false,
      charging: false,
      contactChanged: false,
    };
  }

  #arrive(target: Position | Leave): Position {
    if (isLeave(target)) throw new Error(`left for ${target.leave}`);
    this.steps.push(say(target));
    return target;
  }

  #go(event: FlowEvent): void {
    const next = transition(this.#position, event, this.#facts);
    if (next === this.#position) throw new Error(`${event} leads nowhere from ${say(next)}`);
    this.#position = this.#arrive(next);
  }

  /** Stores the appointment, unless its deposit has to come first (DEP-10, DEP-11, SAVE-01). */
  #save(): void {
    const isDue = this.#isDepositDue;
    if (isDue && this.#product.metadata.appointmentRequestWithoutDeposit !== true) return;
    this.visit.saved = savesAsRequest(this.#shop, isDue) ? 'request' : 'booked';
  }

  /** Goes on from the step that is open, as its screen would; false at the end. */
  next(who: Path['who']): boolean {
    switch (say(this.#position)) {
      case 'client-type':
        this.#go(who === 'new' ? 'new-chosen' : 'returning-chosen');
        return true;
      case 'verification:returning-info':
        this.visit.signedIn = true;
        this.#go('signed-in');
        return true;
      case 'appointment':
        this.#go('time-held');
        return true;
      case 'client-info': {
        const notice = noticeFor(
          this.#actions,
          { note: limpingNote, productIds: [this.#product.id] },
          this.visit.confirmed,
        );
        if (notice) this.#go('keyword-matched');
        else this.#passForm();
        return true;
      }
      case 'keyword-notice':
        this.visit.confirmed = limpNotice.id;
        this.#passForm();
        return true;
      case 'verification:client-info':
        this.visit.signedIn = true;
        this.#save();
        this.#go('signed-in');
        return true;
      case 'deposit':
        this.visit.isPaid = true;
        if (this.visit.saved === 'not') this.#save();
        // The clinic accepts a request whose deposit is paid, where it accepts at once (D-95).
        else if (!savesAsRequest(this.#shop, false)) this.visit.saved = 'booked';
        this.#go('deposit-settled');
        return true;
      case 'insurance':
        this.#go('insurance-settled');
        return true;
      case 'returning-info':
        this.#go('form-passed');
        return true;
      default:
        return false;
    }
  }

  #passForm(): void {
    if (this.visit.signedIn) this.#save();
    this.#go('form-passed');
  }
}

/** The booking in one sentence each: how an owner gets to a time, then through the form, then to the end. */
const before = {
  new: ['client-type', 'appointment', 'client-info'],
  returning: ['client-type', 'returning-info', 'verification:returning-info', 'appointment', 'client-info'],
  'signed-in': ['client-type', 'appointment', 'client-info'],
};
const expected = ({ who, deposit, isInsuranceOffered, hasNotice }: Path): string[] => [
  ...before[who],
  ...(hasNotice ? ['keyword-notice'] : []),
  ...(who === 'new' ? ['verification:client-info'] : []),
  ...(deposit === 'none' ? [] : ['deposit']),
  ...(isInsuranceOffered ? ['insurance'] : []),
  'success',
];

describe('FLOW-02 to FLOW-12, DEP-09 to DEP-11, INS-01, KEY-09: every path of a booking', () => {
  it('is one of 72, none of them twice', () => {
    expect(allPaths).toHaveLength(3 * 2 * 3 * 2 * 2);
    expect(new Set(allPaths.map(titleOf)).size).toBe(allPaths.length);
  });

  it.each(allPaths.map((path) => [titleOf(path), path] as const))('%s', (_, path) => {
    const walk = new Walk(path);
    const savedAt: string[] = [];
    for (;;) {
      const [step, saved] = [walk.steps.at(-1), walk.visit.saved];
      if (!walk.next(path.who)) break;
      if (walk.visit.saved !== saved) savedAt.push(`${step}: ${walk.visit.saved}`);
    }
    expect(walk.steps).toEqual(expected(path));

    const firstAt = path.who === 'new' ? 'verification:client-info' : path.hasNotice ? 'keyword-notice' : 'client-info';
    const end = path.mode === 'request' ? 'request' : 'booked';
    expect(savedAt).toEqual(
      {
        none: [`${firstAt}: ${end}`],
        before: [`deposit: ${end}`],
        without: [`${firstAt}: request`, ...(end === 'booked' ? ['deposit: booked'] : [])],
      }[path.deposit],
    );
    expect([walk.visit.confirmed, walk.visit.isPaid]).toEqual([
      path.hasNotice ? 'limp' : null,
      path.deposit !== 'none',
    ]);
  });
});
