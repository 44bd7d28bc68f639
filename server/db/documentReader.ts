import {
  AliasNode,
  ColumnNode,
  IdentifierNode,
  ReferenceNode,
  SelectAllNode,
  TableNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type UnknownRow,
} from 'kysely';
import { is, string, type, type Struct } from 'superstruct';

/**
 * A jsonb value that does not fit its struct. The message names the column and never the value, which may be personal.
 */
class UnreadableDocument extends Error {
  constructor(column: string, clinicId: unknown, fault: string) {
    super(`${column} of clinic ${String(clinicId ?? 'unknown')} cannot be read: ${fault}`);
  }
}

type Readable = Pick<Struct<unknown, unknown>, 'validate'>;

/**
 * Reads a value through the struct. Throws UnreadableDocument; `column` is 'table.column', and `clinicId` is asked only
 * then.
 */
export function readDocument<T>(
  value: unknown,
  struct: Pick<Struct<T, unknown>, 'validate'>,
  column: string,
  clinicId: () => unknown,
): T {
  const [error, read] = struct.validate(value);
  if (error === undefined) return read;
  const [fault] = error.failures();
  throw new UnreadableDocument(column, clinicId(), `${fault?.path.join('.') || 'all'} is not of type ${fault?.type}`);
}

/** A result column and the struct that reads it. */
type Read = { name: string; struct: Readable; column: string };

type Documents = Readonly<Record<string, Readonly<Record<string, Readable>>>>;

/**
 * Kysely plugin that passes every jsonb column a query selects or returns through its struct, so that rows match their
 * types. It does not cover queries written as SQL text.
 */
export function documentReader(documents: Documents): KyselyPlugin {
  const reads = new WeakMap<object, { columns: Read[]; query: OperationNode }>();
  return {
    transformQuery({ node, queryId }: PluginTransformQueryArgs) {
      const columns = readsOf(node, documents);
      if (columns.length > 0) reads.set(queryId, { columns, query: node });
      return node;
    },
    async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
      const found = reads.get(queryId);
      if (found) for (const row of result.rows) for (const one of found.columns) readOne(row, one, found.query);
      return result;
    },
  };
}

function readOne(row: UnknownRow, { name, struct, column }: Read, query: OperationNode): void {
  // A left join that found nothing has null in every column.
  if (row[name] === null || row[name] === undefined) return;
  readDocument(
    row[name],
    struct,
    column,
    () => row['clinic_id'] ?? clinicOf(query, column.startsWith('clinics.') ? 'id' : 'clinic_id'),
  );
}

/** The columns of a query's result that hold documents. */
function readsOf(query: OperationNode, documents: Documents): Read[] {
  const { from, tables, selections } = partsOf(query);
  const inScope = [...from, ...tables].flatMap(tableOf);
  if (!inScope.some(({ table }) => table in documents)) return [];
  return selections.flatMap(({ selection }): Read[] => {
    const [node, alias] = AliasNode.is(selection) ? [selection.node, nameOf(selection.alias)] : [selection, null];
    const [column, of] = ReferenceNode.is(node) ? [node.column, node.table && nameOf(node.table)] : [node, undefined];
    const among = inScope.filter(({ name }) => of === undefined || name === of);
    return among.flatMap(({ table }) =>
      Object.entries(documents[table] ?? {})
        .filter(([name]) => SelectAllNode.is(column) || (ColumnNode.is(column) && column.column.name === name))
        .map(([name, struct]) => ({ name: alias ?? name, struct, column: `${table}.${name}` })),
    );
  });
}

type Selections = readonly { selection: OperationNode }[];

/** The tables that a query reads or writes, and the columns it returns. */
function partsOf(query: OperationNode): {
  from: readonly OperationNode[];
  tables: OperationNode[];
  selections: Selections;
} {
  const {
    from,
    into,
    table,
    joins = [],
    selections,
    returning,
  } = query as OperationNode & {
    from?: { froms: readonly OperationNode[] };
    into?: OperationNode;
    table?: OperationNode;
    joins?: readonly { table: OperationNode }[];
    selections?: Selections;
    returning?: { selections: Selections };
  };
  return {
    from: from?.froms ?? [],
    tables: [into, table, ...joins.map((join) => join.table)].filter((one) => one !== undefined),
    selections: selections ?? returning?.selections ?? [],
  };
}

/** Returns the node's table with its alias in the query; an empty list for a subquery. */
function tableOf(node: OperationNode): { table: string; name: string }[] {
  const [inner, alias] = AliasNode.is(node) ? [node.node, nameOf(node.alias)] : [node, null];
  if (!TableNode.is(inner)) return [];
  const table = nameOf(inner);
  return [{ table, name: alias ?? table }];
}

const nameOf = (node: OperationNode): string =>
  TableNode.is(node) ? node.table.identifier.name : IdentifierNode.is(node) ? node.name : '';

/**
 * Finds the clinic's id in a query's conditions, where its rows do not contain it: the value that `column` must equal.
 */
function clinicOf(node: unknown, column: 'clinic_id' | 'id'): unknown {
  if (typeof node !== 'object' || node === null) return undefined;
  if (is(node, equation) && node.leftOperand.column.column.name === column) return node.rightOperand.value;
  for (const one of Object.values(node)) {
    const found = clinicOf(one, column);
    if (found !== undefined) return found;
  }
  return undefined;
}

const equation = type({
  leftOperand: type({ column: type({ column: type({ name: string() }) }) }),
  rightOperand: type({ value: string() }),
});
