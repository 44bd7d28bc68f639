import { createTransport } from 'nodemailer';
import { DeliveryFailed, deliveriesAtOnce, type Gateway } from './gateway';

const patienceMs = 20_000;
/** A mail server's answer to whom it takes no mail from without a sign-in (RFC 4954). */
const signInWanted = 530;

type SmtpFault = { code?: string; command?: string; responseCode?: number; message: string };

/**
 * Sends e-mail by SMTP (SMTP_URL). The Message-ID contains the message's id, so that a repeated delivery can be
 * recognised.
 */
export function smtpGateway({ smtpUrl, mailFrom }: { smtpUrl: string; mailFrom: string }): Gateway {
  const patience = { connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs };
  const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: deliveriesAtOnce, ...patience });
  const domain = /@([^@>\s]+)>?$/.exec(mailFrom)?.[1] ?? 'localhost';
  return {
    async deliver({ id, recipient, subject, text, html, attachment }) {
      try {
        await transport.sendMail({
          from: mailFrom,
          to: { name: '', address: recipient },
          subject: subject ?? '',
          text,
          ...(html !== null && { html }),
          ...(attachment !== null && {
            attachments: [
              {
                filename: attachment.name,
                contentType: attachment.type,
                content: Buffer.from(attachment.content, 'base64'),
              },
            ],
          }),
          messageId: `<${id}@${domain}>`,
          disableFileAccess: true,
          disableUrlAccess: true,
        });
      } catch (error) {
        const { code, command, responseCode, message } = error as SmtpFault;
        // Permanent: the server refused the message itself (no such mailbox, bad content). A refused log-in, connection
        // or sender is a fault on our side, which somebody mends, so the message is tried again.
        const isOurs = command === 'MAIL FROM' || responseCode === signInWanted;
        const permanent = (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500 && !isOurs;
        throw new DeliveryFailed(message, permanent);
      }
    },
    close: () => transport.close(),
  };
}

const askMs = 10_000;

/** Signs in at the mail server and sends nothing. Null where that goes well, else what was wrong and whether it was the sign-in. */
export async function askMailServer(smtpUrl: string): Promise<{ isSignIn: boolean; message: string } | null> {
  const patience = { connectionTimeout: askMs, greetingTimeout: askMs, socketTimeout: askMs };
  const transport = createTransport({ url: smtpUrl, ...patience });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return { isSignIn: code === 'EAUTH' || code === 'ENOAUTH', message };
  } finally {
    transport.close();
  }
}
