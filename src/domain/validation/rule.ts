import { define, type Struct } from 'superstruct';

/** A rule for typed text: returns a message, or null when the text is right. Blank fields arrive as ''. */
export type Rule = (text: string) => string | null;

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Makes a form field's struct from a rule. `others` are the form's other values: final-form leaves blank ones
 * undefined.
 */
export const field = <T = string>(
  name: string,
  rule: (value: unknown, others: Record<string, unknown>) => string | null,
): Struct<T, null> =>
  define<T>(name, (value, context) => rule(value, (context.branch[0] ?? {}) as Record<string, unknown>) ?? true);

export const textField = (name: string, rule: Rule): Struct<string, null> =>
  field(name, (value) => rule(asText(value)));
