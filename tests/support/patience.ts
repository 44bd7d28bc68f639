import { configure } from '@testing-library/react';
import { vi } from 'vitest';

// On a busy machine a wait may take as long as the whole test.
const timeout = 10_000;
configure({ asyncUtilTimeout: timeout });

// vi.waitFor has no setting of its own.
const waitFor = vi.waitFor;
vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout });
