import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceLabel } from '../../src/domain/account/deviceLabel';
import type { Config } from '../config/config';
import { DAY, SECOND } from '../../src/limits';

/** The caller's browser, as far as it lets itself be known. It says nothing of who is asking, and opens nothing (D-405). */
export type Device = {
  /** The random value that the browser was given at a sign-in; null where none was, or it is gone. */
  key: string | null;
  /** Such as 'Chrome on Android'. */
  label: string;
  /** Gives the browser a value with the reply, for as long as browsers keep one. */
  keep(key: string): void;
};

const name = 'device';
/** The longest that browsers keep a cookie: 400 days, in seconds. Each sign-in and each refresh begins it anew. */
const deviceKeptSeconds = (400 * DAY) / SECOND;

/** The device of a call. Its cookie is of no use to scripts and to other sites. */
export function deviceOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Device {
  const { cookie, 'user-agent': userAgent } = request.headers;
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return {
    key: new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:\\s*;|$)`).exec(cookie ?? '')?.[1] ?? null,
    label: deviceLabel(userAgent),
    keep: (key) =>
      void reply.header(
        'set-cookie',
        `${name}=${key}; Path=/api; Max-Age=${deviceKeptSeconds}; HttpOnly; SameSite=Strict${secure}`,
      ),
  };
}
