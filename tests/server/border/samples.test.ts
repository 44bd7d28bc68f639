import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../../src/contract';
import { ask, inject, requestOf } from '../../support/border/ask';
import { samples } from '../../support/border/samples';
import { makeScene, type Scene } from '../../support/border/scene';

let scene: Scene;
beforeAll(async () => void (scene = await makeScene()));
afterAll(() => scene.close());

describe('the samples that the border is tried with', () => {
  it('are of every call, and of nothing else', () => {
    expect(Object.keys(samples).sort()).toEqual(endpoints.map(({ name }) => name).sort());
  });

  it.each(endpoints.map((one) => [one.name, one] as const))(
    'of %s is taken, and so is one of another owner',
    async (name, endpoint) => {
      for (const who of [scene.jo, scene.casey]) {
        const given = await samples[name]!(scene, who);
        const answer = await ask(scene.server, endpoint, given, given.token === undefined ? who.token : given.token);
        expect([answer.status, answer.body?.success, answer.status === 200 || answer.text]).toEqual([200, true, true]);
      }
    },
  );

  it.each(endpoints.filter(({ idempotent }) => idempotent).map((one) => [one.name, one] as const))(
    'of %s is taken without a key too, and with one that is none it is refused (D-412)',
    async (name, endpoint) => {
      for (const [key, status] of [
        [undefined, 200],
        ['', 400],
        ['mine', 400],
      ] as const) {
        const given = await samples[name]!(scene, scene.jo);
        const {
          headers: { 'idempotency-key': _, ...headers },
          ...request
        } = requestOf(scene.server, endpoint, given, given.token ?? scene.jo.token);
        const answer = await inject(scene.server, {
          ...request,
          headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
        });
        expect([key, answer.status]).toEqual([key, status]);
      }
    },
  );
});
