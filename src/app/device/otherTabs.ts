import { api } from '../../api/api';
import { ownerReplaced, selectReader } from '../../state/session';
import { inTurn } from '../../offline/inTurn';
import { forgetVisit } from '../../offline/visitNotes';
import { loadReader, loadSession, wipeOthers } from '../../offline/database/session';
import type { AppThunk } from '../../state/store';

/**
 * Applies another tab's change of a clinic's owner. An owner who signed out or was replaced there is removed here too,
 * with all loaded data (D-08, D-308). `isWiped`: the other tab deleted the owner's saved data, so what this tab saved
 * meanwhile is deleted as well.
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
