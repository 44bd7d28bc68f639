import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    projects: [
      { extends: true, test: { name: 'unit', include: ['tests/{src,sw}/**/*.test.{ts,tsx}'] } },
      { extends: true, test: { name: 'server-pglite', include: ['tests/server/**/*.test.ts'], env: { TEST_DB: 'pglite' }, testTimeout: 30_000, hookTimeout: 60_000 } },
      { extends: true, test: { name: 'server-postgres', include: ['tests/server/**/*.test.ts'], env: { TEST_DB: 'postgres' }, testTimeout: 30_000, hookTimeout: 60_000 } },
    ],
  },
});
