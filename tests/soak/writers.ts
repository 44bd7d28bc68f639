import { setTimeout as pause } from 'node:timers/promises';
import type { PortalServer } from '../../e2e/support/server';
import { getProfile, updateName, type SignedIn } from '../../src/contract/auth';
import { exchange } from '../../src/offline/exchange';
import { call, clinicId, signIn } from './process';

const callers = 8;
const pauseMs = 10;

/** Owners who write one after another's answer, and know what was acknowledged. */
export class Writers {
  readonly #written: number[];
  readonly #acknowledged: number[];

  private constructor(
    readonly server: PortalServer,
    readonly owners: readonly SignedIn[],
  ) {
    this.#written = owners.map(() => 0);
    this.#acknowledged = owners.map(() => 0);
  }

  static async of(server: PortalServer): Promise<Writers> {
    return new Writers(
      server,
      await Promise.all(Array.from({ length: callers + 1 }, (_, n) => signIn(server, `owner-${n}@example.com`))),
    );
  }

  private get base(): string {
    return `${this.server.origin}/api`;
  }

  /** One write of an owner who writes nothing else: two at once might be taken in either order. */
  probe(): Promise<string> {
    return this.#one(callers);
  }

  /** One write of an owner; what the owner heard: a status, or 'no answer'. */
  async #one(n: number): Promise<string> {
    const { token, user } = this.owners[n]!;
    const value = (this.#written[n]! += 1);
    const answer = await exchange(
      updateName,
      { params: { id: user.id }, body: { firstName: nameOf(value) } },
      { base: this.base, clinicId, token, key: undefined },
    );
    if ('data' in answer) {
      this.#acknowledged[n] = value;
      return '200';
    }
    return 'status' in answer.error ? String(answer.error.status) : 'no answer';
  }

  /** Lets all write until `stop`, which gives what they heard, and how often. */
  write(): { stop(): Promise<Map<string, number>> } {
    const heard = new Map<string, number>();
    let isOver = false;
    const all = Promise.all(
      this.owners.slice(0, callers).map(async (_, n) => {
        while (!isOver) {
          const answer = await this.#one(n);
          heard.set(answer, (heard.get(answer) ?? 0) + 1);
          await pause(pauseMs);
        }
      }),
    );
    return {
      stop: async () => {
        isOver = true;
        await all;
        return heard;
      },
    };
  }

  /** Throws where something that was acknowledged is missing, or something is there that nobody wrote. */
  async expectKept(what: string): Promise<void> {
    for (const [n, { token }] of this.owners.entries()) {
      const profile = await call(getProfile, {}, { base: this.base, token });
      const stored = valueOf(profile.firstName ?? '');
      if (stored < this.#acknowledged[n]! || stored > this.#written[n]!)
        throw new Error(`${what}: an acknowledged write is lost: ${stored}, acknowledged ${this.#acknowledged[n]}`);
    }
  }
}

const letters = 'abcdefghij';
/** A number as a name may be written. */
const nameOf = (value: number): string => `N${[...String(value)].map((digit) => letters[Number(digit)]).join('')}`;
const valueOf = (name: string): number =>
  Number(Array.from(name.slice(1), (letter) => letters.indexOf(letter)).join('')) || 0;
