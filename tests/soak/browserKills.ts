import { someOwner } from '../../e2e/support/booking';
import { MortalBrowser, networkNames, saveNames, survive } from '../../e2e/support/killed';
import { clinicOfSam } from '../../e2e/support/requests';
import { PortalServer } from '../../e2e/support/server';
import { findBrowser } from '../support/browser';
import type { Part } from './part';
import type { Random } from './random';

/** Seconds between a save and the browser's end: the browser writes local storage after five of them, and then once a minute. */
const waits = [1, 2, 4, 6, 10, 20, 45, 70, 90];

/**
 * Everything that the portal keeps, with each network that a browser may be opened with again, killed after each of the
 * waits: the rounds go through all of it, from a place that the seed sets.
 */
export async function browserKillsPart(): Promise<Part> {
  process.env['CHROME_PATH'] = findBrowser();
  const server = await PortalServer.start();
  const cells = waits.flatMap((seconds) =>
    saveNames.flatMap((name) => networkNames.map((network) => ({ name, seconds, network }))),
  );
  let next: number | undefined;
  let rounds = 0;

  async function round(random: Random): Promise<void> {
    next ??= random.upTo(cells.length);
    // 7 has no factor in common with the number of cells: neighbours differ in all three, and none is left out.
    const cell = cells[(next + 7 * rounds) % cells.length]!;
    rounds += 1;
    const clinic = `killed-${rounds}`;
    const owner = someOwner();
    const overrides = clinicOfSam(owner);
    await server.addClinic({ ...overrides, shop: { ...overrides.shop, id: clinic } });
    const browser = await MortalBrowser.start(server);
    try {
      await survive(cell.name, cell.seconds, cell.network, { clinic, owner, browser });
    } catch (error) {
      throw new Error(`${cell.name}, killed after ${cell.seconds} s, network ${cell.network}`, { cause: error });
    } finally {
      await browser.remove();
    }
  }

  return {
    name: `a browser that is killed after each save (${cells.length} cells)`,
    round,
    close: () => server.remove(),
  };
}
