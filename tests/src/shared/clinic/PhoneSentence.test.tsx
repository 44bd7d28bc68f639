// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { PhoneSentence } from '../../../../src/shared/clinic/PhoneSentence';
import { exampleShop } from '../../shop';

afterEach(cleanup);

it.each([
  ['.', '512-555-0100.'],
  [', please.', '512-555-0100,'],
  [' and ask.', '512-555-0100'],
])('keeps a mark on the line of the number before it: %j', (after, kept) => {
  const { container } = render(<PhoneSentence shop={exampleShop()} before="Try again or call " after={after} />);
  expect(container.textContent).toBe(`Try again or call 512-555-0100${after}`);
  expect(screen.getByRole('link').parentElement?.textContent).toBe(kept);
});
