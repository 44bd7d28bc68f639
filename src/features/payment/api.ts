import { confirmDemoCard } from '../../contract/demoCards';
import { api, contractMutation } from '../../api/api';

/** The sandbox provider's own call; the real one is talked to by its own script. */
export const sandboxApi = api.injectEndpoints({
  endpoints: (build) => ({ confirmDemoCard: contractMutation(build, confirmDemoCard) }),
});
