/** One thing wrong in a clinic file. */
export type Fault = { path: string; message: string };

export type PathPart = string | number;

/** A path as the operator reads it: `providers[3].hours[0].end`. */
export function pathText(parts: readonly PathPart[]): string {
  return parts
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');
}

export const faultText = ({ path, message }: Fault): string => (path === '' ? message : `${path}: ${message}`);

/** A clinic file that was refused whole; its message has one line a fault, `providers[3].hours[0].end: must be after start`. */
export class ClinicFileFaults extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(faultText).join('\n'));
    this.name = 'ClinicFileFaults';
    this.faults = faults;
  }
}
