import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { is, validate } from 'superstruct';
import { describe, expect, it } from 'vitest';
import { settingMeanings } from '../../../src/contract/settingMeanings';
import { settings } from '../../../src/contract/settings';
import { Shop } from '../../../src/contract/shop';
import { exampleShop } from '../shop';
import { settingsPage } from './settingsPage';

describe('the settings of a clinic', () => {
  it('have a meaning each, in the same order', () => {
    for (const place of ['metadata', 'feature_settings'] as const)
      expect(Object.keys(settingMeanings[place])).toEqual(Object.keys(settings[place]));
  });

  it('have defaults that the clinic could set itself', () => {
    for (const place of ['metadata', 'feature_settings'] as const) {
      for (const [name, struct] of Object.entries(settings[place])) {
        const unset: unknown = Reflect.get(settingMeanings[place], name).default;
        expect([name, unset === null || is(unset, struct)]).toEqual([name, true]);
      }
    }
  });

  it('are the ones that readers see (vitest -u writes the page)', async () => {
    await expect(settingsPage()).toMatchFileSnapshot('../../../docs/settings.md');
  });

  it('are read by somebody, and by their names in the table alone', () => {
    const files = ['src', 'server'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.tsx?$/.test(path) && !/^demo|settings\.ts$|settingMeanings\.ts$/.test(path))
        .map((path) => readFileSync(join(folder, path), 'utf8')),
    );
    const names = Object.values(settings).flatMap((all) => Object.keys(all));
    expect(names.filter((name) => !files.some((text) => new RegExp(`\\b${name}\\b`).test(text)))).toEqual([]);
  });
});

describe('a reply with a setting that this version does not understand', () => {
  const sent = {
    ...exampleShop(),
    metadata: { isAutoAccept: true, bookingSlotInterval: 'often', bookingPolicy: null, aLaterOne: 1 },
    feature_settings: {
      pet_portal_enabled: { enabled: true, since: 2027 },
      hold_time_slots_enabled: 'sometimes',
      deposit_refund_hours: -1,
      max_upcoming_appointments: 2.5,
    },
  };

  it('is taken, and the setting counts as not set', () => {
    const [, shop] = validate(sent, Shop, { coerce: true });
    expect(shop?.metadata).toEqual({ isAutoAccept: true, aLaterOne: 1 });
    expect(shop?.feature_settings).toEqual({ pet_portal_enabled: { enabled: true, since: 2027 } });
  });

  it('is none that this server sends', () => {
    expect(is(sent, Shop)).toBe(false);
    expect(is(exampleShop(), Shop)).toBe(true);
  });
});
