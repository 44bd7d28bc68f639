import { firstName } from './inboxList';

/** Who gave an answer that no member gave at the desk. */
export const giverNames = { link: 'Somebody by the link in the notice', operator: 'The operator' } as const;

/** Who gave an answer, as a row says it behind "by": a colleague's first name, or the way by which it came. */
export function giverShort(name: string): string {
  if (name === giverNames.link) return 'the link in the notice';
  return name === giverNames.operator ? 'the operator' : firstName(name);
}
