import type * as real from '../../../features/appointments/usePick';

/** No time has been tapped in a page that is drawn without scripts. */
export const usePick: (typeof real)['usePick'] = () => ({
  pick: () => undefined,
  picking: null,
  gone: [],
  problem: null,
  isUnheard: false,
});
