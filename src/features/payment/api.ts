import { confirmDemoCard } from '../../contract/demoCards';
import { api, contractMutation } from '../../api/api';

/** The sandbox's own call; the real provider's script makes its calls itself. */
export const sandboxApi = api.injectEndpoints({
  endpoints: (build) => ({ confirmDemoCard: contractMutation(build, confirmDemoCard) }),
});
