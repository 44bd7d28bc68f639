import { api, contractMutation } from '../../api/api';
import { emailVaccinations } from '../../contract/pets';

/** The pets' calls. The dialog itself says what failed (VAX-08). */
export const petsApi = api.injectEndpoints({
  endpoints: (build) => ({
    emailVaccinations: contractMutation(build, { ...emailVaccinations, saysItself: true }),
  }),
});
