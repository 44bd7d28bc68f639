import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { PortalServer } from '../../e2e/support/server';
import { guestSignIn, initCode, ROLE_CUSTOMER } from '../../src/contract/auth';
import { sqlState } from '../../server/db/faults';
import { freshDatabase } from '../support/database';
import { find, paths } from '../support/install';
import { relayTo } from '../support/relay';
import { reply, tinyServer } from '../support/tinyServer';
import { mailServer, type Mood } from './mailServer';
import { expectSame, type Kind, type Part } from './part';
import { call, clinicId } from './process';
import { Writers } from './writers';

const faultMs = 1_500;
const second = 1_000;
const neighbour = 'neighbour';

/**
 * How long after the fault's end the server may need, how long the fault lasts where it is not the usual time, both in
 * milliseconds, and what must be so once it is over, beside the server's health and a write.
 */
type Fault = {
  name: string;
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
  recoverMs: number;
  lastsMs?: number;
  isOver?: () => boolean;
};

/**
 * The machine's faults, one after another in each round, while owners write: they hear 503 or no answer, nothing that was acknowledged is
 * lost, and soon after the fault's end everything works again. What callers saw and how long it took is printed.
 */
export async function faultsPart(kind: Kind): Promise<Part> {
  const database = kind === 'postgres' ? await freshDatabase() : null;
  const relay = database?.databaseUrl === undefined ? null : await relayTo(database.databaseUrl);
  const mail = await mailServer();
  const texts: { at: number }[] = [];
  const textServer = await tinyServer((_request, response) => {
    texts.push({ at: Date.now() });
    reply(response, 201, {});
  });
  const server = await PortalServer.start([{ shop: { id: clinicId } }], {
    ...(relay && { DATABASE_URL: relay.databaseUrl }),
    CAPS_TIMES: '1000000',
    SMTP_URL: mail.url,
    SMS_URL: `${textServer.base.replace('//', '//account:token@')}?From=%2B15125550100`,
  });
  const base = `${server.origin}/api`;
  const writers = await Writers.of(server);
  const taken: pg.Client[] = [];
  const othersThan = (name: string) =>
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name is distinct from '${name}'`;
  const endOthers = async () => void (await sql.raw(othersThan('nobody')).execute(database!.db));
  const faults = kind === 'postgres' ? serverFaults() : embeddedFaults();
  let suffered = 0;

  function serverFaults(): Fault[] {
    const onlyRead = (isOn: boolean) => async () => {
      await sql
        .raw(
          `alter database "${new URL(database?.databaseUrl ?? '').pathname.slice(1)}" set default_transaction_read_only = ${isOn ? 'on' : 'off'}`,
        )
        .execute(database!.db);
      // Those made meanwhile stay for reading only: the server has to leave them by itself.
      if (isOn) await endOthers();
    };
    return [
      {
        name: 'PostgreSQL ends its connections',
        begin: endOthers,
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
      {
        name: 'the connections are silent for half a minute',
        begin: () => relay?.silence(),
        end: () => relay?.pass(),
        lastsMs: 30 * second,
        recoverMs: 13 * second,
      },
      {
        name: 'somebody else has all connections',
        begin: takeConnections,
        end: giveConnections,
        recoverMs: 6 * second,
      },
      { name: 'PostgreSQL is for reading only', begin: onlyRead(true), end: onlyRead(false), recoverMs: second },
      ...mailFaults(),
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
      ...mailFaults(),
      { name: 'told to stop, and started again', begin: () => told(), end: () => server.restart(), recoverMs: second },
    ];
  }

  /**
   * Mail that nobody takes waits and arrives once it can; a text code goes out within seconds all the same. A server
   * that dies after it took a mail gets it again.
   */
  function mailFaults(): Fault[] {
    const asked: string[] = [];
    return (['hangs', 'refuses', 'dies after DATA'] as const).map((mood: Mood) => ({
      name: `a mail server ${mood}`,
      begin: async () => {
        mail.turn(mood);
        asked.splice(0, Infinity, ...(await askForCodes()));
      },
      end: () => mail.turn('takes'),
      isOver: () => asked.every((address) => mail.taken.includes(address)),
      // A try is given up after 45 s, and the next one begins 30 s later.
      recoverMs: 90 * second,
    }));
  }

  /** Asks for three codes by mail and one by text message, which must go out at once; returns the mail's addresses. */
  async function askForCodes(): Promise<string[]> {
    const { token } = await call(guestSignIn, {}, { base });
    const before = texts.length;
    const addresses = [0, 1, 2].map((n) => `mail-${suffered}-${n}@example.com`);
    for (const email of addresses) await call(initCode, { body: { email, role: ROLE_CUSTOMER } }, { base, token });
    await call(
      initCode,
      { body: { phoneCode: '1', phoneNumber: `512555${String(1000 + suffered).slice(-4)}`, role: ROLE_CUSTOMER } },
      { base, token },
    );
    const asked = Date.now();
    while (texts.length === before) {
      if (Date.now() - asked > 5 * second) throw new Error('A text code waits for a mail server that fails.');
      await pause(20);
    }
    console.log(`  the text code went out after ${Math.max(0, texts.at(-1)!.at - asked)} ms`);
    return addresses;
  }

  /** Takes every connection that there is, also those that the server opens meanwhile, as a neighbour without a limit does. */
  async function takeConnections(): Promise<void> {
    do {
      for (let isFull = false; !isFull;) {
        const client = new pg.Client({ connectionString: database!.databaseUrl, application_name: neighbour });
        client.on('error', () => {});
        try {
          await client.connect();
          taken.push(client);
        } catch (error) {
          if (sqlState(error) !== '53300') throw error;
          isFull = true;
        }
      }
    } while (((await taken[0]?.query(othersThan(neighbour)))?.rowCount ?? 0) > 0);
  }

  async function giveConnections(): Promise<void> {
    await Promise.all(taken.splice(0).map((client) => client.end()));
  }

  /** Supervisors wait ten seconds. */
  async function told(): Promise<void> {
    const began = Date.now();
    const exit = await server.stop();
    console.log(`  it ended with ${exit} after ${Date.now() - began} ms`);
    expectSame('the exit', [exit, Date.now() - began < 10 * second], [0, true]);
  }

  async function round(): Promise<void> {
    for (const fault of faults) await suffer(fault);
  }

  async function suffer(fault: Fault): Promise<void> {
    suffered += 1;
    const writing = writers.write();
    await pause(200);
    await fault.begin();
    await pause(fault.lastsMs ?? faultMs);
    await fault.end();
    const ended = Date.now();
    const isBack = async () =>
      (await fetch(`${base}/health`).then(
        ({ ok }) => ok,
        () => false,
      )) &&
      (await writers.probe()) === '200' &&
      (fault.isOver?.() ?? true);
    while (!(await isBack())) {
      if (Date.now() - ended > fault.recoverMs)
        throw new Error(`${fault.name}: not back after ${Date.now() - ended} ms`);
      await pause(20);
    }
    const took = Date.now() - ended;
    const seen = await writing.stop();
    console.log(
      `${fault.name}: callers saw ${[...seen].map(([what, count]) => `${what} ${count} times`).join(', ')}; back after ${took} ms`,
    );
    expectSame(
      `${fault.name}: other answers`,
      [...seen.keys()].filter((what) => !['200', '503', 'no answer'].includes(what)),
      [],
    );
    await writers.expectKept(fault.name);
  }

  return {
    name: `faults of the machine, ${kind}`,
    round,
    close: async () => {
      await server.remove();
      await relay?.close();
      await textServer.close();
      await mail.close();
      await database?.close();
    },
  };
}
