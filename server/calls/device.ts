import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceLabel } from '../../src/domain/account/deviceLabel';
import type { Config } from '../config/config';
import { DAY, SECOND } from '../../src/limits';

/**
 * The caller's browser as its cookie and headers describe it. It proves nothing about the owner and grants no access
 * (D-405).
 */
export type Device = {
  /** The random value from the cookie set at an earlier sign-in; null where there is none. */
  key: string | null;
  /** The browser's name, such as 'Chrome on Android'. */
  label: string;
  /** Sets the cookie with the reply, for as long as browsers keep one. */
  keep(key: string): void;
};

const name = 'device';
/** The longest life that browsers allow a cookie, in seconds (400 days). Each sign-in and each refresh restarts it. */
const deviceKeptSeconds = (400 * DAY) / SECOND;

/** Returns the device of a call. Scripts and other sites cannot read its cookie. */
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
