import { create, record, string } from 'superstruct';
import type { Config } from '../../config/config';
import { differing, settingPrints } from '../../config/prints';
import type { Outcome } from '../commands';
import { Findings, wrong, type Finding } from './finding';

/** What the running server says, which alone has the embedded database. The rest is looked at from here. */

/** What the doctor judges by the settings that it is run with; a server of an earlier version judges it too, by its own. */
const seenHere = new Set([
  'settings',
  'server',
  'address',
  'certificate',
  'metrics',
  'clinic files',
  'proxy',
  'push',
  'clock',
  'mail',
  'text messages',
  'cards',
  'disk',
]);

/** What the server answers to the doctor: what it found in the database, and what its settings can be told by. */
export const answerToDoctor = (found: readonly Finding[], config: Config): string[] => [
  JSON.stringify(found),
  JSON.stringify(settingPrints(config)),
];

/** What the server said of the database, and whether its settings are others than these. */
export function saidByServer({ out: [found = '', prints] }: Outcome, config: Config): Finding[] {
  const said = create(JSON.parse(found), Findings).filter(({ check }) => !seenHere.has(check));
  const others =
    prints === undefined
      ? []
      : differing(settingPrints(config), create(JSON.parse(prints), record(string(), string())));
  return others.length === 0 ? said : [startedWithOthers(others), ...said];
}

const startedWithOthers = (names: readonly string[]): Finding =>
  wrong(
    'settings',
    `The running server was started with others than these: ${names.join(', ')}. What waits, and backups, are judged by its own.`,
    'Restart the server, so that these count; or run the doctor with the settings that the server has.',
  );
