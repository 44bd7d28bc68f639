import { configure } from '@testing-library/react';

// A busy machine is no failure: what a test waits for may take as long as the test itself.
configure({ asyncUtilTimeout: 10_000 });
