import {
  answerItem,
  inbox,
  inboxItem,
  undoAnswer,
  type AnswerBody,
  type InboxRow,
} from '../../../src/contract/desk/inbox';
import { leaveDue } from '../../../server/modules/desk/answers';
import { kindNamed } from '../../../server/modules/desk/core';
import { kinds } from '../../../server/modules/desk/kinds';
import type { TestServer } from '../../support/server';
import { staffMember } from '../../support/staff';

/** A clinic that asks first, tells how fast it answers and lets owners cancel and move. */
export const asksFirst = {
  shop: {
    metadata: { isAutoAccept: false },
    notify_email: 'desk@testvets.example',
    feature_settings: {
      client_online_cancellation_enabled: true,
      client_online_reschedule_enabled: true,
      answer_within_hours: 2,
    },
  },
};

/** Makes due answers leave, as the round of a server process does. */
export const leaveNow = ({ services }: Pick<TestServer, 'services'>): Promise<number> =>
  leaveDue(services, (name) => kindNamed(kinds, name));

type Given = Omit<AnswerBody, 'version'> & { version?: string };

/** Somebody at the desk of a clinic, with the calls that they make. */
export async function atDesk(server: TestServer, given: Parameters<typeof staffMember>[1] = {}) {
  const who = await staffMember(server, given);
  const { token } = who;
  const row = async (id: string): Promise<InboxRow> => (await server.api(inboxItem, { params: { id } }, { token })).row;
  const body = async (id: string, { version, ...rest }: Given): Promise<AnswerBody> => ({
    ...rest,
    version: version ?? (await row(id)).version,
  });
  return {
    ...who,
    row,
    list: () => server.api(inbox, { query: {} }, { token }),
    answered: () => server.api(inbox, { query: { answered: '1' } }, { token }),
    item: (id: string) => server.api(inboxItem, { params: { id } }, { token }),
    answer: async (id: string, said: Given) =>
      server.api(answerItem, { params: { id }, body: await body(id, said) }, { token }),
    tryAnswer: async (id: string, said: Given) =>
      server.send(answerItem, { params: { id }, body: await body(id, said) }, { token }),
    undo: (id: string) => server.send(undoAnswer, { params: { id } }, { token }),
  };
}
