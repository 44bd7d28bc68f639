import { deviceNow } from '../../offline/clock';
import { savedKinds } from '../../offline/marker';
import type { Services } from '../../state/services';

/** Makes the services of a page in a browser. */
export const browserServices = (): Services => ({
  base: import.meta.env['VITE_API_BASE'] || '/api',
  now: deviceNow,
  uuid: () => crypto.randomUUID(),
  storedSession: async (clinicId) => {
    if (!savedKinds(clinicId).has('session')) return null;
    try {
      const { loadSession } = await import('../../offline/database/session');
      return await loadSession(clinicId);
    } catch {
      return null;
    }
  },
  guest: { underWay: null },
  drafts: { loaded: null },
});
