import { listProducts, listProviders, listSpecies } from '../../../src/contract/catalogue';
import { handle, type Handled } from '../../plugins/handlers';
import { productsFor, providersFor } from './visible';

export const routes: Handled[] = [
  handle(listSpecies, async ({ clinic }) => ({ data: clinic.species })),
  handle(listProducts, async ({ clinic, query }) => productsFor(clinic, query.product_token)),
  handle(listProviders, async ({ clinic, query }) => ({ content: providersFor(clinic, query.size) })),
];
