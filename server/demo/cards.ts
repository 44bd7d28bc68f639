import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { confirmDemoCard } from '../../src/contract/demoCards';
import { formatCents } from '../../src/domain/shop/money';
import type { Sandbox } from '../gateways/sandbox/sandbox';
import { answerBank, confirmCard, waitingForOwner } from '../gateways/sandbox/owner';
import { registerCalls } from '../plugins/contract';
import { keepOthersOut } from './localOnly';
import { ApiError } from '../calls/errors';
import { handle } from '../calls/handlers';
import type { Services } from '../calls/services';

/**
 * The routes of the sandbox card provider (D-216, D-220): where a page enters a test card, and the bank's page that a
 * redirect leads to. Registered only where the sandbox is in use; answers nobody who comes through a proxy or under
 * another host name.
 */
export async function demoCards(app: FastifyInstance, services: Services, sandbox: Sandbox): Promise<void> {
  await app.register(async (demo) => {
    demo.addHook('onRequest', async (request) => keepOthersOut(request, services.config.publicUrl));

    registerCalls(
      demo,
      services,
      [confirmDemoCard],
      [
        handle(confirmDemoCard, async ({ body, clinic }) => {
          const { client_secret: clientSecret, card_number: number, exp, cvc, email } = body;
          const confirmed = await confirmCard(sandbox, clinic.id, {
            clientSecret,
            number,
            exp,
            cvc,
            email: email?.trim() || null,
          });
          if (confirmed === null) throw new ApiError('not_found');
          if (confirmed === 'taken') throw new ApiError('conflict', { message: 'A card was entered here already.' });
          const { status, message, redirectTo } = confirmed;
          return {
            status,
            message,
            next_action: redirectTo === null ? null : { type: 'redirect_to_url', redirect_to_url: { url: redirectTo } },
          };
        }),
      ],
    );

    await demo.register(async (bank) => bankPages(bank, sandbox));
  });
}

/** The bank's pages, played by the sandbox. They use a form, since they have no script. */
function bankPages(bank: FastifyInstance, sandbox: Sandbox): void {
  bank.get('/demo/cards/authorize/:clinic/:intent', async (request, reply) => {
    const intent = await intentOf(request.params);
    return reply
      .header('content-security-policy', bankPolicy)
      .type('text/html; charset=utf-8')
      .send(bankPage(intent.amount_cents ?? 0, intent.status === 'requires_action'));
  });

  // A form without a script sends no JSON but this type.
  bank.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(body as string)),
  );
  bank.post('/demo/cards/authorize/:clinic/:intent', async (request, reply) => {
    const answer = request.body instanceof URLSearchParams ? request.body.get('answer') : null;
    if (answer !== 'approve' && answer !== 'fail')
      throw new ApiError('validation', { fields: { answer: 'must be approve or fail' } });
    return reply.redirect(await answerBank(sandbox, await intentOf(request.params), answer === 'approve'), 303);
  });

  async function intentOf(params: unknown) {
    const { clinic, intent } = params as { clinic: string; intent: string };
    const found = await waitingForOwner(sandbox, clinic, intent);
    if (!found) throw new ApiError('not_found');
    return found;
  }
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 26rem; margin: 3rem auto; padding: 0 1rem; }
h1 { font-size: 1.25rem; }
form { display: grid; gap: .75rem; margin-top: 1.5rem; }
button { font: inherit; min-height: 44px; border-radius: .75rem; border: 1px solid currentColor; background: none; color: inherit; cursor: pointer; }
`;
const bankPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

const bankPage = (cents: number, isWaiting: boolean): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sandbox bank</title><style>${style}</style></head>
<body><h1>Sandbox bank</h1>
<p>This stands for the page of the card's bank. No money moves.</p>
${isWaiting ? `<p>Do you approve the payment of ${formatCents(cents)}?</p>` : '<p>This payment needs no answer any more.</p>'}
<form method="post">
${isWaiting ? '<button name="answer" value="approve">Approve the payment</button>\n<button name="answer" value="fail">Fail the payment</button>' : '<button name="answer" value="fail">Back to the clinic</button>'}
</form>
</body>
</html>`;
