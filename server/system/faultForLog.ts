/**
 * An error whose message the log may keep, because it names places in the code or the contract and never what somebody
 * typed.
 */
export class HarmlessError extends Error {}

/**
 * An error in the form in which the log keeps it. Messages and a database's details are left out, since they can quote
 * what an owner typed; only a HarmlessError keeps its message.
 */
export function faultForLog(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const { code, constraint, table, cause } = error as Error & { code?: unknown; constraint?: unknown; table?: unknown };
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12);
  return {
    name: error.name,
    ...(error instanceof HarmlessError && { message: error.message }),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(typeof table === 'string' && { table }),
    stack: frames.map((line) => line.trim()).join(' < '),
    ...(cause instanceof Error && { cause: faultForLog(cause) }),
  };
}
