import type { AnswerBody } from '../../../../src/contract/desk/inbox';
import type { Member } from '../../../../server/calls/member';
import { inTransaction } from '../../../../server/db/transaction';
import { loadClinic } from '../../../../server/modules/clinics/repository';
import type { Answering, Kind, Listed, Preview, Reading, Shown } from '../../../../server/modules/desk/kind';
import type { TestServer } from '../../../support/server';

type Body = Omit<AnswerBody, 'version'>;

/** A kind of the inbox with the server that it reads, whose answers go step by step. */
export function desk(server: TestServer, kind: Kind, by: Member | null = ana) {
  const reading = async (): Promise<Reading> => ({
    clinic: (await loadClinic(server.db, server.clinicId))!,
    now: server.clock.now(),
    services: server.services,
  });
  const answering = async (thingId: string, body: Body, answerId: string): Promise<Answering> => ({
    ...(await reading()),
    thingId,
    body,
    by,
    answerId,
    ids: {},
  });
  const rule = (body: Body) => kind.answers[body.name]!;
  return {
    list: async (): Promise<Listed[]> => kind.list(server.db, await reading()),
    read: async (id: string): Promise<Shown | null> => kind.read(server.db, await reading(), id),
    preview: async (id: string, body: Body): Promise<Preview> =>
      rule(body).preview(server.db, await answering(id, body, 'preview')),
    /** Records the answer; it leaves or is taken back by what is returned. */
    async record(id: string, body: Body) {
      const given = await answering(id, body, server.services.ids.next());
      const recorded = await inTransaction(server.db, (trx) => rule(body).record(trx, given));
      const later = async () => ({ ...given, ...(await reading()), by: null, ids: recorded.ids });
      return {
        ...recorded,
        leave: async () => {
          const at = await later();
          return inTransaction(server.db, (trx) => rule(body).leave(trx, at));
        },
        takeBack: async () => {
          const at = await later();
          return inTransaction(server.db, (trx) => rule(body).takeBack(trx, at));
        },
      };
    },
    /** Gives an answer that leaves at once. */
    async give(id: string, body: Body): Promise<string | null> {
      return (await (await this.record(id, body)).leave()).voided;
    },
  };
}

export const ana: Member = {
  personId: 'ana',
  sessionId: 'session-ana',
  name: 'Ana',
  email: 'ana@clinic.example',
  role: 'staff',
  providerId: null,
};

/** The messages to be sent to the addresses, in their order. */
export const messagesTo = (server: TestServer, ...recipients: string[]) =>
  server.db
    .selectFrom('messages')
    .select(['id', 'channel', 'recipient', 'subject', 'body_text', 'kind', 'failed_at'])
    .where('clinic_id', '=', server.clinicId)
    .where('recipient', 'in', recipients)
    .where('kind', '<>', 'code')
    .orderBy('position')
    .execute();
