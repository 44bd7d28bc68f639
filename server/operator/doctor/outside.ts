import type { Config } from '../../config/config';
import { textService } from '../../config/textService';
import type { StripeSaid } from '../../gateways/stripe/ask';
import type { StripeAddress } from '../../gateways/stripe/connect';
import { fine, note, wrong, type Finding } from './finding';

type Checked = { findings: Finding[]; aheadMs: number | null };

/** Whether the mail server takes our sign-in; nothing is sent. */
export async function mailFindings({ smtpUrl, mailFrom, demo }: Config): Promise<Finding[]> {
  const check = 'mail';
  if (smtpUrl === undefined)
    return [
      demo
        ? note(check, 'E-mails appear in the demo inbox: SMTP_URL is not set.')
        : wrong(
            check,
            'E-mails wait undelivered: SMTP_URL is not set.',
            'Set SMTP_URL, such as smtp://user:password@mail.example:587, and MAIL_FROM.',
          ),
    ];
  const { askMailServer } = await import('../../gateways/mail');
  const fault = await askMailServer(smtpUrl);
  const { host } = new URL(smtpUrl);
  if (fault === null) return [fine(check, `${host} takes the sign-in; e-mails come from ${mailFrom}.`)];
  return [
    fault.isSignIn
      ? wrong(
          check,
          `${host} refuses the sign-in: ${fault.message}`,
          'Check user and password in SMTP_URL (special characters percent-encoded).',
        )
      : wrong(
          check,
          `${host} cannot be reached: ${fault.message}`,
          'Check host, port and smtp:// or smtps:// in SMTP_URL, and that a firewall lets it through.',
        ),
  ];
}

/** Whether the service for text messages answers and knows us; nothing is sent. */
export async function textFindings({ smsUrl, demo }: Config): Promise<Checked> {
  const check = 'text messages';
  const service = smsUrl === undefined ? null : textService(smsUrl);
  if (service === null)
    return {
      findings: [
        demo
          ? note(check, 'Text messages appear in the demo inbox: SMS_URL is not set.')
          : wrong(
              check,
              'Text messages wait undelivered: SMS_URL is not set.',
              'Set SMS_URL, or let clinics ask for e-mails alone.',
            ),
      ],
      aheadMs: null,
    };
  const { askTextService } = await import('../../gateways/text');
  const { host } = new URL(service.url);
  const said = await askTextService(service);
  if ('fault' in said)
    return {
      findings: [
        wrong(
          check,
          `${host} cannot be reached: ${said.fault}`,
          'Check the address in SMS_URL, and that a firewall lets it through.',
        ),
      ],
      aheadMs: null,
    };
  const { status, aheadMs } = said;
  const finding =
    status === 401 || status === 403
      ? wrong(check, `${host} refuses the credentials (${status}).`, 'Check account and token in SMS_URL.')
      : status >= 500
        ? wrong(
            check,
            `${host} is out of order (${status}).`,
            'Messages are tried again by themselves; look at the service’s status page.',
          )
        : fine(check, `${host} answers (${status}), and sends from ${service.from}.`);
  return { findings: [finding], aheadMs };
}

/** Whether Stripe takes the keys and knows where to send its events. */
export async function cardFindings(config: Config, stripeAt?: StripeAddress): Promise<Checked> {
  const check = 'cards';
  const { stripe, demo, publicUrl } = config;
  if (stripe === undefined)
    return {
      findings: [
        note(
          check,
          demo
            ? 'A sandbox takes test cards: Stripe’s keys are not set.'
            : 'No deposits are taken: Stripe’s keys are not set.',
        ),
      ],
      aheadMs: null,
    };
  const findings: Finding[] = [];
  const isLive = (key: string): boolean => /^[a-z]+_live_/.test(key);
  if (isLive(stripe.secretKey) !== isLive(stripe.publishableKey))
    findings.push(
      wrong(
        check,
        'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are one of live and one of test mode.',
        'Set both of the same mode.',
      ),
    );
  if (!stripe.webhookSecret.startsWith('whsec_'))
    findings.push(
      wrong(
        check,
        'STRIPE_WEBHOOK_SECRET is no signing secret: those begin with whsec_.',
        'Copy the signing secret of the endpoint from Stripe’s dashboard.',
      ),
    );
  if (config.production && !isLive(stripe.secretKey))
    findings.push(note(check, 'Stripe’s keys are of test mode: nothing is really paid.'));

  const { askStripe } = await import('../../gateways/stripe/ask');
  const said = await askStripe(stripe, `${publicUrl}/api/webhooks/stripe`, stripeAt);
  if (said.fault !== null)
    findings.push(
      said.isRefused
        ? wrong(check, `Stripe refuses STRIPE_SECRET_KEY: ${said.fault}`, 'Copy the key again from Stripe’s dashboard.')
        : wrong(
            check,
            `Stripe ${said.isReached ? 'fails' : 'cannot be reached'}: ${said.fault}`,
            `${said.isReached ? 'See whether status.stripe.com tells of it' : 'Check that a firewall lets api.stripe.com through'}; deposits wait until then.`,
          ),
    );
  else findings.push(fine(check, 'Stripe takes the secret key.'), ...endpointFindings(said.endpoint, publicUrl));
  return { findings, aheadMs: said.aheadMs };
}

function endpointFindings(endpoint: StripeSaid['endpoint'], publicUrl: string): Finding[] {
  const check = 'card events';
  const address = `${publicUrl}/api/webhooks/stripe`;
  if (endpoint === 'unknown')
    return [note(check, 'The key may not read which endpoints get events.', `Make sure that ${address} is one.`)];
  if (endpoint === 'none')
    return [
      wrong(
        check,
        `Stripe sends no events to ${address}.`,
        'Add it as an endpoint in Stripe’s dashboard with the events that the README names.',
      ),
    ];
  if (endpoint === 'disabled')
    return [
      wrong(
        check,
        `Stripe has switched off the endpoint ${address}.`,
        'Mend what failed and enable it in Stripe’s dashboard.',
      ),
    ];
  return endpoint.missing.length === 0
    ? [fine(check, `Stripe sends them to ${address}.`)]
    : [
        wrong(
          check,
          `Stripe does not send ${endpoint.missing.join(', ')} to ${address}.`,
          'Add these events to the endpoint in Stripe’s dashboard.',
        ),
      ];
}
