import { someOwner } from './support/booking';
import { noConnection, test } from './support/fixtures';
import { MortalBrowser, survive, type Network, type SaveName } from './support/killed';
import { clinicOfSam } from './support/requests';

/** Of the matrix (tests/soak/browserKills.ts), those that the browser's late writing made fail. */
const cells: [SaveName, number, Network][] = [
  ['a sign-in with its records', 2, 'gone'],
  ['a form', 1, 'hanging'],
  ['a refill that waits', 1, 'hanging'],
  ['a sign-out', 1, 'gone'],
];

for (const [name, seconds, network] of cells) {
  test(`${name} outlives the browser’s end ${seconds} s later, with the network ${network} from then on`, async ({
    server,
    addClinic,
    complaints,
  }) => {
    complaints.expect(noConnection, /ERR_FAILED/);
    const owner = someOwner();
    const browser = await MortalBrowser.start(server, (context) => complaints.listen(context));
    try {
      await survive(name, seconds, network, { clinic: await addClinic(clinicOfSam(owner)), owner, browser });
    } finally {
      await browser.remove();
    }
  });
}
