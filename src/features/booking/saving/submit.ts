import { failureOf } from '../../../api/api';
import { authApi } from '../../../api/auth';
import { selectShop } from '../../../state/clinic';
import { serverNow } from '../../../state/clock';
import { selectOwner, sessionLost } from '../../../state/session';
import { toastShown } from '../../../state/toasts';
import { ROLE_CUSTOMER } from '../../../contract/auth';
import type { KeywordAction, Product } from '../../../contract/catalogue';
import { skipsCode, type FlowEvent } from '../../../domain/booking/flow';
import { noticeFor } from '../../../domain/booking/keywords';
import { saidIn } from '../../../domain/booking/standing';
import { productIdsOf } from '../../../domain/booking/together';
import type { ChangedContact } from '../../../domain/client/contacts';
import { dateInZone } from '../../../domain/clinicTime';
import { isEnabled } from '../../../domain/shop/settings';
import {
  clientInfoSettings,
  clientInfoStruct,
  petsOffered,
  type ClientInfoValues,
} from '../../../domain/validation/clientInfo';
import { fieldErrors } from '../../../domain/validation/fieldErrors';
import { PASSWORD_KEPT } from '../../../domain/validation/password';
import { lockedPhone, ownPhone } from '../../../domain/validation/phone';
import { lossOf, meaningOf } from '../../../domain/failure';
import { bookingApi } from '../api';
import { isTypeGone, selectProduct } from '../store/chosenProducts';
import { clientQuery, isReturning, selectClient, selectFacts } from '../store/facts';
import { checkTime, isHoldOver, isStillOffered, type Standing } from '../hold/hold';
import { speciesLists } from '../client/speciesLists';
import { askForContact, keepUsed, selectChangedContact, tryContactCode } from '../client/contactCode';
import { checkContacts, failed, isOwnerLost, moved, resendCode, sendCode, type Outcome } from '../client/lookup';
import { report } from '../store/report';
import { codeBody, customerOf, profileChange } from '../client/requestBodies';
import { refusedOr, save, type Saved } from './save';
import {
  fieldsRefused,
  formSubmitted,
  noticeConfirmed,
  noticeMet,
  saveTried,
  verificationExceeded,
} from '../store/slice';
import { codeRefusal } from '../../../domain/validation/code';
import type { CodeOutcome } from '../../../shared/codes/useCodeEntry';
import type { AppThunk } from '../../../state/store';
import { once } from '../../../api/once';

/**
 * Submits the client form in five steps (INFO-18 to INFO-22). A clinic's notice stops it before anything is stored or
 * sent; `finishForm` continues from there. Each outcome is reported to the flow as one event.
 */
export const submitClientInfo =
  (values: ClientInfoValues): AppThunk<Promise<Outcome>> =>
  async (dispatch, getState, services) => {
    const state = getState();
    const shop = selectShop(state);
    if (!shop) return failed;
    if (dispatch(isHoldOver())) return moved;
    if (isTypeGone(state)) {
      dispatch(report('visit-refused'));
      return moved;
    }
    const [owner, client, product] = [selectOwner(state), selectClient(state), selectProduct(state)];
    const now = serverNow(state, services);
    const settings = clientInfoSettings(shop.feature_settings, product, isReturning(state, now));
    const lists = await dispatch(speciesLists());
    // The species' lists may have loaded after the owner chose, so the choices are checked against them now.
    const pets = petsOffered(client, state.booking.draft.species?.id);
    const wrong = fieldErrors(
      clientInfoStruct(settings, {
        client,
        today: dateInZone(new Date(now), shop.timezone),
        pets,
        lists,
        phone: { code: shop.phoneCode, own: lockedPhone(owner, client, shop.phoneCode) },
      }),
      values,
    );
    if (Object.keys(wrong).length > 0) return { kind: 'refused', fields: wrong };
    const said = saidIn(values, settings, pets);
    const customer = customerOf(said, shop, { client, settings, lists });
    dispatch(formSubmitted({ customer, note: said.note ?? '', allowRemind: said.allowRemind }));
    // Starts loading now; the result is awaited further down.
    const actions = once(dispatch(bookingApi.endpoints.listKeywordActions.initiate({})));

    const isOwnContact =
      owner !== null &&
      customer.email === (owner.email ?? '') &&
      customer.phoneNumber === ownPhone(owner, shop.phoneCode);
    const check = isOwnContact
      ? 'passed'
      : await dispatch(
          unlessLost(
            owner !== null,
            (answer) => answer === 'failed',
            () => dispatch(checkContacts(customer)),
          ),
        );
    if (check === 'failed') return failed;
    if (check === 'refused') {
      dispatch(report('form-refused'));
      return moved;
    }
    const standing = await dispatch(checkPickedTime(product));
    if (standing === 'unknown') return failed;
    if (standing !== 'free') {
      dispatch(report(standing === 'changed' && !(await dispatch(isStillOffered())) ? 'visit-refused' : 'slot-gone'));
      return moved;
    }
    // If the list fails to load, submitting continues without it (ERR-09).
    if (dispatch(meetNotice((await actions).data ?? []))) return moved;
    return dispatch(finishForm());
  };

/**
 * Step 2 of submitting: where no time is held and the clinic's calendar is asked, checks that the time is still free
 * (INFO-19). Once the create call went out the time may be taken by this very visit, and only that call can tell (D-97).
 */
const checkPickedTime =
  (product: Product | null): AppThunk<Promise<Standing>> =>
  async (dispatch, getState) => {
    const { time, isCreateSent } = getState().booking.draft;
    if (isCreateSent) return 'free';
    const settings = selectShop(getState())?.feature_settings ?? {};
    const isAsked =
      !isEnabled(settings, 'hold_time_slots_enabled') && isEnabled(settings, 'check_vetbridge_time_slot_availability');
    return isAsked && time && product ? dispatch(checkTime(time, product)) : 'free';
  };

/** Step 3 of submitting: whether the note matches a notice that the owner has not read yet (INFO-20, KEY-06, D-92). */
const meetNotice =
  (actions: readonly KeywordAction[]): AppThunk<boolean> =>
  (dispatch, getState) => {
    const { draft } = getState().booking;
    const notice = noticeFor(
      actions,
      { note: draft.note, productIds: productIdsOf(draft) },
      draft.confirmed_keyword_action,
    );
    if (!notice) return false;
    dispatch(noticeMet(notice));
    dispatch(report('keyword-matched'));
    return true;
  };

/** Marks the notice as confirmed and continues submitting with the next step (KEY-09, D-92). */
export const confirmNotice = (): AppThunk<Promise<Outcome>> => async (dispatch, getState) => {
  if (dispatch(isHoldOver())) return moved;
  const { notice } = getState().booking;
  if (notice) dispatch(noticeConfirmed(notice.id));
  const outcome = await dispatch(finishForm());
  if (outcome.kind === 'refused') dispatch(reopenForm(outcome.fields));
  return outcome;
};

/**
 * Repeats a call for a guest when the owner's session turns out to be lost; the form then continues with a code
 * (ERR-04).
 */
const unlessLost =
  <T>(wasOwner: boolean, hasFailed: (answer: T) => boolean, ask: () => Promise<T>): AppThunk<Promise<T>> =>
  async (dispatch) => {
    const answer = await ask();
    return wasOwner && hasFailed(answer) && dispatch(isOwnerLost()) ? ask() : answer;
  };

/** Steps 4 and 5 of submitting (INFO-21, INFO-22). */
const finishForm = (): AppThunk<Promise<Outcome>> => (dispatch, getState) =>
  dispatch(
    unlessLost(
      selectOwner(getState()) !== null,
      ({ kind }) => kind === 'failed',
      () => dispatch(storeForm()),
    ),
  );

/** Saves the profile, then the record and the appointment; or sends a code first (INFO-21, INFO-22). */
const storeForm = (): AppThunk<Promise<Outcome>> => async (dispatch, getState, services) => {
  const { customer } = getState().booking.draft;
  const owner = selectOwner(getState());
  if (!customer) return failed;
  if (!owner && !skipsCode(selectFacts(getState(), serverNow(getState(), services)), 'client-info')) {
    if (!(await dispatch(sendCode(customer)))) return failed;
    dispatch(report('form-passed'));
    return moved;
  }
  const change = owner && profileChange(owner, selectClient(getState()), customer);
  if (change) {
    const failure = failureOf(await dispatch(authApi.endpoints.updateProfile.initiate({ body: change })));
    if (failure)
      return refusedOr(
        failure,
        (['phoneNumber', 'email'] as const).filter((name) => name in change),
      );
  }
  const asked = await dispatch(askForContact());
  if (asked === 'failed') return failed;
  if (asked === 'settled') return dispatch(reported(await dispatch(save('client_info_collection')), 'form-passed'));
  dispatch(report('form-passed'));
  return moved;
};

/** Returns to the form, which shows the messages for the fields that the server refused. */
const reopenForm =
  (fields: Record<string, string>): AppThunk<void> =>
  (dispatch) => {
    dispatch(fieldsRefused(fields));
    dispatch(report('form-reopened'));
  };

/** Reports to the flow what became of saving, `onSaved` where it was saved; a refusal is left to the form. */
const reported =
  (saved: Saved, onSaved: FlowEvent): AppThunk<Outcome> =>
  (dispatch) => {
    dispatch(saveTried(saved.kind === 'failed' && !saved.isCapped));
    if (saved.kind === 'failed' || saved.kind === 'refused') return saved;
    dispatch(report(({ saved: onSaved, gone: 'slot-gone', changed: 'visit-refused' } as const)[saved.kind]));
    return moved;
  };

/** Checks the entered code, signs in, and continues where verification was started from (VERIF-06 to VERIF-11). */
export const submitCode =
  (code: string): AppThunk<Promise<CodeOutcome>> =>
  async (dispatch, getState) => {
    const { draft, position } = getState().booking;
    if (position.step !== 'verification' || !draft.customer) return 'failed';
    if (dispatch(isHoldOver())) return 'moved';
    const contact = selectChangedContact(getState());
    if (contact) return dispatch(submitContactCode(contact, code));
    const { customer } = draft;
    const name = customer.firstName === '' ? {} : { firstName: customer.firstName };
    const answer = await dispatch(
      authApi.endpoints.verifyCode.initiate({ body: { code, ...codeBody(customer), ...name, role: ROLE_CUSTOMER } }),
    );
    const failure = failureOf(answer);
    if (failure) {
      const outcome = codeRefusal(failure);
      if (outcome === 'exceeded') dispatch(verificationExceeded());
      return outcome;
    }

    if (answer.data?.password_kept) dispatch(toastShown(PASSWORD_KEPT));
    await dispatch(loadClient());
    if (position.origin === 'client-info') {
      // A code works only once: if saving fails now, the owner retries from the form, signed in.
      const saved = await dispatch(save('verification'));
      const outcome = dispatch(reported(saved, 'signed-in'));
      if (outcome.kind !== 'moved') dispatch(reopenForm(outcome.kind === 'refused' ? outcome.fields : {}));
      return 'moved';
    }
    await dispatch(nameFromRecord());
    dispatch(report('signed-in'));
    return 'moved';
  };

/**
 * Checks the code of a contact that the signed-in owner changed, then asks for the next contact's code or saves
 * (D-402). Too many wrong codes do not end the booking: the owner can keep the contact in use.
 */
const submitContactCode =
  (contact: ChangedContact, code: string): AppThunk<Promise<CodeOutcome>> =>
  async (dispatch) => {
    const failure = await dispatch(tryContactCode(contact, code));
    if (!failure) {
      await dispatch(loadClient());
      return dispatch(settleContacts());
    }
    const outcome = codeRefusal(failure);
    if (meaningOf(failure) !== 'signedOut') return outcome;
    // The session has ended, so the owner must sign in with the contact in use, whoever the changed contact belongs to.
    dispatch(sessionLost(lossOf(failure)));
    dispatch(keepUsed(contact));
    await dispatch(resendCode());
    return 'moved';
  };

/** Continues with the contact in use; the changed one stays a waiting contact (D-402). */
export const keepContact = (): AppThunk<Promise<CodeOutcome>> => async (dispatch, getState) => {
  if (dispatch(isHoldOver())) return 'moved';
  const contact = selectChangedContact(getState());
  if (contact) dispatch(keepUsed(contact));
  return dispatch(settleContacts());
};

/** Asks for the next changed contact's code; when none is left, saves the form. */
const settleContacts = (): AppThunk<Promise<CodeOutcome>> => async (dispatch) => {
  const asked = await dispatch(askForContact());
  if (asked === 'asked') return 'moved';
  const outcome =
    asked === 'failed' ? failed : dispatch(reported(await dispatch(save('client_info_collection')), 'contact-settled'));
  // The session was lost meanwhile: a code sent to the contacts in use signs the owner in again.
  if (outcome.kind === 'failed' && dispatch(isOwnerLost()) && (await dispatch(resendCode()))) return 'moved';
  if (outcome.kind !== 'moved') dispatch(reopenForm(outcome.kind === 'refused' ? outcome.fields : {}));
  return 'moved';
};

/** Reloads the owner's record, from which the flow's facts and the form's pets are derived. */
const loadClient = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const owner = selectOwner(getState());
  if (owner) await once(dispatch(authApi.endpoints.clientByUser.initiate(clientQuery(owner), { forceRefetch: true })));
};

/** Copies the record's name to a user without one (VERIF-08, D-27); ignores a failure. */
const nameFromRecord = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const owner = selectOwner(getState());
  const client = selectClient(getState());
  const firstName = [client?.first_name, client?.last_name].filter(Boolean).join(' ');
  if (!owner || owner.firstName || firstName === '') return;
  await dispatch(authApi.endpoints.updateName.initiate({ params: { id: owner.id }, body: { firstName } }));
};
