import { setFlagsFromString } from 'node:v8';

/** The server of a release: `node server.js`. */

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or later is needed; this is ${process.versions.node}.`);
  process.exit(1);
}
// What `npm start` gives on the command line, as far as it can be set later: the embedded database's code is run as
// compiled at first, and memory is given back sooner. The third, --max-semi-space-size=8, is for whoever starts Node.
for (const flag of ['--liftoff-only', '--heap-growing-percent=20']) setFlagsFromString(flag);
await import('./dist-ssr/main.js');
