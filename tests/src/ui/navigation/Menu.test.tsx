// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Segments } from '../../../../src/ui/navigation/Menu';

afterEach(cleanup);

const kinds = [
  { value: 'vaccinations', label: 'Vaccinations' },
  { value: 'medications', label: 'Medications' },
] as const;

function Records() {
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('vaccinations');
  return (
    <>
      <Segments label="Show" name="records" value={kind} options={kinds} onChange={setKind} />
      <p>The {kind}</p>
    </>
  );
}
const kind = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });

it('a segment is chosen at once; what it shows is drawn after that is painted, the last one chosen at the end', async () => {
  render(<Records />);
  fireEvent.click(kind('Medications'));
  expect(kind('Medications').checked).toBe(true);
  expect(screen.getByText('The vaccinations')).toBeTruthy();
  await screen.findByText('The medications');
  expect(kind('Medications').checked).toBe(true);
  fireEvent.click(kind('Vaccinations'));
  fireEvent.click(kind('Medications'));
  fireEvent.click(kind('Vaccinations'));
  expect(kind('Vaccinations').checked).toBe(true);
  await screen.findByText('The vaccinations');
  expect(kind('Vaccinations').checked).toBe(true);
});
