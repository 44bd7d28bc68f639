import { createTransport } from 'nodemailer';
import { DeliveryFailed, deliveriesAtOnce, type Gateway } from './gateway';

const patienceMs = 20_000;

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
        const { code, responseCode, message } = error as { code?: string; responseCode?: number; message: string };
        // Permanent: the server refused the message itself (no such mailbox, bad content). A refused log-in or
        // connection is a fault on our side, so the message is tried again.
        const permanent = (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500;
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
