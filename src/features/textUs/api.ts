import { textUs } from '../../contract/messages';
import { api, contractMutation } from '../../api/api';

export const textUsApi = api.injectEndpoints({
  endpoints: (build) => ({ textUs: contractMutation(build, textUs) }),
});
