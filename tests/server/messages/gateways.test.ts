import { createServer as createHttp, type IncomingMessage } from 'node:http';
import { createServer as createTcp, type AddressInfo, type Server } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { smtpGateway } from '../../../server/gateways/mail';
import { textGateway } from '../../../server/gateways/text';
import { textService } from '../../../server/config/textService';

const closing: Server[] = [];
afterEach(async () => {
  for (const server of closing.splice(0)) await new Promise((resolve) => server.close(resolve));
});
async function listening(server: Server): Promise<number> {
  closing.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const message = {
  id: 'abc',
  recipient: 'jo@example.com',
  subject: 'Your visit',
  text: 'See you on Monday.\n.\nBye',
  html: null,
  attachment: null,
};

/** A mail server that answers RCPT TO and MAIL FROM as told and keeps what it is given. */
async function mailServer(recipientAnswer = '250 ok', senderAnswer = '250 ok') {
  const mails: string[] = [];
  const port = await listening(
    createTcp((socket) => {
      let inData = false;
      let mail = '';
      socket.setEncoding('utf8').on('error', () => {});
      socket.write('220 test\r\n');
      socket.on('data', (chunk: string) => {
        if (inData) {
          mail += chunk;
          if (!mail.endsWith('\r\n.\r\n')) return;
          inData = false;
          mails.push(mail);
          socket.write('250 taken\r\n');
          return;
        }
        for (const line of chunk.split('\r\n').filter((one) => one !== '')) {
          if (/^EHLO|^HELO/i.test(line)) socket.write('250 test\r\n');
          else if (/^RCPT/i.test(line)) socket.write(`${recipientAnswer}\r\n`);
          else if (/^MAIL/i.test(line)) socket.write(`${senderAnswer}\r\n`);
          else if (/^DATA/i.test(line)) {
            inData = true;
            mail = '';
            socket.write('354 go\r\n');
          } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
          else socket.write('250 ok\r\n');
        }
      });
    }),
  );
  return { mails, url: `smtp://127.0.0.1:${port}` };
}

describe('e-mail by SMTP', () => {
  test('hands the message over, with its id', async () => {
    const { mails, url } = await mailServer();
    const gateway = smtpGateway({ smtpUrl: url, mailFrom: 'Portal <no-reply@portal.example>' });
    await gateway.deliver(message);
    gateway.close();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('Subject: Your visit');
    expect(mails[0]).toContain('Message-ID: <abc@portal.example>');
    expect(mails[0]).toContain('To: jo@example.com');
    expect(mails[0]).toContain('See you on Monday.');
  });

  test('sends a file along', async () => {
    const { mails, url } = await mailServer();
    const gateway = smtpGateway({ smtpUrl: url, mailFrom: 'Portal <no-reply@portal.example>' });
    const content = Buffer.from('%PDF-1.7 paper').toString('base64');
    await gateway.deliver({
      ...message,
      attachment: { name: 'rex-vaccinations.pdf', type: 'application/pdf', content },
    });
    gateway.close();
    expect(mails[0]).toContain('Content-Type: application/pdf; name=rex-vaccinations.pdf');
    expect(mails[0]).toContain('Content-Disposition: attachment; filename=rex-vaccinations.pdf');
    expect(mails[0]).toContain(content);
  });

  test('an unknown mailbox is final, a busy one is not, nor a refused sender, nor a server that is away', async () => {
    const outcome = async (url: string) => {
      const gateway = smtpGateway({ smtpUrl: url, mailFrom: 'a@b.example' });
      const result = await gateway.deliver(message).catch((error: unknown) => error);
      gateway.close();
      return result;
    };
    expect(await outcome((await mailServer('550 no such mailbox')).url)).toMatchObject({
      name: 'DeliveryFailed',
      permanent: true,
    });
    expect(await outcome((await mailServer('450 try later')).url)).toMatchObject({
      name: 'DeliveryFailed',
      permanent: false,
    });
    expect(await outcome((await mailServer('250 ok', '553 not your address')).url)).toMatchObject({
      name: 'DeliveryFailed',
      permanent: false,
    });
    expect(await outcome((await mailServer('530 authentication required')).url)).toMatchObject({
      name: 'DeliveryFailed',
      permanent: false,
    });
    expect(await outcome('smtp://127.0.0.1:1')).toMatchObject({ name: 'DeliveryFailed', permanent: false });
  });
});

describe('text messages by a Twilio-compatible service', () => {
  async function service(status: number) {
    const asked: { request: IncomingMessage; body: string }[] = [];
    const port = await listening(
      createHttp((request, reply) => {
        let body = '';
        request.on('data', (chunk: Buffer) => void (body += chunk.toString()));
        request.on('end', () => {
          asked.push({ request, body });
          reply.writeHead(status).end('{}');
        });
      }),
    );
    const at = textService(`http://AC1:s%40cret@127.0.0.1:${port}/?From=+15125550100`);
    if (at === null) throw new Error('the address has all it needs');
    return {
      asked,
      deliver: () => textGateway(at, { now: () => new Date() }).deliver({ ...message, recipient: '+15125550142' }),
    };
  }

  test('sends recipient, sender and text with the credentials', async () => {
    const { asked, deliver } = await service(201);
    await deliver();
    expect(asked[0]?.request.url).toBe('/2010-04-01/Accounts/AC1/Messages.json');
    expect(asked[0]?.request.headers.authorization).toBe(`Basic ${Buffer.from('AC1:s@cret').toString('base64')}`);
    expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toEqual({
      To: '+15125550142',
      From: '+15125550100',
      Body: message.text,
    });
  });

  test.each([
    [400, true],
    [401, false],
    [429, false],
    [500, false],
  ])('an answer of %i is final: %s', async (status, permanent) => {
    await expect((await service(status)).deliver()).rejects.toMatchObject({ name: 'DeliveryFailed', permanent });
  });

  test('an address without account, token or sender is none', () => {
    for (const url of [
      'https://api.example/?From=+15125550100',
      'https://a:b@api.example/',
      'https://a@api.example/?From=x',
    ])
      expect(textService(url)).toBeNull();
  });
});
