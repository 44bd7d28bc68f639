import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  changeMember,
  endMemberSessions,
  endStaffSession,
  inviteMember,
  listAudit,
  listMembers,
  listMemberSessions,
  listStaffSessions,
  me,
  removeMember,
  renameMe,
  sendStaffCode,
  staffSignIn,
} from '../../../src/contract/desk/staff';
import * as limits from '../../../src/limits';
import { HOUR } from '../../../src/limits';
import { runCommand } from '../../../server/operator/run';
import { clinicFile } from '../../support/clinicFile';
import { startTestServer, type TestServer } from '../../support/server';
import { staffMember } from '../../support/staff';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clinicFiles: [clinicFile(), clinicFile({ shop: { id: 'secondvets', name: 'Second Vets' } })],
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('people').execute();
  await server.db.deleteFrom('audit_lines').execute();
  await server.db.deleteFrom('messages').execute();
  await server.db.deleteFrom('counters').execute();
});

const lines = { given: [], write: () => {} };
const inviteByOperator = (
  email: string,
  role = 'staff',
  providerId: string | null = null,
  clinicId = server.clinicId,
) => runCommand(server.services, { name: 'invite', clinicId, email, role, providerId }, lines);
const codeFor = async (email: string): Promise<string> => {
  await server.api(sendStaffCode, { body: { email } });
  return server.codeSentTo(email.trim().toLowerCase());
};
const signIn = async (email: string) => server.api(staffSignIn, { body: { email, code: await codeFor(email) } });

describe('an invitation (D-421)', () => {
  it('of who works elsewhere and is signed in is taken up with the first call, without signing in anew', async () => {
    await inviteByOperator('ana@vets.example', 'admin');
    const { token } = await signIn('ana@vets.example');
    await inviteByOperator('ana@vets.example', 'admin', null, 'secondvets');
    const joined = async () =>
      (await server.db.selectFrom('memberships').select(['clinic_id', 'joined_at']).execute()).find(
        ({ clinic_id }) => clinic_id === 'secondvets',
      )!.joined_at;
    expect(await joined()).toBeNull();
    server.clock.advance(60_000);
    const came = server.clock.now();
    for (let call = 0; call < 2; call += 1) {
      const { members } = await server.api(listMembers, {}, { token, clinicId: 'secondvets' });
      expect(members).toMatchObject([{ is_me: true, joined_at: came.toISOString() }]);
      server.clock.advance(60_000);
    }
  });

  it('by the operator makes a member, who is told and signs in by code', async () => {
    const { exit, out } = await inviteByOperator('Ana@Vets.example', 'admin');
    expect([exit, out[0]]).toEqual([0, expect.stringContaining('ana@vets.example is invited to the desk of')]);
    const mail = await server.db.selectFrom('messages').selectAll().execute();
    expect(mail.map(({ kind, recipient }) => [kind, recipient])).toEqual([['staff_invitation', 'ana@vets.example']]);
    expect(mail[0]!.body_text).toContain(`/admin/inbox?clinic=${server.clinicId}`);
    expect(mail[0]!.body_text).toMatch(/^You are invited to the desk of /);
    const { token, person, clinics } = await signIn(' ANA@vets.example ');
    expect([person.email, clinics.map(({ id, role }) => [id, role])]).toEqual([
      'ana@vets.example',
      [[server.clinicId, 'admin']],
    ]);
    expect((await server.api(me, {}, { token })).person).toEqual(person);
  });

  it('by the operator that is repeated changes nothing, and one with another role is refused', async () => {
    await inviteByOperator('ana@vets.example', 'admin');
    const again = await inviteByOperator('Ana@vets.example', 'admin');
    expect([again.exit, again.out]).toEqual([
      0,
      ['ana@vets.example is a member already, as admin; nothing was changed.'],
    ]);
    const other = await inviteByOperator('ana@vets.example');
    expect([other.exit, other.err]).toEqual([1, ['ana@vets.example is a member already.']]);
    expect(await server.db.selectFrom('messages').select('kind').execute()).toHaveLength(1);
    expect(await server.db.selectFrom('audit_lines').select('id').execute()).toHaveLength(1);
  });

  it('at the desk is an admin’s alone, and names nobody else’s clinician', async () => {
    const admin = await staffMember(server, { role: 'admin' });
    const { members, clinicians } = await server.api(listMembers, {}, admin);
    expect(members).toHaveLength(1);
    const [clinician] = clinicians;
    const invited = await server.api(
      inviteMember,
      { body: { email: 'lind@vets.example', role: 'staff', provider_id: clinician!.id } },
      admin,
    );
    expect(invited).toMatchObject({ provider: clinician!.name, joined_at: null, is_me: false });
    const same = { email: 'other@vets.example', role: 'staff' as const, provider_id: clinician!.id };
    await expect(server.api(inviteMember, { body: same }, admin)).rejects.toMatchObject({ code: 'validation' });
    const none = { ...same, provider_id: 'nobody' };
    await expect(server.api(inviteMember, { body: none }, admin)).rejects.toMatchObject({ code: 'validation' });
    const member = await staffMember(server, { name: 'Max' });
    await expect(
      server.api(inviteMember, { body: { email: 'x@y.example', role: 'staff' } }, member),
    ).rejects.toMatchObject({ code: 'not_allowed' });
  });

  it('who was removed comes back by a new one, with the role of that', async () => {
    const admin = await staffMember(server, { role: 'admin' });
    await server.api(inviteMember, { body: { email: 'bo@vets.example', role: 'admin' } }, admin);
    const bo = await signIn('bo@vets.example');
    await server.api(removeMember, { params: { personId: bo.person.id } }, admin);
    await expect(server.api(listMembers, {}, { token: bo.token })).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(server.api(me, {}, { token: bo.token })).rejects.toMatchObject({ code: 'unauthorized' });
    // Who works nowhere any more is told so; a session that was ended by hand says no such thing.
    expect((await server.send(me, {}, { token: bo.token })).body).toMatchObject({ fields: { membership: 'removed' } });
    expect((await server.send(me, {}, { token: 'x'.repeat(43) })).body).not.toHaveProperty('fields');
    await server.api(inviteMember, { body: { email: 'bo@vets.example', role: 'staff' } }, admin);
    const back = await server.send(me, {}, { token: bo.token });
    expect([back.status, back.body]).toEqual([401, expect.not.objectContaining({ fields: expect.anything() })]);
    const { clinics } = await signIn('bo@vets.example');
    expect(clinics.map(({ role }) => role)).toEqual(['staff']);
  });
});

describe('a code for the desk', () => {
  it('is sent to members alone, and the answer does not tell', async () => {
    await inviteByOperator('ana@vets.example');
    const known = await server.send(sendStaffCode, { body: { email: 'ana@vets.example' } });
    const unknown = await server.send(sendStaffCode, { body: { email: 'nobody@vets.example' } });
    expect(unknown.text).toBe(known.text);
    const sent = await server.db.selectFrom('messages').select('recipient').where('kind', '=', 'code').execute();
    expect(sent).toEqual([{ recipient: 'ana@vets.example' }]);
  });

  it('counts once, for ten minutes, and for five tries', async () => {
    await inviteByOperator('ana@vets.example');
    const email = 'ana@vets.example';
    const tried = (code: string) => server.send(staffSignIn, { body: { email, code } });
    const first = await codeFor(email);
    expect((await tried(first)).status).toBe(200);
    expect((await tried(first)).status).toBe(401);
    const late = await codeFor(email);
    server.clock.advance(limits.codeMs);
    expect((await tried(late)).status).toBe(401);
    const guessed = await codeFor(email);
    for (let n = 0; n < limits.codeAttempts; n++)
      expect((await tried('000000'.replace(/0$/, guessed === '000000' ? '1' : '0'))).status).toBe(401);
    expect((await tried(guessed)).status).toBe(401);
    expect((await tried(await codeFor(email))).status).toBe(200);
  });

  it('of a moment ago still counts when a stranger asks for another', async () => {
    await inviteByOperator('ana@vets.example');
    const code = await codeFor('ana@vets.example');
    await server.api(sendStaffCode, { body: { email: 'ana@vets.example' } });
    expect((await server.send(staffSignIn, { body: { email: 'ana@vets.example', code } })).status).toBe(200);
  });

  it('is worth nothing once the person works nowhere', async () => {
    const admin = await staffMember(server, { role: 'admin' });
    const bo = await server.api(inviteMember, { body: { email: 'bo@vets.example', role: 'staff' } }, admin);
    const code = await codeFor('bo@vets.example');
    await server.api(removeMember, { params: { personId: bo.person_id } }, admin);
    expect((await server.send(staffSignIn, { body: { email: 'bo@vets.example', code } })).status).toBe(401);
  });
});

describe('sessions at the desk', () => {
  it('end after twelve hours without use, and not before', async () => {
    await inviteByOperator('ana@vets.example');
    const { token } = await signIn('ana@vets.example');
    for (const hours of [11, 11]) {
      server.clock.advance(hours * HOUR);
      expect((await server.send(me, {}, { token })).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    server.clock.advance(12 * HOUR);
    expect((await server.send(me, {}, { token })).status).toBe(401);
  });

  it('are listed and ended: one’s own, and a member’s by an admin', async () => {
    await inviteByOperator('ana@vets.example', 'admin');
    await inviteByOperator('bo@vets.example');
    const [ana, bo, phone] = [
      await signIn('ana@vets.example'),
      await signIn('bo@vets.example'),
      await signIn('bo@vets.example'),
    ];
    const own = await server.api(listStaffSessions, {}, { token: bo.token });
    expect(own.map((one) => one.is_current)).toEqual([true, false]);
    await server.api(endStaffSession, { params: { id: own[1]!.id } }, { token: bo.token });
    expect((await server.send(me, {}, { token: phone.token })).status).toBe(401);
    await expect(
      server.api(endStaffSession, { params: { id: own[0]!.id } }, { token: ana.token }),
      'another person’s',
    ).rejects.toMatchObject({ code: 'not_found' });
    const params = { personId: bo.person.id };
    expect(await server.api(listMemberSessions, { params }, { token: ana.token })).toHaveLength(1);
    await server.api(endMemberSessions, { params }, { token: ana.token });
    expect((await server.send(me, {}, { token: bo.token })).status).toBe(401);
    await server.api(endStaffSession, { params: { id: 'current' } }, { token: ana.token });
    expect((await server.send(me, {}, { token: ana.token })).status).toBe(401);
  });
});

describe('a clinic’s members', () => {
  it('always have an admin', async () => {
    const admin = await staffMember(server, { role: 'admin' });
    const params = { personId: admin.personId };
    await expect(
      server.api(changeMember, { params, body: { role: 'staff', provider_id: null } }, admin),
    ).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(server.api(removeMember, { params }, admin)).rejects.toMatchObject({ code: 'not_allowed' });
    const other = await staffMember(server, { role: 'admin', name: 'Bo' });
    const results = await Promise.allSettled([
      server.api(removeMember, { params }, other),
      server.api(removeMember, { params: { personId: other.personId } }, admin),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('are the clinic’s own: a person of several has one account and a role at each', async () => {
    const ana = await staffMember(server, { role: 'admin' });
    await staffMember(server, { personId: ana.personId, clinicId: 'secondvets' });
    const { clinics } = await server.api(me, {}, ana);
    expect(clinics.map(({ id, role }) => [id, role]).toSorted()).toEqual([
      ['secondvets', 'staff'],
      [server.clinicId, 'admin'],
    ]);
    const body = { email: 'x@y.example', role: 'staff' as const };
    await expect(server.api(inviteMember, { body }, { ...ana, clinicId: 'secondvets' })).rejects.toMatchObject({
      code: 'not_allowed',
    });
    await server.api(inviteMember, { body }, ana);
    expect((await server.api(listMembers, {}, { ...ana, clinicId: 'secondvets' })).members).toHaveLength(1);
  });

  it('have names on one line, without links', async () => {
    const ana = await staffMember(server);
    expect((await server.api(renameMe, { body: { name: ' Ana\n Ruiz ' } }, ana)).name).toBe('Ana Ruiz');
    await expect(server.api(renameMe, { body: { name: 'https://evil.example' } }, ana)).rejects.toMatchObject({
      code: 'validation',
    });
  });
});

describe('the audit (D-422)', () => {
  it('has each write with who and what, the latest first, and pages of it', async () => {
    const admin = await staffMember(server, { role: 'admin', name: 'Ana' });
    await inviteByOperator('op@vets.example');
    const bo = await server.api(inviteMember, { body: { email: 'bo@vets.example', role: 'staff' } }, admin);
    const params = { personId: bo.person_id };
    await server.api(changeMember, { params, body: { role: 'admin', provider_id: null } }, admin);
    await server.api(endMemberSessions, { params }, admin);
    await server.api(removeMember, { params }, admin);
    await server.api(renameMe, { body: { name: 'Ana Ruiz' } }, admin);
    const { id } = (await server.api(listStaffSessions, {}, admin))[0]!;
    const elsewhere = await signIn(admin.email);
    await server.api(endStaffSession, { params: { id } }, elsewhere);
    admin.token = elsewhere.token;
    const { lines: told, has_more } = await server.api(listAudit, { query: {} }, admin);
    expect(told.map(({ who, what }) => `${who} ${what}`)).toEqual([
      'Ana Ruiz ended a session of their own',
      'Ana Ruiz changed their name',
      'Ana Ruiz removed bo@vets.example, before admin',
      'Ana Ruiz ended the sessions of bo@vets.example',
      'Ana Ruiz made bo@vets.example admin, before staff',
      'Ana Ruiz invited bo@vets.example as staff',
      'The operator invited op@vets.example as staff',
    ]);
    expect(has_more).toBe(false);
    const rest = await server.api(listAudit, { query: { before: told[2]!.id } }, admin);
    expect(rest.lines).toEqual(told.slice(3));
  });

  it('names the clinician that a member is, before and after, since that decides who approves refills', async () => {
    const admin = await staffMember(server, { role: 'admin', name: 'Ana' });
    const [first, second] = (await server.api(listMembers, {}, admin)).clinicians;
    const invited = { email: 'bo@vets.example', role: 'staff' as const, provider_id: first!.id };
    const params = { personId: (await server.api(inviteMember, { body: invited }, admin)).person_id };
    const make = (role: 'admin' | 'staff', provider_id: string | null) =>
      server.api(changeMember, { params, body: { role, provider_id } }, admin);
    await make('staff', null);
    await make('staff', second!.id);
    await make('admin', first!.id);
    await make('admin', first!.id);
    await server.api(removeMember, { params }, admin);
    const { lines: told } = await server.api(listAudit, { query: {} }, admin);
    expect(told.map(({ what }) => what).toReversed()).toEqual([
      `invited bo@vets.example as staff, clinician ${first!.name}`,
      `made bo@vets.example no clinician, before clinician ${first!.name}`,
      `made bo@vets.example clinician ${second!.name}, before no clinician`,
      `made bo@vets.example admin and clinician ${first!.name}, before staff and clinician ${second!.name}`,
      `left bo@vets.example as admin, clinician ${first!.name}`,
      `removed bo@vets.example, before admin, clinician ${first!.name}`,
    ]);
  });
});
