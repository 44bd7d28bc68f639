import type { Endpoint } from '../../../src/contract/endpoint';
import { fieldsOf, type Shape } from '../../../server/plugins/shaped';

export const parts = ['params', 'query', 'body'] as const;
export type Part = (typeof parts)[number];

/** A field of a call's input; in a list, the path goes through the first row. */
export type Field = { part: Part; path: string[]; shape: Shape };

/** Lists every field of a call by the contract, including fields that contain others. */
export const fieldsOfCall = (endpoint: Endpoint): Field[] =>
  parts.flatMap((part) =>
    endpoint[part] === undefined
      ? []
      : below(endpoint[part] as Shape).map(({ path, shape }) => ({ part, path, shape })),
  );

function below(shape: Shape): { path: string[]; shape: Shape }[] {
  const fields = shape.type === 'array' ? { 0: shape.schema as Shape } : (fieldsOf(shape) ?? {});
  return Object.entries(fields).flatMap(([name, one]) => [
    { path: [name], shape: one },
    ...below(one).map(({ path, shape: inner }) => ({ path: [name, ...path], shape: inner })),
  ]);
}

export const isOptional = ({ shape }: Field): boolean => shape.is(undefined);
export const isNullable = ({ shape }: Field): boolean => shape.is(null);

/** Copies the input with the value at the path, making missing objects on the way; `undefined` removes the field. */
export function withField(value: unknown, [name, ...rest]: readonly string[], put: unknown): unknown {
  if (name === undefined) return put;
  const isList = Array.isArray(value) || (value === undefined && /^\d+$/.test(name));
  const whole: Record<string, unknown> =
    typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
  const one = withField(whole[name], rest, put);
  if (one === undefined) delete whole[name];
  else whole[name] = one;
  return isList ? Object.values(whole) : whole;
}
