import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../../src/contract';
import type { Endpoint } from '../../../src/contract/endpoint';
import * as limits from '../../../src/limits';
import { ask } from '../../support/border/ask';
import { samples } from '../../support/border/samples';
import { makeScene, otherClinic, type Scene } from '../../support/border/scene';
import { tableNames } from '../../support/partition';
import { staffMember } from '../../support/staff';

/** Everybody who may come to the desk's door. */
const callers = [
  'nobody',
  'a garbage token',
  'a guest',
  'the owner',
  'staff of another clinic',
  'a revoked session',
  'a removed member',
  'an idle session',
  'a member',
  'an admin',
] as const;
type Caller = (typeof callers)[number];

let scene: Scene;
beforeAll(async () => {
  scene = await makeScene();
});
afterAll(() => scene.close());

/** A fresh token of each, since some calls end the session that asks. */
async function tokenOf(who: Caller): Promise<string | null> {
  const { server, jo } = scene;
  const { db, clock } = server;
  switch (who) {
    case 'nobody':
      return null;
    case 'a garbage token':
      return 'x'.repeat(43);
    case 'a guest':
      return (await server.signInGuest()).token;
    case 'the owner':
      return jo.token;
    case 'staff of another clinic':
      return (await staffMember(server, { role: 'admin', clinicId: otherClinic })).token;
    case 'a revoked session': {
      const { token, personId } = await staffMember(server, { role: 'admin' });
      await db.updateTable('staff_sessions').set({ ended_at: clock.now() }).where('person_id', '=', personId).execute();
      return token;
    }
    case 'a removed member': {
      const { token, personId } = await staffMember(server, { role: 'admin' });
      await db.updateTable('memberships').set({ removed_at: clock.now() }).where('person_id', '=', personId).execute();
      return token;
    }
    case 'an idle session': {
      const { token, personId } = await staffMember(server, { role: 'admin' });
      const before = new Date(clock.now().getTime() - limits.staffIdleMs);
      await db.updateTable('staff_sessions').set({ last_used_at: before }).where('person_id', '=', personId).execute();
      return token;
    }
    case 'a member':
      return (await staffMember(server)).token;
    case 'an admin':
      return (await staffMember(server, { role: 'admin' })).token;
  }
}

const strangers: ReadonlySet<Caller> = new Set<Caller>([
  'nobody',
  'a garbage token',
  'a guest',
  'the owner',
  'a revoked session',
  'a removed member',
  'an idle session',
]);
/** What the door says by the contract alone (D-421, D-422); null lets in. */
function refusal({ access, isForAdmins }: Endpoint, who: Caller): string | null {
  if (strangers.has(who)) return 'unauthorized';
  if (access === 'person') return null;
  if (who === 'staff of another clinic') return 'not_found';
  return isForAdmins && who === 'a member' ? 'not_allowed' : null;
}

/** Everything in the database but for what any call may note: counts and when a session was last used. */
async function everything(): Promise<string> {
  const names = (await tableNames(scene.server.db)).filter((name) => name !== 'counters');
  const tables: unknown[] = [];
  for (const name of names) {
    const all = await sql<Record<string, unknown>>`select * from ${sql.table(name)} as t order by t::text`.execute(
      scene.server.db,
    );
    tables.push([name, all.rows.map(({ last_used_at: _, ...row }) => JSON.stringify(row)).toSorted()]);
  }
  return JSON.stringify(tables);
}

const calls = endpoints.filter(({ access }) => access === 'person' || access === 'staff');

describe('who may call at the desk (D-421, D-422)', () => {
  it('has calls', () => expect(calls.length).toBeGreaterThan(10));

  it.each(calls.map((call) => [call.name, call] as const))('%s', async (name, call) => {
    for (const who of callers) {
      const given = { ...(await samples[name]!(scene, scene.jo)) };
      const token = await tokenOf(who);
      const expected = refusal(call, who);
      const before = expected === null ? null : await everything();
      const { status, body } = await ask(scene.server, call, given, token);
      // What the sample made may be one person's own; that person asks below.
      if (expected !== null) expect([who, body?.code]).toEqual([who, expected]);
      else if (call.access === 'staff') expect([who, status]).toEqual([who, 200]);
      else expect(['unauthorized', 'not_allowed'], who).not.toContain(body?.code);
      if (before !== null) expect(await everything(), `${who} changes nothing`).toBe(before);
    }
    const own = await samples[name]!(scene, scene.jo);
    expect((await ask(scene.server, call, own, own.token!)).status).toBe(200);
  });

  it.each(calls.filter(({ access }) => access === 'staff').map((call) => [call.name, call] as const))(
    '%s at a clinic that there is not is as at one that is not theirs',
    async (_, call) => {
      const token = await tokenOf('an admin');
      const answers = await Promise.all(
        [otherClinic, `none-${randomUUID().slice(0, 8)}`].map((clinicId) =>
          scene.server.send(call, { params: {}, query: {}, body: {} } as never, { token, clinicId }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([404, 404]);
      expect(answers[0]!.text).toBe(answers[1]!.text);
    },
  );
});
