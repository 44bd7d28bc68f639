import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { answerItem, inbox, openings, type AnswerBody, type InboxRow } from '../../src/contract/desk/inbox';
import { sendStaffCode, staffSignIn } from '../../src/contract/desk/staff';
import { Caller } from './calls';
import type { PortalServer } from './server';

/** A member of a clinic's staff at the desk, by its calls. */
export class Desk extends Caller {
  /** Invites somebody, and signs them in with the code that they are sent. */
  static async open(server: PortalServer, clinic: string, role: 'admin' | 'staff' = 'staff'): Promise<Desk> {
    const email = `ana.${randomUUID().slice(0, 8)}@clinic.example`;
    await server.clinic('invite', clinic, email, role);
    const nobody = new Caller(server, clinic);
    await nobody.call(sendStaffCode, { body: { email } });
    const { token } = await nobody.call(staffSignIn, { body: { email, code: await server.code(email) } });
    return new Desk(server, clinic, token);
  }

  /** The one item of a kind that waits, once there is one. */
  async waiting(kind: InboxRow['kind'], says = /./): Promise<InboxRow> {
    for (const until = Date.now() + 30_000; Date.now() < until; await pause(100)) {
      const { rows } = await this.call(inbox, { query: {} });
      const found = rows?.find((row) => row.kind === kind && row.place === 'waits' && says.test(row.says));
      if (found) return found;
    }
    throw new Error(`No ${kind} waits at the desk.`);
  }

  /** Answers the item of a kind that waits, and waits until the answer has left the clinic (D-426). */
  async answer(kind: InboxRow['kind'], body: Omit<AnswerBody, 'version'>, says?: RegExp): Promise<void> {
    const { id, version } = await this.waiting(kind, says);
    const { answer } = await this.call(answerItem, { params: { id }, body: { ...body, version } });
    for (const until = Date.now() + 60_000; Date.now() < until; await pause(500)) {
      const lists = await Promise.all([{}, { answered: '1' as const }].map((query) => this.call(inbox, { query })));
      const now = lists.flatMap(({ rows }) => rows ?? []).find((row) => row.answer?.id === answer.id)?.answer;
      if (now?.voided) throw new Error(`The answer could not leave: ${now.voided}`);
      if (now?.left_at) return;
    }
    throw new Error(`The answer "${answer.words}" has not left.`);
  }

  /** The first free times of `count` days for the item of a kind that waits, from tomorrow on. */
  async openings(kind: InboxRow['kind'], count: number): Promise<{ at: string; provider_id: string | null }[]> {
    const { id } = await this.waiting(kind);
    const found: { at: string; provider_id: string | null }[] = [];
    const { days } = await this.call(openings, { params: { id }, query: {} });
    for (const { date } of days.slice(1).filter((day) => day.count > 0)) {
      const { times } = await this.call(openings, { params: { id }, query: { date } });
      found.push(...times.slice(0, 1).map(({ at, provider_id }) => ({ at, provider_id })));
      if (found.length === count) return found;
    }
    throw new Error(`There are fewer than ${count} free times.`);
  }
}
