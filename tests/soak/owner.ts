import { spawn } from 'node:child_process';
import type { Part } from './part';
import type { Random } from './random';

const file = 'tests/src/features/booking/owner/owner.test.ts';
/** Visits a round. */
const visits = 60;

/** Owners at clinics of all settings, by the real page in a document of its own: what is sent is what was shown. */
export async function ownerPart(): Promise<Part> {
  return {
    name: 'owner',
    round: async (random: Random) => {
      const env = { ...process.env, OWNER_SEED: String(random.upTo(2 ** 31)), OWNER_RUNS: String(visits) };
      const { code, output } = await run(
        ['node_modules/vitest/vitest.mjs', 'run', '--config=tests/vitest.config.ts', '--project', 'unit', file],
        env,
      );
      if (code !== 0) throw new Error(`OWNER_SEED=${env.OWNER_SEED} OWNER_RUNS=${visits}\n${output}`);
    },
    close: async () => undefined,
  };
}

function run(args: string[], env: NodeJS.ProcessEnv): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => void (output += String(chunk)));
    child.stderr.on('data', (chunk) => void (output += String(chunk)));
    child.once('error', reject);
    child.once('exit', (code) => resolve({ code, output }));
  });
}
