import { is } from 'superstruct';
import type { Answer, AnswerBody, InboxRow } from '../../contract/desk/inbox';
import { HalfWritten, halfOf, hasSameWords, isMissed, withGone } from '../../domain/desk/halfWritten';
import { aboutWords, type Undoable } from '../../domain/desk/takeBack';
import { isUnheard } from '../../domain/desk/heard';
import { hasCode, meaningOf, type Failure } from '../../domain/failure';
import { announce } from '../../ui/behaviour/announce';
import { painted } from '../../ui/behaviour/painted';
import { failureOf, problemText, UNREADABLE } from '../api/api';
import { inboxApi, listOf, type InboxList } from '../api/inbox';
import { nextTurn } from '../api/turns';
import { draftDropped, draftKept, selectDraft } from '../kept/drafts';
import { selectElsewhere, selectKept } from '../session/session';
import type { AppThunk } from '../store';
import {
  answerBegun,
  answerForgotten,
  answerRefused,
  answerTaken,
  selectGiven,
  selectGivenTo,
  selectIsReopened,
  trayReopened,
  undoBegun,
  undoRefused,
  type Given,
  type Place,
} from './answers';
import { heard } from './heard';

/** Puts a row in its place in its clinic's list, before the server's next list says the same. */
const shown =
  (clinicId: string, row: InboxRow): AppThunk =>
  (dispatch, getState) => {
    // Looked for outside the draft, which would make one of every row that it passes.
    const place = listOf(getState(), { clinicId })?.rows.findIndex(({ id }) => id === row.id) ?? -1;
    dispatch(
      inboxApi.util.updateQueryData('inbox', { clinicId }, (list) => {
        if (place >= 0) list.rows[place] = row;
        // The next list is read whole, whatever was known.
        list.version = '';
      }),
    );
  };

/**
 * Keeps what is half written with its item, null where `sent` was all of it; on the device where another clinic is open.
 */
const halfKept =
  (
    clinicId: string,
    itemId: string,
    half: HalfWritten | null,
    sent: HalfWritten | null = null,
  ): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const kept = selectKept(getState());
    if (!kept) return;
    const isOpen = () => selectKept(getState())?.clinicId === clinicId;
    if (!isOpen())
      await import('../kept/keeping')
        .then(({ keepHalf }) => keepHalf(kept.person.id, clinicId, itemId, { half, sent }))
        .catch(() => undefined);
    // The clinic may be open again since.
    if (isOpen()) dispatch(half ? draftKept({ itemId, draft: half }) : draftDropped(itemId));
  };

/**
 * Gives an answer: it is shown as given at once, and the item comes back with a sentence where the clinic does not take
 * it. What was written stays until it does.
 */
export const giveAnswer =
  (given: { row: InboxRow; body: AnswerBody; half: HalfWritten | null }): AppThunk<Promise<void>> =>
  (dispatch, getState, { uuid }) => {
    const { row, body, half } = given;
    const clinicId = selectKept(getState())?.clinicId ?? '';
    const place = { clinicId, itemId: row.id };
    dispatch(answerBegun({ ...place, row, body, half, key: uuid(), begun: nextTurn() }));
    return dispatch(send(place));
  };

/** Sends an answer again that the clinic did not take, as the same one. */
export const giveAgain =
  (place: Place): AppThunk<Promise<void>> =>
  (dispatch, getState) => {
    const given = selectGivenTo(getState(), place);
    if (!given) return Promise.resolve();
    const { row, body, half, key } = given;
    dispatch(answerBegun({ ...place, row, body, half, key, begun: nextTurn() }));
    return dispatch(send(place));
  };

/** Reads the clinic's list, which knows what became of a call whose reply says nothing; without a network nothing does. */
const listRead =
  (clinicId: string, failure: Failure | null): AppThunk<Promise<void>> =>
  async (dispatch) => {
    if (!failure || meaningOf(failure) !== 'unsure') return;
    const { data } = await dispatch(
      inboxApi.endpoints.inbox.initiate({ clinicId }, { forceRefetch: true, subscribe: false }),
    );
    if (data) dispatch(answersFound(clinicId, data));
  };

/** Why an answer was not taken. Of what the clinic does not know the server has no words for a person. */
const refusalText = (failure: Failure): string =>
  hasCode(failure, 'not_found') ? 'This is not here any more.' : problemText(failure);

const send =
  (place: Place): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const given = selectGivenTo(getState(), place);
    if (!given) return;
    const { clinicId, itemId } = place;
    const { row, body, key } = given;
    // The next item is seen before the list is written anew and anything is sent.
    await painted();
    dispatch(shown(clinicId, { ...row, place: 'answered' }));
    // A list may tell what became of it before the reply does; it may be taken back by then, and another one given.
    const now = () => {
      const it = selectGivenTo(getState(), place);
      return it?.key === key ? it : null;
    };
    const isKnown = () => now()?.state !== 'sending';
    const reply = await heard(
      () =>
        dispatch(
          inboxApi.endpoints.answerItem.initiate({ params: { id: itemId }, body, key, clinicId }, { track: false }),
        ),
      isKnown,
    );
    const failure = failureOf(reply);
    if (!isKnown()) await dispatch(listRead(clinicId, failure));
    if (isKnown() && (now()?.state !== 'given' || !failure || isUnheard(failure))) return;
    if (failure || !reply.data) {
      const says = failure ? refusalText(failure) : '';
      dispatch(shown(clinicId, row));
      const isGone = failure !== null && hasCode(failure, 'slot_gone');
      const isBeaten = failure !== null && hasCode(failure, 'not_allowed');
      if (isGone && failure.kind === 'http') dispatch(goneMarked(clinicId, itemId, Object.keys(failure.fields)));
      dispatch(answerRefused({ ...place, says, isBeaten, isFinal: isGone }));
      announce(`${aboutWords(row, selectElsewhere(getState(), clinicId))}: not sent. ${says}`);
      return;
    }
    const { answer } = reply.data;
    dispatch(shown(clinicId, reply.data.row));
    await dispatch(had(place, answer));
  };

/** Notes that the clinic has an answer, whoever told it, and takes it back where that was wanted meanwhile. */
const had =
  (place: Place, answer: Answer): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const given = selectGivenTo(getState(), place);
    if (!given) return;
    const { clinicId, itemId } = place;
    const { row, half, isWantedBack } = given;
    dispatch(answerTaken({ ...place, answer, taken: nextTurn() }));
    const dropped = dispatch(sentDropped(clinicId, itemId, half));
    if (!isWantedBack) return dropped;
    await dropped;
    return dispatch(takeBack({ answer, ...place, about: aboutWords(row, selectElsewhere(getState(), clinicId)) }));
  };

/** Marks the times of what is written that are not free any more. */
const goneMarked =
  (clinicId: string, itemId: string, keys: readonly string[]): AppThunk =>
  (dispatch, getState) => {
    // At another clinic by now: the next sending is refused anew, and marks them.
    if (selectKept(getState())?.clinicId !== clinicId) return;
    const draft = selectDraft(getState(), itemId);
    if (is(draft, HalfWritten) && keys.length > 0) dispatch(draftKept({ itemId, draft: withGone(draft, keys) }));
  };

/** Drops what was written once it is sent; what another tab wrote meanwhile stays. */
const sentDropped =
  (clinicId: string, itemId: string, sent: HalfWritten | null): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const isOpen = selectKept(getState())?.clinicId === clinicId;
    const draft = isOpen ? selectDraft(getState(), itemId) : null;
    if (is(draft, HalfWritten) && isMissed(draft) && !hasSameWords(draft, sent)) return;
    await dispatch(halfKept(clinicId, itemId, null, sent));
  };

/**
 * What the clinic's list knows better than this page. An answer whose reply is late, or that seemed lost, and that the
 * list has counts as given, and can be taken back like any other. One that was given, and that a list asked for since
 * has not, was taken back: in another tab, or by an Undo whose reply was lost.
 */
export const answersFound =
  (at: string, { rows, asked }: Pick<InboxList, 'rows' | 'asked'>): AppThunk =>
  (dispatch, getState) => {
    for (const given of Object.values(selectGiven(getState()))) {
      const { itemId, clinicId, state, begun, row, answer, taken } = given;
      const found = clinicId === at ? rows.find(({ id }) => id === itemId) : undefined;
      const isTakenBack = found?.place === 'waits' && found.answer?.id !== answer?.id;
      if (taken !== null && taken < asked && isTakenBack) {
        if (state === 'given' || state === 'takingBack') void dispatch(backAgain(given));
        continue;
      }
      if (state !== 'failed' && state !== 'sending') continue;
      if (begun > asked || found?.place !== 'answered' || !found.answer?.is_mine) continue;
      if (state === 'failed') announce(`${aboutWords(row)}: sent after all. ${found.answer.words}`);
      void dispatch(had({ clinicId, itemId }, found.answer));
    }
  };

/** What was written comes back with its answer; a tray that opens with it has the focus, since the person wanted it. */
const halfBack =
  (place: Place, half: HalfWritten): AppThunk<Promise<void>> =>
  (dispatch) => {
    if (half.isOpen === 'yes') dispatch(trayReopened(place));
    return dispatch(halfKept(place.clinicId, place.itemId, half));
  };

/** Takes the wish that the tray of an item that came back has the focus, and says whether there was one. */
export const reopenedTaken =
  (place: Place): AppThunk<boolean> =>
  (dispatch, getState) => {
    const isReopened = selectIsReopened(getState(), place);
    if (isReopened) dispatch(trayReopened(null));
    return isReopened;
  };

/** Notes that an answer is back; what this page wrote comes with it where it was taken back here. */
const backAgain =
  ({ clinicId, itemId, row, half, isWantedBack }: Given): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const place = { clinicId, itemId };
    dispatch(answerForgotten(place));
    if (!isWantedBack) return;
    if (half) await dispatch(halfBack(place, half));
    announce(`${aboutWords(row, selectElsewhere(getState(), clinicId))}: taken back`);
  };

/** Takes an answer back that has not left (D-426); what was written, in its tray or beside it, is there again. */
export const takeBack =
  ({ answer, itemId, clinicId, about }: Undoable): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const place = { clinicId, itemId };
    const given = selectGivenTo(getState(), place);
    dispatch(undoBegun(place));
    // A list may tell that it is back before the reply does.
    const isKnown = () => given !== null && selectGivenTo(getState(), place)?.key !== given.key;
    const reply = await heard(
      () => dispatch(inboxApi.endpoints.undoAnswer.initiate({ params: { id: answer.id }, clinicId }, { track: false })),
      isKnown,
    );
    const failure = failureOf(reply);
    if (!isKnown()) await dispatch(listRead(clinicId, failure));
    if (isKnown()) return;
    if (failure || !reply.data) {
      dispatch(
        undoRefused({
          itemId,
          clinicId,
          about,
          says: `not taken back. ${failure ? problemText(failure, UNREADABLE) : ''}`,
          until: Date.parse(answer.leaves_at),
        }),
      );
      return;
    }
    dispatch(shown(clinicId, reply.data.row));
    dispatch(answerForgotten(place));
    // A page that was loaded since knows of it what the clinic does.
    const half = given ? given.half : halfOf(reply.data.given);
    if (half) await dispatch(halfBack(place, half));
    const { stays } = reply.data;
    if (stays === undefined) announce(`${about}: taken back`);
    else dispatch(undoRefused({ ...place, about, says: `taken back. ${stays}`, until: Date.parse(answer.leaves_at) }));
  };
