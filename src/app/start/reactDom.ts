import * as client from 'react-dom/client';

/** React's start. Read here, in the file of its library, so that it is evaluated in a task of its own (vite.config.ts). */
export const { createRoot, hydrateRoot } = client;
export type { Root } from 'react-dom/client';
