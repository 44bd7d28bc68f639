import { execFileSync } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { PortalServer } from '../../e2e/support/server';
import { getProfile, guestSignIn, initCode, ROLE_CUSTOMER, updateName } from '../../src/contract/auth';
import { exchange } from '../../src/offline/exchange';
import { freshDatabase } from '../support/database';
import { find, paths } from '../support/install';
import { relayTo } from '../support/relay';
import { reply, tinyServer } from '../support/tinyServer';
import { expectSame, type Kind, type Part } from './part';
import { call, clinicId, signIn } from './process';

const callers = 8;
const faultMs = 1_500;
const second = 1_000;

/** How long after the fault's end the server may need, milliseconds. */
type Fault = { name: string; begin(): Promise<void> | void; end(): Promise<void> | void; recoverMs: number };

/**
 * The machine's faults, one after another in each round, while owners write: they hear 503 or no answer, nothing that was acknowledged is
 * lost, and soon after the fault's end everything works again. What callers saw and how long it took is printed.
 */
export async function faultsPart(kind: Kind): Promise<Part> {
  const database = kind === 'postgres' ? await freshDatabase() : null;
  const relay = database?.databaseUrl === undefined ? null : await relayTo(database.databaseUrl);
  const mailServer = createServer(() => {});
  await new Promise<void>((ready) => mailServer.listen(0, '127.0.0.1', ready));
  const texts: { at: number }[] = [];
  const textServer = await tinyServer((_request, response) => {
    texts.push({ at: Date.now() });
    reply(response, 201, {});
  });
  const server = await PortalServer.start([{ shop: { id: clinicId } }], {
    ...(relay && { DATABASE_URL: relay.databaseUrl }),
    CAPS_TIMES: '1000000',
    SMTP_URL: `smtp://127.0.0.1:${(mailServer.address() as AddressInfo).port}`,
    SMS_URL: `${textServer.base.replace('//', '//account:token@')}?From=%2B15125550100`,
  });
  const base = `${server.origin}/api`;
  const owners = await Promise.all(Array.from({ length: callers }, (_, n) => signIn(server, `owner-${n}@example.com`)));
  const written = owners.map(() => 0);
  const acknowledged = owners.map(() => 0);
  const faults = kind === 'postgres' ? serverFaults() : embeddedFaults();
  let suffered = 0;

  function serverFaults(): Fault[] {
    const others = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    const onlyRead = (isOn: boolean) => async () => {
      await sql
        .raw(
          `alter database "${new URL(database?.databaseUrl ?? '').pathname.slice(1)}" set default_transaction_read_only = ${isOn ? 'on' : 'off'}`,
        )
        .execute(database!.db);
      await others.execute(database!.db);
    };
    return [
      {
        name: 'PostgreSQL ends its connections',
        begin: async () => void (await others.execute(database!.db)),
        end: () => {},
        recoverMs: second,
      },
      { name: 'PostgreSQL is away', begin: () => relay?.cut(), end: () => relay?.pass(), recoverMs: second },
      // A statement has ten seconds, and its connection two more.
      {
        name: 'the connections are silent',
        begin: () => relay?.silence(),
        end: () => relay?.pass(),
        recoverMs: 13 * second,
      },
      { name: 'PostgreSQL is for reading only', begin: onlyRead(true), end: onlyRead(false), recoverMs: second },
      { name: 'a mail server hangs', begin: () => hangingMail(), end: () => {}, recoverMs: second },
      { name: 'told to stop, and started again', begin: () => told(), end: () => server.restart(), recoverMs: second },
    ];
  }

  function embeddedFaults(): Fault[] {
    const limit = (bytes: string) => () =>
      void execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:unlimited`]);
    const canFill = find(['prlimit'], paths()) !== null;
    if (!canFill) console.log('A full disk is left out: there is no prlimit (on Debian: util-linux).');
    return [
      // Files may grow no further: PostgreSQL's journal first of all. It is opened again within its pauses.
      ...(canFill
        ? [{ name: 'the disk is full', begin: limit('4096'), end: limit('unlimited'), recoverMs: 20 * second }]
        : []),
      { name: 'a mail server hangs', begin: () => hangingMail(), end: () => {}, recoverMs: second },
      { name: 'told to stop, and started again', begin: () => told(), end: () => server.restart(), recoverMs: second },
    ];
  }

  /** Mail that nobody takes waits; a text code goes out within seconds all the same. */
  async function hangingMail(): Promise<void> {
    const { token } = await call(guestSignIn, {}, { base });
    const before = texts.length;
    for (let n = 0; n < 3; n += 1)
      await call(
        initCode,
        { body: { email: `mail-${suffered}-${n}@example.com`, role: ROLE_CUSTOMER } },
        { base, token },
      );
    await call(
      initCode,
      { body: { phoneCode: '1', phoneNumber: `512555${String(1000 + suffered).slice(-4)}`, role: ROLE_CUSTOMER } },
      { base, token },
    );
    const asked = Date.now();
    while (texts.length === before) {
      if (Date.now() - asked > 5 * second) throw new Error('A text code waits for a mail server that hangs.');
      await pause(20);
    }
    console.log(`  the text code went out after ${Math.max(0, texts.at(-1)!.at - asked)} ms`);
  }

  /** Supervisors wait ten seconds. */
  async function told(): Promise<void> {
    const began = Date.now();
    const exit = await server.stop();
    console.log(`  it ended with ${exit} after ${Date.now() - began} ms`);
    expectSame('the exit', [exit, Date.now() - began < 10 * second], [0, true]);
  }

  /** One write of an owner; what the owner heard. */
  async function write(n: number): Promise<string> {
    const { token, user } = owners[n]!;
    const value = (written[n]! += 1);
    const answer = await exchange(
      updateName,
      { params: { id: user.id }, body: { firstName: nameOf(value) } },
      { base, clinicId, token, key: undefined },
    );
    if ('data' in answer) {
      acknowledged[n] = value;
      return '200';
    }
    return 'status' in answer.error ? String(answer.error.status) : 'no answer';
  }

  async function round(): Promise<void> {
    for (const fault of faults) await suffer(fault);
  }

  async function suffer(fault: Fault): Promise<void> {
    suffered += 1;
    const seen = new Map<string, number>();
    let isOver = false;
    const writing = Promise.all(
      owners.map(async (_, n) => {
        while (!isOver) {
          const heard = await write(n);
          seen.set(heard, (seen.get(heard) ?? 0) + 1);
          await pause(10);
        }
      }),
    );
    await pause(200);
    await fault.begin();
    await pause(faultMs);
    await fault.end();
    const ended = Date.now();
    const isBack = async () =>
      (await fetch(`${base}/health`).then(
        ({ ok }) => ok,
        () => false,
      )) && (await write(0)) === '200';
    while (!(await isBack())) {
      if (Date.now() - ended > fault.recoverMs)
        throw new Error(`${fault.name}: not back after ${Date.now() - ended} ms`);
      await pause(20);
    }
    const took = Date.now() - ended;
    isOver = true;
    await writing;
    console.log(
      `${fault.name}: callers saw ${[...seen].map(([what, count]) => `${what} ${count} times`).join(', ')}; back after ${took} ms`,
    );
    expectSame(
      `${fault.name}: other answers`,
      [...seen.keys()].filter((what) => !['200', '503', 'no answer'].includes(what)),
      [],
    );
    for (const [n, { token }] of owners.entries()) {
      const profile = await call(getProfile, {}, { base, token });
      const stored = valueOf(profile.firstName ?? '');
      if (stored < acknowledged[n]! || stored > written[n]!)
        throw new Error(`${fault.name}: an acknowledged write is lost: ${stored}, acknowledged ${acknowledged[n]}`);
    }
  }

  return {
    name: `faults of the machine, ${kind}`,
    round,
    close: async () => {
      await server.remove();
      await relay?.close();
      await textServer.close();
      mailServer.close();
      await database?.close();
    },
  };
}

const letters = 'abcdefghij';
/** A number as a name may be written. */
const nameOf = (value: number): string => `N${[...String(value)].map((digit) => letters[Number(digit)]).join('')}`;
const valueOf = (name: string): number =>
  Number(Array.from(name.slice(1), (letter) => letters.indexOf(letter)).join('')) || 0;
