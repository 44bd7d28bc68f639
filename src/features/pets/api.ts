import { api, contractMutation } from '../../api/api';
import { emailVaccinations } from '../../contract/pets';

/** The dialog says itself what failed (VAX-08). */
export const petsApi = api.injectEndpoints({
  endpoints: (build) => ({
    emailVaccinations: contractMutation(build, { ...emailVaccinations, saysItself: true }),
  }),
});
