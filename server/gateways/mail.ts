import { createTransport } from 'nodemailer';
import { DeliveryFailed, deliveriesAtOnce, type Gateway } from './gateway';

const patienceMs = 20_000;

/** E-mail by SMTP (SMTP_URL). The message's id is its Message-ID, so that a repeated delivery can be recognised. */
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
        // Refused for what it is (no such mailbox, bad content); a refused log-in or connection is ours to mend.
        const permanent = (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500;
        throw new DeliveryFailed(message, permanent);
      }
    },
    close: () => transport.close(),
  };
}
