import { shopLoaded } from '../../state/clinic';
import { savingFailed } from '../../state/storageHealth';
import { clinicOpened } from '../../state/session';
import type { SignedIn, User } from '../../contract/auth';
import type { Shop } from '../../contract/shop';
import { hasDatabase, lastClinic, savedKinds } from '../../offline/marker';
import type { AppThunk } from '../../state/store';

const deviceCode = () => import('../../offline/database/device');

/** Loads the code that reads the device while the page is prepared, if anything of the clinic is saved there. */
export const fetchDevice = (clinicId: string): void =>
  void (savedKinds(clinicId).size > 0 && deviceCode().catch(() => undefined));

/**
 * Opens a clinic's address: continues its saved session and shows the clinic from the page's own data or from the
 * device. A first visit has no database and does not wait for one.
 */
export const openClinic =
  (clinicId: string, given: Shop | null = null): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const saved = { session: null as SignedIn | null, reader: null as User | null, shop: given };
    try {
      if (savedKinds(clinicId).has('leaving')) await deviceCode().then(({ endSignOut }) => endSignOut(clinicId));
      if (savedKinds(clinicId).size > 0 || (await hasDatabase())) {
        const { session, reader, clinic } = await deviceCode().then(({ readDevice }) => readDevice(clinicId));
        saved.session = session && { token: session.token, user: session.user };
        saved.reader = reader;
        saved.shop ??= clinic?.shop ?? null;
      }
    } catch {
      dispatch(savingFailed());
    }
    if (getState().session.clinicId !== null) {
      const { api } = await import('../../api/api');
      dispatch(api.util.resetApiState());
    }
    dispatch(clinicOpened({ clinicId, saved: saved.session, lapsed: saved.reader }));
    if (saved.shop) dispatch(shopLoaded({ shop: saved.shop, source: given ? 'page' : 'device' }));
    // The saved clinic may be old: it is shown at once and loaded again in the background.
    if (!given) void dispatch(refreshShop());
  };

/** Finds the clinic loaded last for an address without a clinic, if the note of it is lost (D-45). */
export async function recallClinic(): Promise<void> {
  if (lastClinic() === null && (await hasDatabase()))
    await deviceCode()
      .then(({ findLastClinic }) => findLastClinic())
      .catch(() => undefined);
}

/** Loads the clinic from the server; the code for this is loaded after the first screen. */
export const refreshShop = (): AppThunk<Promise<void>> => async (dispatch) => {
  const { loadShop } = await import('../../api/loadShop');
  await dispatch(loadShop());
};
