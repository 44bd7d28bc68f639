import {
  Breed,
  listBreeds,
  listKeywordActions,
  listLocations,
  listPatientColors,
  listPatientSexes,
  listProducts,
  listProviders,
  listSpecies,
  Named,
} from '../../../src/contract/catalogue';
import { inMatchingOrder } from '../../../src/domain/booking/keywordActions';
import { handle, type Handled } from '../../calls/handlers';
import { keywordActions, rowsOfSpecies } from './repository';
import { productsFor, providersFor } from './visible';

const named = ({ id, name }: Named): Named => ({ id, name });

/** Routes of contract/catalogue: what the clinic offers, and the lists for its forms. */
export const routes: Handled[] = [
  handle(listSpecies, async ({ clinic }) => ({ data: clinic.species })),
  handle(listProducts, async ({ clinic, query }) => productsFor(clinic, query.product_token)),
  handle(listProviders, async ({ clinic, query, session }) => ({
    content: providersFor(clinic, query.size, { withPrivate: query.showPrivate === 'true' && session?.staff === true }),
  })),
  handle(listLocations, async ({ clinic }) => clinic.locations.map(({ id, name }) => ({ id, name }))),
  handle(listKeywordActions, async ({ clinic, db }) => inMatchingOrder(await keywordActions(db, clinic.id))),
  handle(listBreeds, async ({ clinic, db, query }) =>
    (await rowsOfSpecies(db, clinic.id, ['breed', Breed], query.species_id)).map(({ id, display_name }) => ({
      id,
      display_name,
    })),
  ),
  handle(listPatientColors, async ({ clinic, db, query }) =>
    (await rowsOfSpecies(db, clinic.id, ['patient_color', Named], query.species_id)).map(named),
  ),
  handle(listPatientSexes, async ({ clinic, db, query }) =>
    (await rowsOfSpecies(db, clinic.id, ['patient_sex', Named], query.species_id)).map(named),
  ),
];
