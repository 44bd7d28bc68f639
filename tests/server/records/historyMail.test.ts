import fc from 'fast-check';
import { expect, it } from 'vitest';
import { historyMail } from '../../../server/modules/pets/historyMail';
import type { Clinic } from '../../../server/calls/clinic';
import { statusWords } from '../../../src/domain/certificate/certificate';
import { exampleShop } from '../../src/shop';
import { looked, noon, stated, wordsIn } from '../../support/vaccinations';

const shop = exampleShop({ timezone: 'America/Chicago' });

it('stands in the mail and in its file as the server flags it', async () => {
  await fc.assert(
    fc.asyncProperty(looked, async ({ rows, today }) => {
      const expected = rows.map((row) => [row.description, statusWords[stated(row, true, today)]]).sort();
      const clinic = { id: 'oakwood', shop, species: [] } as unknown as Clinic;
      const patient = {
        id: 'p1',
        name: 'Rex',
        species_id: 'dog',
        sex: null,
        birthdate: null,
        breed: null,
        first_name: 'Sam',
        last_name: 'Rivera',
      } as unknown as Parameters<typeof historyMail>[1];
      const { text, attachment } = await historyMail(clinic, patient, rows, {
        recipient: 'a@example.com',
        now: noon(today),
      });
      const told = text.split('\n').flatMap((line) => {
        const [, name = '', word = ''] = /(Vaccine \d).*?(Active|Expires soon|Expired)\b/.exec(line) ?? [];
        return name ? [[name, word]] : [];
      });
      expect(told.sort()).toEqual(expected);
      expect(await wordsIn(attachment!.content)).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});
