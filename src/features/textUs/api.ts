import { listTextRequests, textUs } from '../../contract/messages';
import { api, contractMutation, contractQuery } from '../../api/api';

export const textUsApi = api.injectEndpoints({
  endpoints: (build) => ({
    textUs: contractMutation(build, textUs),
    textRequests: contractQuery(build, listTextRequests),
  }),
});
