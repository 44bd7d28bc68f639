// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { cleanup, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { Provider } from 'react-redux';
import { afterEach, expect, it } from 'vitest';
import { certificate, statusWords } from '../../../../src/domain/certificate/certificate';
import { certificatePdf } from '../../../../src/domain/certificate/certificatePdf';
import { dueVaccines } from '../../../../src/domain/pets/due';
import { shownStatus, type VaccinationStatus } from '../../../../src/domain/pets/vaccinations';
import { Vaccinations } from '../../../../src/features/pets/Vaccinations';
import { installDialog } from '../../../support/dialog';
import { looked, noon, stated, wordsIn } from '../../../support/vaccinations';
import { apiStore, owner } from '../../api/support';
import { exampleShop } from '../../shop';

installDialog();
afterEach(cleanup);

const shop = exampleShop({ timezone: 'America/Chicago' });
const pet = { id: 'p1', name: 'Rex', species_id: 'dog', sex: null, birthdate: null, breed: null };
it('stands the same in My Pets, in what is due, on the certificate and in its file, whatever flags, dates and clock', async () => {
  const store = apiStore('http://127.0.0.1:9', owner());
  await fc.assert(
    fc.asyncProperty(looked, async ({ rows, today, savedAt, asOf, isFresh }) => {
      const expected = rows.map((row) => [row.description, statusWords[stated(row, isFresh, today)]]).sort();
      const look = { isCopy: !isFresh, today };
      expect(rows.map((row) => [row.description, statusWords[shownStatus(row, look)]]).sort()).toEqual(expected);

      render(
        <Provider store={store}>
          <Vaccinations
            shop={shop}
            pet={pet}
            today={today}
            held={{
              data: rows,
              savedAt,
              asOf,
              isLoading: false,
              hasFailed: false,
              isMissing: false,
              reload: () => undefined,
            }}
          />
        </Provider>,
      );
      const shown = screen
        .getAllByRole('listitem')
        .map((item) => [item.querySelector('b')!.textContent, item.dataset['status']]);
      cleanup();
      expect(shown.map(([name, look]) => [name, statusWords[look as VaccinationStatus]]).sort()).toEqual(expected);

      expect(dueVaccines(rows, look).sort()).toEqual(
        expected.filter(([, word]) => word !== 'Active').map(([name]) => name),
      );

      const paper = certificate({ shop, pet, species: 'Dog', rows, asOf: new Date(asOf), look });
      expect(paper.latest.map(({ vaccine, status }) => [vaccine, statusWords[status]]).sort()).toEqual(expected);
      expect(await wordsIn(await certificatePdf(paper, noon(today)))).toEqual(expected);
    }),
    { numRuns: 15 },
  );
}, 60_000);
