import { configure } from '@testing-library/react';
import { vi } from 'vitest';

// On a busy machine a wait may take as long as the whole test.
const timeout = 10_000;
// What is said to a screen reader alone, or drawn before it is shown, is not seen, and would be found beside what is.
configure({
  asyncUtilTimeout: timeout,
  defaultIgnore: 'script, style, [role=log] *, [style*="display: none"], [style*="display: none"] *',
});

// vi.waitFor has no setting of its own.
const waitFor = vi.waitFor;
vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout });
