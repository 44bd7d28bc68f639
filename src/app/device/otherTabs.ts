import { api } from '../../api/api';
import { ownerReplaced, selectReader } from '../../state/session';
import { inTurn } from '../../offline/inTurn';
import { forgetVisit } from '../../offline/visitNotes';
import { loadReader, loadSession, wipeOthers } from '../../offline/database/session';
import type { AppThunk } from '../../state/store';

/**
 * Follows what another tab did to a clinic's owner on this device: whoever signed out there, or was followed by another,
 * is gone here as well, with all that was loaded of theirs (D-08, D-308). What this tab wrote of theirs meanwhile goes
 * too where the other tab has wiped it.
 */
export const followOwner =
  (clinicId: string, isWiped: boolean): AppThunk<Promise<void>> =>
  (dispatch, getState) =>
    inTurn(async () => {
      const [saved, lapsed] = [await loadSession(clinicId), await loadReader(clinicId)];
      const owner = saved && !saved.user.is_guest ? saved.user : lapsed;
      const mine = selectReader(getState());
      if (getState().session.clinicId !== clinicId || !mine || mine.id === owner?.id) return;
      dispatch(ownerReplaced({ saved: saved && { token: saved.token, user: saved.user }, lapsed }));
      dispatch(api.util.resetApiState());
      forgetVisit(clinicId);
      if (isWiped) await wipeOthers(clinicId, owner?.id ?? null);
    });
