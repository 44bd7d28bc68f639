/** One page of a browser. Elements are named by XPath, since every browser's protocol understands it. */
export interface Page {
  goto(url: string): Promise<void>;
  /** What an expression comes to in the page; a promise is waited for. */
  evaluate(expression: string): Promise<unknown>;
  /** A click of the browser's own on the first element of that path. */
  click(path: string): Promise<void>;
  /** Typed into the first element of that path, key by key. */
  type(path: string, text: string): Promise<void>;
}

/** A browser that keeps its data in one folder from one process to the next. */
export interface Browser {
  readonly name: string;
  /** Starts a process with one page on that folder. */
  open(profile: string): Promise<Page>;
  /** Ends the process as an owner closes a browser. */
  close(): Promise<void>;
}

/** A program that is needed and is not there; the message says what to install. */
export class Missing extends Error {
  override readonly name = 'Missing';
  constructor(programs: string[], packages: string[]) {
    super(`${programs.join(' and ')} not found. On Debian: sudo apt-get install ${packages.join(' ')}`);
  }
}
