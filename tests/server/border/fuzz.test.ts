import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints } from '../../../src/contract';
import { fuzz } from '../../support/border/fuzz';
import { makeScene, type Scene } from '../../support/border/scene';
import { randomOf } from '../../soak/random';

const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000);
let scene: Scene;
beforeAll(async () => void (scene = await makeScene()));
afterAll(() => scene.close());

it('API-64 nothing hostile in any field of any call is a fault, is echoed, or is stored so that it cannot be read', async () => {
  const found = await fuzz(scene, randomOf(seed), { fields: 3, headers: 2, bodies: 2 });
  console.log(
    `seed ${seed}: ${found.requests} requests to ${endpoints.length} calls with ${found.fields} fields, by status ${JSON.stringify(found.byStatus)}`,
  );
  expect(found.faults, `FUZZ_SEED=${seed}`).toEqual([]);
  expect(Object.keys(found.byStatus).filter((status) => Number(status) >= 500)).toEqual([]);
}, 180_000);
