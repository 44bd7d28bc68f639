/** The clinic's feature settings (ENT-13). */
export type FeatureSettings = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a setting is on: `true` or `{ enabled: true }`; a missing one is off (D-75). */
export function isEnabled(settings: FeatureSettings, name: string): boolean {
  const value = settings[name];
  return value === true || (isRecord(value) && value['enabled'] === true);
}

/** A setting's parts, empty when it has none. */
export function partsOf(settings: FeatureSettings, name: string): Readonly<Record<string, unknown>> {
  const value = settings[name];
  return isRecord(value) ? value : {};
}
