import { configure } from '@testing-library/react';
import { vi } from 'vitest';

// A busy machine is no failure: what a test waits for may take as long as the test itself.
const timeout = 10_000;
configure({ asyncUtilTimeout: timeout });

// vi.waitFor has no setting of its own.
const waitFor = vi.waitFor;
vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout });
