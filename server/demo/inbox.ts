import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { keepOthersOut } from './localOnly';
import type { Db } from '../db/transaction';
import type { Services } from '../calls/services';
import { emailIdentifier, phoneIdentifier } from '../modules/contacts/identifiers';
import { TOO_MANY } from '../modules/messages/delivery';
import { escapeHtml } from '../system/html';

type Shown = {
  to: string;
  channel: 'email' | 'sms';
  subject: string | null;
  text: string;
  code?: string;
  created_at: string;
};

const refreshSeconds = 3;
const shownAtMost = 100;

/**
 * The demo inbox (D-216): shows the messages of a server in demo mode, which usually go nowhere else. Registered in
 * demo mode only; answers nobody who comes through a proxy or under another host name.
 */
export function demoInbox(app: FastifyInstance, { db, config }: Services): void {
  app.get('/demo/messages', async (request) => {
    keepOthersOut(request, config.publicUrl);
    const { to } = request.query as { to?: unknown };
    return shownMessages(db, typeof to === 'string' ? to : undefined);
  });
  app.get('/demo/inbox', async (request, reply) => {
    keepOthersOut(request, config.publicUrl);
    return reply
      .header('content-security-policy', inboxPolicy)
      .type('text/html; charset=utf-8')
      .send(inboxPage(await shownMessages(db, undefined)));
  });
}

/** The newest messages, to one address or to all. */
async function shownMessages(db: Db, to: string | undefined): Promise<Shown[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['recipient', 'channel', 'subject', 'body_text', 'demo_code', 'created_at'])
    // What is told by push first is shown once its turn has come.
    .where('channel', '<>', 'push')
    .where((row) => row.or([row('change_id', 'is', null), row('attempts', '>', 0)]))
    // Notices that wait to be gathered into one message are not shown until that message is written.
    .where('waiting', 'is', null)
    // Messages above a recipient's daily limit were not sent, so they are not shown.
    .where((row) => row.or([row('last_error', 'is', null), row('last_error', '<>', TOO_MANY)]))
    .$if(to !== undefined, (query) => query.where('recipient', '=', addressOf(to ?? '')))
    .orderBy('created_at', 'desc')
    .orderBy('position', 'desc')
    .limit(shownAtMost)
    .execute();
  return rows.map((row) => ({
    to: row.recipient,
    channel: row.channel === 'sms' ? 'sms' : 'email',
    subject: row.subject,
    text: row.body_text,
    ...(row.demo_code !== null && { code: row.demo_code }),
    created_at: row.created_at.toISOString(),
  }));
}

/** The address in the form that messages store; a plus sign that the query turned into a blank is put back. */
function addressOf(to: string): string {
  const text = to.startsWith(' ') ? `+${to.trim()}` : to;
  return emailIdentifier(text) ?? phoneIdentifier(text, '1') ?? text;
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.25rem; }
article { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .75rem; padding: .75rem 1rem; margin: 1rem 0; }
header { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; opacity: .75; font-size: .875rem; }
p { white-space: pre-wrap; margin: .5rem 0; overflow-wrap: anywhere; }
b { font-size: 1.5rem; letter-spacing: .15em; font-variant-numeric: tabular-nums; }
`;
const styleHash = createHash('sha256').update(style).digest('base64');
const inboxPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function inboxPage(messages: Shown[]): string {
  const items = messages.map(
    (message) => `<article>
<header><span>${message.channel === 'sms' ? 'Text message' : 'E-mail'} to ${escapeHtml(message.to)}</span><time datetime="${message.created_at}">${message.created_at.slice(0, 19).replace('T', ' ')} UTC</time></header>
${message.subject === null ? '' : `<strong>${escapeHtml(message.subject)}</strong>`}
<p>${escapeHtml(message.text)}</p>
${message.code === undefined ? '' : `<b>${escapeHtml(message.code)}</b>`}
</article>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="${refreshSeconds}"><title>Demo inbox</title><style>${style}</style></head>
<body><h1>Demo inbox</h1>
<p>Text messages and e-mails that this trial server would send appear here, newest first. Nothing leaves this machine.</p>
${items.length === 0 ? '<p>No messages yet.</p>' : items.join('\n')}
</body>
</html>`;
}
