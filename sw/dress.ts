import { clinicOf } from '../src/contract/clinicAddress';
import { readRootLook } from '../src/offline/database/savedPage';
import { rootAttributes } from '../src/offline/rootAttributes';

/** How long the device is waited for, in milliseconds: then the page is painted plain, and the app dresses it. */
const patienceMs = 300;

/** The build's root element, which waits for its attributes. */
const root = '<html lang="en-US" >';

/**
 * Reads the colour of an address's clinic and the chosen skin, and returns what puts them into the shell, which is the
 * same for every clinic and device: else it would be painted in another colour first, and light where dark was chosen.
 * They name no person.
 */
export function dresser(url: string): (html: string) => Promise<string> {
  const reading = readRootLook(clinicOf(new URL(url).pathname)).catch(() => null);
  const patience = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null));
  return async (html) => {
    const look = await Promise.race([reading, patience]);
    return look ? html.replace(root, root.replace('>', `${rootAttributes(look.colour, look.skin)}>`)) : html;
  };
}
