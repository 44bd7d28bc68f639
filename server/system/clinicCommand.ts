import { existsSync } from 'node:fs';
import { root } from './root';

/** How the operator's tool is called: in a release there is its file and no npm (server/release). */
export const clinicCommand = existsSync(new URL('clinic.js', root)) ? 'node clinic.js' : 'npm run clinic --';
