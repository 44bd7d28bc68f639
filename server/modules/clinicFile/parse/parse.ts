import { validate, type Failure } from 'superstruct';
import { settings } from '../../../../src/contract/settings';
import type { Draft } from './draft';
import { ClinicFileFaults, pathText, type Fault, type PathPart } from './faults';
import { ClinicFile } from '../file/file';
import type { Shape } from '../file/order';
import { crossFaults } from './references';

export type Parsed = { file: ClinicFile; ignored: string[]; unread: string[] };

/**
 * Reads a clinic file from JSON and checks all of it: the form of every field, then the rules between fields. Throws
 * ClinicFileFaults with all faults. `ignored` are the paths that no clinic file has, `unread` those of settings that this
 * version has no use for: kept, and perhaps misspelt.
 */
export function parseClinicFile(json: unknown, options: { demoMode: boolean }): Parsed {
  const given = withoutNulls(json);
  const [error, file] = validate(given, ClinicFile, { coerce: true, mask: true });
  const failures = error ? outermost(error.failures()) : [];
  const formFaults = failures.map(({ path, failure }) => ({ path: pathText(path), message: messageOf(failure) }));

  const draft =
    file ??
    (withoutPaths(
      given,
      failures.map(({ path }) => path),
    ) as Draft);
  const faults: Fault[] = [...formFaults, ...(isObject(draft) ? crossFaults(draft, options) : [])];
  if (!file || faults.length > 0) throw new ClinicFileFaults(faults);
  return { file, ignored: unknownPaths(given, ClinicFile), unread: unreadSettings(file) };
}

const unreadSettings = ({ shop }: ClinicFile): string[] =>
  (['metadata', 'feature_settings'] as const).flatMap((place) =>
    Object.keys(shop[place] ?? {})
      .filter((name) => !Object.hasOwn(settings[place], name))
      .map((name) => pathText(['shop', place, name])),
  );

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Removes nulls, since in clinic files null is the same as absent (D-220). */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (one === null ? [] : [[key, withoutNulls(one)]])),
  );
}

type Located = { path: PathPart[]; failure: Failure };

/**
 * Leaves out failures inside a value that has failed already: a list that should be an object fails once, not again for
 * each missing field.
 */
function outermost(failures: Failure[]): Located[] {
  const seen = new Set<string>();
  return failures.flatMap((failure) => {
    const path = failure.path as PathPart[];
    const within = path.some((_, depth) => seen.has(pathText(path.slice(0, depth)))) || seen.has(pathText(path));
    seen.add(pathText(path));
    return within ? [] : [{ path, failure }];
  });
}

const kindNames: Record<string, string> = { object: 'an object', type: 'an object', array: 'a list' };

function messageOf(failure: Failure): string {
  const kind = kindNames[failure.type];
  if (kind === undefined) return failure.message;
  return failure.value === undefined ? 'is required' : `must be ${kind}`;
}

/** Returns the value without the failed fields, so that the checks between fields read only valid ones. */
function withoutPaths(value: unknown, paths: PathPart[][]): unknown {
  if (paths.some((path) => path.length === 0)) return undefined;
  const rest = (key: PathPart) => paths.filter((path) => path[0] === key).map((path) => path.slice(1));
  if (Array.isArray(value)) return value.map((one, index) => withoutPaths(one, rest(index)));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutPaths(one, rest(key))]));
}

/**
 * Returns the paths that no clinic file has. Settings and the clinic's choices are open objects, in which any name is
 * accepted.
 */
function unknownPaths(value: unknown, struct: Shape, path: PathPart[] = []): string[] {
  if (struct.type === 'array' && Array.isArray(value)) {
    return value.flatMap((one, index) => unknownPaths(one, struct.schema as Shape, [...path, index]));
  }
  if (struct.type !== 'object' || !isObject(value)) return [];
  const schema = struct.schema as Record<string, Shape>;
  return Object.entries(value).flatMap(([key, one]) => {
    const inner = schema[key];
    return inner === undefined ? [pathText([...path, key])] : unknownPaths(one, inner, [...path, key]);
  });
}
