import type pgPackage from 'pg';
import type { Connection, FieldDef, PoolClient } from 'pg';
import type { Answer, Outcome, Query } from './queue';

type Pg = typeof pgPackage;

/** How pg reads the rows of an answer. */
type Reader = { addFields(fields: FieldDef[]): void; parseRow(values: unknown[]): unknown };
/** What pg has and its types leave out. */
type Inner = {
  Result: new (rowMode: undefined, types: unknown) => Reader;
  utils: { prepareValue(value: unknown): unknown };
};
type InnerConnection = Connection & {
  /** The texts of the statements that are planned on this connection, by their names. */
  parsedStatements: Record<string, string | undefined>;
  parse(statement: { name: string; text: string }): void;
  bind(bound: { statement: string; values: unknown[] }): void;
  describe(portal: { type: 'P'; name: '' }): void;
  execute(portal: { portal: '' }): void;
};

/** How the rows of a connection's planned statements are read, by their names; null for one that gives none. */
export type Readers = Map<string, Reader | null>;

/**
 * Sends statements in their order to the server that a client is connected to, each of them one command. None is planned
 * to be kept where there are no readers. Never rejects.
 */
export type SendBatch = (client: PoolClient, queries: readonly Query[], readers: Readers | null) => Promise<Outcome>;

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/**
 * Makes what sends statements as one batch: they end with one Sync of PostgreSQL's protocol, where pg ends each with its
 * own. So the server answers them with one packet instead of one each, and leaves out those after one that failed. What
 * a planned statement's rows are made of is asked for once.
 * @param types how values are read
 */
export function batches(pg: Pg, types: unknown): SendBatch {
  const { Result, utils } = pg as unknown as Inner;

  class Batch extends pg.Query {
    /** Those of the statement that is being answered: pg notes by them what is planned. */
    declare name: string;
    declare text: string;
    private readonly answers: Answer[] = [];
    private reader: Reader | null = null;
    private found: unknown[] = [];
    private unread: { error: unknown } | null = null;

    constructor(
      private readonly queries: readonly Query[],
      private readonly readers: Readers | null,
      private readonly settle: (outcome: Outcome) => void,
    ) {
      super('');
    }

    /** Writes all statements; returns an error, and writes nothing, if one of them cannot be written. */
    override submit = (on: Connection): Error | null => {
      const connection = on as InnerConnection;
      let values: unknown[][];
      let isNew: boolean[];
      try {
        values = this.queries.map(({ parameters }) =>
          parameters.map((value) => inUtc(value) ?? utils.prepareValue(value)),
        );
        isNew = this.newAmong(connection.parsedStatements);
      } catch (error) {
        return error as Error;
      }
      for (const [index, query] of this.queries.entries()) {
        const name = this.nameOf(query);
        if (isNew[index]) connection.parse({ name, text: query.sql });
        connection.bind({ statement: name, values: values[index]! });
        if (isNew[index] || !this.readers?.has(name)) connection.describe({ type: 'P', name: '' });
        connection.execute({ portal: '' });
      }
      connection.sync();
      this.next();
      return null;
    };

    /** Whether each statement is one that the connection has not planned. Throws if another text has its name. */
    private newAmong(planned: Record<string, string | undefined>): boolean[] {
      const asked = new Map<string, string>();
      return this.queries.map((query) => {
        const name = this.nameOf(query);
        if (name === '') return true;
        const known = asked.get(name) ?? planned[name];
        if (known !== undefined && known !== query.sql) throw new Error(`Two statements have the name ${name}.`);
        asked.set(name, query.sql);
        return known === undefined;
      });
    }

    /** The name under which the statement is planned to be kept; '' for none. */
    private nameOf({ preparedAs = '' }: Query): string {
      return this.readers ? preparedAs : '';
    }

    private next(): void {
      this.found = [];
      const query = this.queries[this.answers.length];
      if (!query) return;
      this.name = this.nameOf(query);
      this.text = query.sql;
      this.reader = this.readers?.get(this.name) ?? null;
    }

    handleRowDescription({ fields }: { fields: FieldDef[] }): void {
      this.reader = new Result(undefined, types);
      this.reader.addFields(fields);
      if (this.name) this.readers!.set(this.name, this.reader);
    }

    handleDataRow({ fields }: { fields: unknown[] }): void {
      if (this.unread) return;
      try {
        this.found.push(this.reader!.parseRow(fields));
      } catch (error) {
        this.unread = { error };
      }
    }

    handleCommandComplete({ text }: { text: string }): void {
      if (this.unread) return;
      if (this.name && !this.readers!.has(this.name)) this.readers!.set(this.name, null);
      const [command = '', ...counts] = text.split(' ');
      const rows = command === 'COMMIT' || command === 'ROLLBACK' ? [{ command }] : this.found;
      this.answers.push({ rows, ...(changing.has(command) && { numAffectedRows: BigInt(counts.at(-1)!) }) });
      this.next();
    }

    handleEmptyQuery(): void {
      this.handleCommandComplete({ text: '' });
    }

    handleError(error: unknown): void {
      this.settle({ answers: this.answers, failure: this.unread ?? { error } });
    }

    handleReadyForQuery(): void {
      this.settle({ answers: this.answers, failure: this.unread });
    }
  }

  return (client, queries, readers) => new Promise((settle) => void client.query(new Batch(queries, readers, settle)));
}

/** An instant as text, without asking for the hour on the clock of this machine; null for what is none of four digits' year. */
function inUtc(value: unknown): string | null {
  const text = value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : '';
  return text.length === 24 ? text : null;
}
