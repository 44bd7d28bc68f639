import { endpoints } from '../../src/contract';
import { fuzz } from '../support/border/fuzz';
import { makeScene } from '../support/border/scene';
import { expectSame, type Kind, type Part } from './part';
import type { Random } from './random';

/** Every hostile value there is in every field of every call, at a clinic of its own each round. */
export async function borderPart(kind: Kind): Promise<Part> {
  return {
    name: `border ${kind}`,
    round: async (random: Random) => {
      const scene = await makeScene();
      try {
        const found = await fuzz(scene, random, { fields: Infinity, headers: Infinity, bodies: Infinity });
        console.log(
          `  ${found.requests} requests to ${endpoints.length} calls with ${found.fields} fields, by status ${JSON.stringify(found.byStatus)}`,
        );
        expectSame('what is wrong with answers', found.faults, []);
      } finally {
        await scene.close();
      }
    },
    close: async () => undefined,
  };
}
