import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { Appointment } from '../../../contract/appointments';
import type { KeywordAction } from '../../../contract/catalogue';
import {
  emptyDraft,
  noDeposit,
  withSpecies,
  withoutTime,
  type Customer,
  type Draft,
  type DraftHold,
  type FormValues,
  type PickedTime,
  type ProductGroup,
  type SavedBooking,
} from '../../../domain/booking/draft';
import type { ContactKind } from '../../../domain/client/tie';
import {
  endsCountdown,
  losesTime,
  returningFlowAfter,
  transition,
  type Facts,
  type FlowEvent,
  type TimeLoss,
} from '../../../domain/booking/flow';
import { isLeave, type Leave, type Position, type Step } from '../../../domain/booking/steps';
import { rootReducer } from '../../../state/store';
import type { EntryParams } from '../open/entryParams';

/** Why the owner is back at the picker; shown there until a time is held again. */
export type PickerMessage = TimeLoss;

/** Why saving an appointment failed; contains nothing about the owner or the visit. */
export type NotSaved = { kind: string; status: number | null; code: string | null };

/**
 * The booking of the clinic in the address. `draft` and `position` are saved on the device at each change; the rest is
 * not saved.
 */
export type BookingState = {
  /** Whether the flow has decided where to start; nothing is drawn before. */
  isOpen: boolean;
  /** The address that the page was opened for. */
  address: string;
  position: Position;
  /** The step before this one. */
  cameFrom: Step | null;
  draft: Draft;
  /** The parameters of the address; they stay when the draft is cleared (D-52). */
  params: EntryParams;
  /** Where to go from the booking page, until the router has gone there. */
  leave: Leave | null;
  /** Starts that were refused as taken, shown struck through (HOLD-06). */
  goneTimes: string[];
  pickerMessage: PickerMessage | null;
  /** Saving failed after the form was last sent. */
  hasSaveFailed: boolean;
  /** Whether the policy was shown once (D-69). */
  isPolicySeen: boolean;
  /** The booked appointment, for the success step. */
  booked: Appointment | null;
  /** The last known status of the booked appointment, or of the one that a payment is for (D-40). */
  bookedStatus: string | null;
  /** The notice that the note matched, while it is shown (INFO-20). */
  notice: KeywordAction | null;
  /**
   * The server's messages by field, for fields that it refused after the form was left; shown when the form is back.
   */
  refusedFields: Record<string, string>;
  /** Whether a charge is running, which nothing may interrupt (D-51, D-61). */
  isCharging: boolean;
  /** Whether the owner is being asked about stepping back (D-51). */
  isBackAsked: boolean;
  /** Why the last create call failed. */
  notSaved: NotSaved | null;
  /** How many steps were entered; entering the same step again counts. */
  entered: number;
};

const noParams: EntryParams = {
  redirect: null,
  productToken: null,
  appointment: [],
  referral: { source: null, campaign: null, medium: null },
  paymentId: null,
};

const initialState: BookingState = {
  isOpen: false,
  address: '',
  position: { step: 'client-type' },
  cameFrom: null,
  draft: emptyDraft(''),
  params: noParams,
  leave: null,
  goneTimes: [],
  pickerMessage: null,
  hasSaveFailed: false,
  isPolicySeen: false,
  booked: null,
  bookedStatus: null,
  notice: null,
  refusedFields: {},
  notSaved: null,
  isCharging: false,
  isBackAsked: false,
  entered: 0,
};

export type Opening = {
  address: string;
  params: EntryParams;
  target: Position | Leave;
  saved: SavedBooking | null;
  createKey: string;
};
/** An event for the flow. `createKey` is a fresh uuid, used when the event begins a new booking. */
export type Move = { event: FlowEvent; facts: Facts; createKey: string };
export type Submitted = { customer: Customer; note: string; allowRemind: boolean };

const slice = createSlice({
  name: 'booking',
  initialState,
  reducers: {
    /** The page was opened, at a payment link, a resumed draft or a fresh start. */
    bookingOpened: (state, { payload }: PayloadAction<Opening>) => {
      const { address, params, saved, createKey } = payload;
      const draft = saved?.draft ?? { ...emptyDraft(createKey), referralSource: params.referral.source };
      // The owner of a resumed booking saw the policy when it began.
      Object.assign(state, { ...initialState, isOpen: true, address, params, draft, isPolicySeen: saved !== null });
      arrive(state, payload.target, 'entered', createKey);
    },
    /** An event that the flow's table answers; the action carries the facts so that a trace explains the result. */
    flowMoved: (state, { payload: { event, facts, createKey } }: PayloadAction<Move>) => {
      const target = transition(state.position, event, facts);
      if (losesTime(event, facts)) loseTime(state, event);
      if (endsCountdown(event, facts)) state.draft.hold = null;
      if (target !== state.position) arrive(state, target, event, createKey);
    },
    /** The booking page was left; its draft stays on the device. */
    bookingClosed: (state) => {
      state.isOpen = false;
    },
    /** The router has gone where `leave` said. */
    leaveTaken: (state) => {
      state.leave = null;
    },
    /** A location was chosen. Each has its own types, clinicians and times, so those choices are cleared (D-57). */
    locationChosen: (state, { payload }: PayloadAction<NonNullable<Draft['location']>>) => {
      if (state.draft.location?.id === payload.id) return;
      state.draft = { ...withoutTime(state.draft), location: payload, selectedProducts: [], isDropoff: false };
      state.goneTimes = [];
    },
    speciesChosen: (state, { payload }: PayloadAction<Draft['species']>) => {
      state.draft = withSpecies(state.draft, payload);
      state.goneTimes = [];
    },
    /**
     * A type, clinician or drop-off was chosen: date and time are cleared (APPT-22, D-64), and so is a deposit of
     * another type (D-96).
     */
    visitChosen: (state, { payload }: PayloadAction<{ group: ProductGroup; isDropoff: boolean }>) => {
      const typeOf = ([group]: readonly ProductGroup[]) => group?.products[0]?.id;
      const isOther = typeOf([payload.group]) !== typeOf(state.draft.selectedProducts);
      state.draft = {
        ...withoutTime(state.draft),
        ...(isOther ? noDeposit : {}),
        selectedProducts: [payload.group],
        isDropoff: payload.isDropoff,
      };
      state.goneTimes = [];
    },
    /** Replaces the draft with one that lacks choices no longer offered (D-408). */
    draftSettled: (state, { payload }: PayloadAction<Draft>) => {
      state.draft = payload;
      state.goneTimes = [];
    },
    dateChosen: (state, { payload }: PayloadAction<string>) => {
      state.draft.date = payload;
    },
    timeHeld: (state, { payload }: PayloadAction<{ time: PickedTime; hold: DraftHold }>) => {
      Object.assign(state.draft, payload, { date: payload.time.date });
      state.pickerMessage = null;
    },
    holdExtended: (state, { payload }: PayloadAction<string>) => {
      if (state.draft.hold) state.draft.hold = { ...state.draft.hold, deadline: payload, isExtended: true };
    },
    /** The server refused the start that was just tapped; a hold on another start continues. */
    timeRefused: (state, { payload }: PayloadAction<string>) => {
      state.goneTimes.push(payload);
      state.pickerMessage = 'slot-gone';
    },
    policySeen: (state) => {
      state.isPolicySeen = true;
    },
    formTyped: (state, { payload }: PayloadAction<FormValues>) => {
      state.draft.form = payload;
    },
    /** A code was requested for these contacts, or the form was sent with them. */
    customerEntered: (state, { payload }: PayloadAction<Customer>) => {
      state.draft.customer = payload;
    },
    /** A changed contact's code was requested; null once that is settled (D-402). */
    contactAsked: ({ draft }, { payload }: PayloadAction<ContactKind | null>) => {
      draft.askedContact = payload;
    },
    /** The form was submitted. A changed note may match another notice, so earlier confirmations are dropped (D-92). */
    formSubmitted: (state, { payload }: PayloadAction<Submitted>) => {
      if (payload.note !== state.draft.note) state.draft.confirmed_keyword_action = null;
      Object.assign(state.draft, payload, { askedContact: null });
      Object.assign(state, { refusedFields: {}, hasSaveFailed: false });
    },
    noticeMet: (state, { payload }: PayloadAction<KeywordAction>) => {
      state.notice = payload;
    },
    /** The owner read a notice and continues (KEY-09). */
    noticeConfirmed: (state, { payload }: PayloadAction<string>) => {
      state.draft.confirmed_keyword_action = payload;
    },
    fieldsRefused: (state, { payload }: PayloadAction<Record<string, string>>) => {
      state.refusedFields = payload;
    },
    /** The form was passed, and saving the visit failed or not; where it failed the form says so until it is sent again. */
    saveTried: (state, { payload: hasFailed }: PayloadAction<boolean>) => {
      state.hasSaveFailed = hasFailed;
    },
    /** Too many wrong codes: the saved booking is deleted (VERIF-10). */
    verificationExceeded: (state) => {
      state.draft.verificationError = 'VerificationMaximumExceeded';
    },
    clientKnown: (state, { payload }: PayloadAction<{ clientId: string; createdAt: string | null }>) => {
      state.draft.clientId = payload.clientId;
      if (state.draft.customer) state.draft.customer.created_at = payload.createdAt;
    },
    /**
     * The create call goes out: from now on the visit may be booked, whatever is heard of it (D-97). False: its answer
     * came, and it did not book.
     */
    createSent: ({ draft }, { payload }: PayloadAction<boolean>) => {
      draft.isCreateSent = payload;
    },
    /** The create call failed; the error service is told (SAVE-06). */
    appointmentNotSaved: (state, { payload }: PayloadAction<NotSaved>) => {
      state.notSaved = payload;
    },
    /** A deposit was opened; its time stays claimed as long as the deposit can be paid (D-215). */
    paymentStarted: (state, { payload }: PayloadAction<{ id: string; expiresAt: string | null }>) => {
      const { draft } = state;
      draft.paymentRequestId = payload.id;
      if (draft.hold && payload.expiresAt !== null && !draft.isSaved)
        draft.hold = { ...draft.hold, deadline: payload.expiresAt, isExtended: true };
    },
    depositPaid: (
      state,
      {
        payload,
      }: PayloadAction<{ id: string; deposit: NonNullable<Draft['deposit']>; appointmentStatus: string | null }>,
    ) => {
      state.bookedStatus = payload.appointmentStatus ?? state.bookedStatus;
      Object.assign(state.draft, { paymentRequestId: payload.id, deposit: payload.deposit, deposit_paid: true });
    },
    chargingChanged: (state, { payload }: PayloadAction<boolean>) => {
      state.isCharging = payload;
    },
    backAsked: (state, { payload }: PayloadAction<boolean>) => {
      state.isBackAsked = payload;
    },
    /** The first try had booked, and these choices were made since (D-97). */
    firstTryFound: ({ draft }, { payload }: PayloadAction<NonNullable<Draft['notTaken']>>) => {
      draft.notTaken = payload;
    },
    appointmentBooked: (state, { payload }: PayloadAction<Appointment>) => {
      state.booked = payload;
      state.bookedStatus = payload.status;
      Object.assign(state.draft, { isSaved: true, appointmentId: payload.id, hold: null });
    },
  },
  selectors: {
    selectBooking: (state) => state,
    selectDraft: (state) => state.draft,
    selectPosition: (state) => state.position,
  },
});

/**
 * Enters a step or leaves the page. Entering client type begins a new booking, since every way back there gives the old
 * one up.
 */
function arrive(state: BookingState, target: Position | Leave, event: FlowEvent | 'entered', createKey: string): void {
  state.leave = isLeave(target) ? target : null;
  if (isLeave(target)) {
    // The owner signed in only to reach the portal, so the draft is not kept.
    if (target.leave !== 'back')
      Object.assign(state, { position: { step: 'client-type' }, draft: emptyDraft(createKey) });
    return;
  }
  if (target.step === 'client-type' && event !== 'entered') {
    const draft = { ...emptyDraft(createKey), referralSource: state.draft.referralSource };
    Object.assign(state, {
      draft,
      goneTimes: [],
      pickerMessage: null,
      isPolicySeen: false,
      booked: null,
      bookedStatus: null,
    });
  }
  state.cameFrom = event === 'entered' ? null : state.position.step;
  state.position = target;
  if (target.step !== 'keyword-notice') state.notice = null;
  state.entered += 1;
  state.isBackAsked = false;
  state.draft.verificationError = null;
  state.draft.returningClientFlow = returningFlowAfter(event, target, state.draft.returningClientFlow);
}

/** Clears the held time, because it was taken or its countdown ended; keeps what the owner typed (D-61). */
function loseTime(state: BookingState, why: PickerMessage): void {
  if (why === 'slot-gone' && state.draft.time) state.goneTimes.push(state.draft.time.dateTime);
  state.pickerMessage = why;
  Object.assign(state.draft, { time: null, hold: null });
}

declare module '../../../state/store' {
  export interface LazyLoadedSlices extends WithSlice<typeof slice> {}
}
rootReducer.inject(slice);

export const booking = slice;
export const { selectBooking, selectDraft, selectPosition } = slice.selectors;
export const {
  bookingOpened,
  flowMoved,
  leaveTaken,
  bookingClosed,
  locationChosen,
  speciesChosen,
  visitChosen,
  draftSettled,
  dateChosen,
  timeHeld,
  holdExtended,
  timeRefused,
  policySeen,
  formTyped,
  contactAsked,
  customerEntered,
  formSubmitted,
  noticeMet,
  noticeConfirmed,
  fieldsRefused,
  appointmentNotSaved,
  createSent,
  clientKnown,
  saveTried,
  verificationExceeded,
  appointmentBooked,
  firstTryFound,
  paymentStarted,
  depositPaid,
  chargingChanged,
  backAsked,
} = slice.actions;
