import { expect, it } from 'vitest';
import { apiTable, countApiRows } from '../support/apiRows';

it('every call of docs/product.md has a test that names it', () => {
  const { rows, unknown } = countApiRows();
  console.log(apiTable(rows));
  expect(rows).toHaveLength(64);
  expect(rows.filter((row) => row.tests === 0).map((row) => `${row.id} ${row.title}`)).toEqual([]);
  expect(unknown).toEqual([]);
});
