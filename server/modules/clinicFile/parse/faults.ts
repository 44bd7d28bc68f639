/** One thing wrong in a clinic file. */
export type Fault = { path: string; message: string };

export type PathPart = string | number;

/** Writes a path as the operator reads it: `providers[3].hours[0].end`. */
export function pathText(parts: readonly PathPart[]): string {
  return parts
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');
}

export const faultText = ({ path, message }: Fault): string => (path === '' ? message : `${path}: ${message}`);

/**
 * The error for a clinic file that was refused as a whole. Its message has one line per fault, such as
 * `providers[3].hours[0].end: must be after start`.
 */
export class ClinicFileFaults extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(faultText).join('\n'));
    this.name = 'ClinicFileFaults';
    this.faults = faults;
  }
}
