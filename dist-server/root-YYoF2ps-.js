import { r as __exportAll } from './rolldown-runtime-C1I3wEg2.js';
import {
  $ as isBoolean,
  A as QueryNode,
  B as logOnce,
  C as printBackgroundFail,
  Ct as CreateAppointment,
  D as WithSchemaPlugin,
  E as Deferred,
  F as ValueNode,
  G as ColumnNode,
  H as RawNode,
  Ht as id,
  I as ValueListNode,
  J as SchemableIdentifierNode,
  Jt as uuid,
  K as OperatorNode,
  L as parseColumnName,
  M as InsertQueryNode,
  N as parseValueBinaryOperationOrExpression,
  O as OperationNodeTransformer,
  P as ParensNode,
  Q as isBigInt,
  R as parseOrderedColumnName,
  S as QueryExecutorBase,
  T as provideControlledConnection,
  U as DynamicReferenceBuilder,
  Ut as instant,
  V as warnOnce,
  W as SelectAllNode,
  X as freeze,
  Y as IdentifierNode,
  Z as getLast,
  Zt as endpoint,
  _ as CaseBuilder,
  a as sqlState,
  at as isString,
  b as SetOperationNode,
  bn as union,
  ct as FeatureSettings,
  en as array,
  et as isDate,
  f as sql,
  g as parseDataTypeExpression,
  gn as optional,
  h as parseExpression,
  hn as object,
  i as lostConnection,
  it as isObject,
  j as WhenNode,
  k as createQueryId,
  ln as is,
  lt as ShopMetadata,
  m as DynamicTableBuilder,
  mn as number,
  nn as boolean,
  nt as isNull,
  ot as isUndefined,
  p as parseTable,
  pn as nullable,
  pt as eachField,
  q as isOperationNodeSource,
  qt as text,
  rt as isNumber,
  s as contactNotes,
  sn as enums,
  st as noop,
  t as isConnectionLost,
  tt as isFunction,
  u as documentReader,
  un as literal,
  v as CaseNode,
  vn as string,
  w as waitOrAbort,
  x as QueryCreator,
  xn as unknown,
  y as createFunctionModule,
  yn as type,
  z as parseStringReference,
} from './faults-BR1F8Ars.js';
import { r as MINUTE } from './limits-BT6UFd6W.js';
import { setTimeout as setTimeout$1 } from 'node:timers/promises';
import { dirname, join } from 'node:path';
import { hostname } from 'node:os';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { randomUUID } from 'node:crypto';
import { link, readFile, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises';
// src/contract/payments.ts
var payments_exports = /* @__PURE__ */ __exportAll({
  NextAction: () => NextAction,
  PaymentRequest: () => PaymentRequest,
  chargePaymentMethod: () => chargePaymentMethod,
  getPayment: () => getPayment,
  linkPayment: () => linkPayment,
  startPayment: () => startPayment,
});
/** What the card provider wants next; only an https redirect leaves the page (DEP-17, D-208). */
var NextAction = type({
  type: string(),
  redirect_to_url: optional(nullable(type({ url: string() }))),
});
/**
 * A deposit to pay (ENT-17). `amount` is dollars (D-101). The client_secret goes only to the session that started the
 * payment.
 */
var PaymentRequest = type({
  id: id(),
  client_secret: optional(nullable(string())),
  platform_customer_id: optional(nullable(string())),
  client_name: nullable(string()),
  completed_at: nullable(instant()),
  amount: number(),
  confirmation_number: nullable(string()),
  /**
   * pending, requires_action, processing, complete, failed or expired; a failed one may be paid with another card. A
   * paid one that is given back is refunding, then refunded (D-414).
   */
  status: string(),
  /** The last digits of the card that was charged. */
  card_last4: optional(nullable(string())),
  /** Why the card was refused, in the provider's words (DEP-23). */
  message: optional(nullable(string())),
  /** Until when the deposit can be paid and its time is kept (D-215); null without an end. */
  expires_at: optional(nullable(instant())),
  stripe_public_key: optional(nullable(string())),
  stripe_account: optional(nullable(string())),
  next_action: optional(nullable(NextAction)),
  appointment_id: optional(nullable(id())),
  /** The appointment's status; DONE once it has begun, so that whoever opens the link is told what is true (D-40). */
  appointment_status: optional(nullable(string())),
  product_id: optional(nullable(id())),
});
/**
 * POST /payment_requests/start_payment (API-51, D-98, D-207): prices the deposit and opens it at the card provider.
 * `booking` is the create call's body, and `booking_key` the Idempotency-Key with which the draft creates the
 * appointment. The time stays claimed until the payment ends, and paying creates the appointment under that key
 * (D-215). A deposit that is paid already comes back as complete. 404; 409 slot_gone; 422 not_allowed; 503 unavailable.
 */
var startPayment = endpoint({
  name: 'startPayment',
  method: 'POST',
  path: '/payment_requests/start_payment',
  access: 'owner',
  silent: true,
  body: object({
    payment_type: literal('DEPOSIT'),
    product_id: id(),
    client_id: optional(nullable(id())),
    appointment_id: optional(nullable(id())),
    created_by: optional(nullable(id())),
    source: literal('client_booking'),
    booking: optional(nullable(CreateAppointment)),
    booking_key: optional(nullable(uuid())),
  }),
  response: PaymentRequest,
  idempotent: true,
});
/**
 * POST /payment_requests/charge_payment_method (API-52, D-98): charges the card that was confirmed in this visit, once,
 * however often the call is sent. `client_secret` is the one that the card was confirmed with; where the payment has a
 * newer place for a card by now, nothing is charged. `new_card` charges nothing: it reads a charge that is under way,
 * and otherwise returns a place that has no card yet. 404; 409 conflict when already paid, ended or replaced, or
 * slot_gone; 422 not_allowed; 503 unavailable.
 */
var chargePaymentMethod = endpoint({
  name: 'chargePaymentMethod',
  method: 'POST',
  path: '/payment_requests/charge_payment_method',
  access: 'session',
  silent: true,
  body: object({
    payment_request_id: id(),
    client_id: optional(nullable(id())),
    platform_customer_id: optional(nullable(string())),
    client_secret: optional(nullable(text(255))),
    new_card: optional(boolean()),
  }),
  response: PaymentRequest,
});
/**
 * PUT /payment_requests/{id} (API-53): links the payment to its appointment. 404; 409 conflict when either has another;
 * 422 not_allowed.
 */
var linkPayment = endpoint({
  name: 'linkPayment',
  method: 'PUT',
  path: '/payment_requests/:id',
  access: 'owner',
  silent: true,
  params: object({ id: id() }),
  body: object({
    id: id(),
    appointment_id: id(),
  }),
  response: PaymentRequest,
});
/**
 * GET /payment_requests/ppid/{paymentId} (API-54, D-40, D-13): the payment as the card provider knows it now. Whoever
 * knows its id may read it. 404.
 */
var getPayment = endpoint({
  name: 'getPayment',
  method: 'GET',
  path: '/payment_requests/ppid/:paymentId',
  access: 'session',
  silent: true,
  params: object({ paymentId: id() }),
  response: PaymentRequest,
});
// node_modules/kysely/dist/operation-node/alter-table-node.js
/**
 * @internal
 */
var AlterTableNode = freeze({
  is(node) {
    return node.kind === 'AlterTableNode';
  },
  create(table) {
    return freeze({
      kind: 'AlterTableNode',
      table,
    });
  },
  cloneWithTableProps(node, props) {
    return freeze({
      ...node,
      ...props,
    });
  },
  cloneWithColumnAlteration(node, columnAlteration) {
    return freeze({
      ...node,
      columnAlterations: node.columnAlterations ? [...node.columnAlterations, columnAlteration] : [columnAlteration],
    });
  },
});
// node_modules/kysely/dist/operation-node/create-index-node.js
/**
 * @internal
 */
var CreateIndexNode = freeze({
  is(node) {
    return node.kind === 'CreateIndexNode';
  },
  create(name) {
    return freeze({
      kind: 'CreateIndexNode',
      name: IdentifierNode.create(name),
    });
  },
  cloneWith(node, props) {
    return freeze({
      ...node,
      ...props,
    });
  },
  cloneWithColumns(node, columns) {
    return freeze({
      ...node,
      columns: [...(node.columns || []), ...columns],
    });
  },
});
// node_modules/kysely/dist/operation-node/create-schema-node.js
/**
 * @internal
 */
var CreateSchemaNode = freeze({
  is(node) {
    return node.kind === 'CreateSchemaNode';
  },
  create(schema, params) {
    return freeze({
      kind: 'CreateSchemaNode',
      schema: IdentifierNode.create(schema),
      ...params,
    });
  },
  cloneWith(createSchema, params) {
    return freeze({
      ...createSchema,
      ...params,
    });
  },
});
// node_modules/kysely/dist/operation-node/create-table-node.js
var ON_COMMIT_ACTIONS = ['preserve rows', 'delete rows', 'drop'];
/**
 * @internal
 */
var CreateTableNode = freeze({
  is(node) {
    return node.kind === 'CreateTableNode';
  },
  create(table) {
    return freeze({
      kind: 'CreateTableNode',
      table,
      columns: freeze([]),
    });
  },
  cloneWithColumn(node, column) {
    return freeze({
      ...node,
      columns: freeze([...node.columns, column]),
    });
  },
  cloneWithConstraint(node, constraint) {
    return freeze({
      ...node,
      constraints: node.constraints ? freeze([...node.constraints, constraint]) : freeze([constraint]),
    });
  },
  cloneWithIndex(node, index) {
    return freeze({
      ...node,
      indexes: node.indexes ? freeze([...node.indexes, index]) : freeze([index]),
    });
  },
  cloneWithFrontModifier(node, modifier) {
    return freeze({
      ...node,
      frontModifiers: node.frontModifiers ? freeze([...node.frontModifiers, modifier]) : freeze([modifier]),
    });
  },
  cloneWithEndModifier(node, modifier) {
    return freeze({
      ...node,
      endModifiers: node.endModifiers ? freeze([...node.endModifiers, modifier]) : freeze([modifier]),
    });
  },
  cloneWith(node, params) {
    return freeze({
      ...node,
      ...params,
    });
  },
});
// node_modules/kysely/dist/operation-node/drop-index-node.js
/**
 * @internal
 */
var DropIndexNode = freeze({
  is(node) {
    return node.kind === 'DropIndexNode';
  },
  create(name, params) {
    return freeze({
      kind: 'DropIndexNode',
      name: SchemableIdentifierNode.create(name),
      ...params,
    });
  },
  cloneWith(dropIndex, props) {
    return freeze({
      ...dropIndex,
      ...props,
    });
  },
});
// node_modules/kysely/dist/operation-node/drop-schema-node.js
/**
 * @internal
 */
var DropSchemaNode = freeze({
  is(node) {
    return node.kind === 'DropSchemaNode';
  },
  create(schema, params) {
    return freeze({
      kind: 'DropSchemaNode',
      schema: IdentifierNode.create(schema),
      ...params,
    });
  },
  cloneWith(dropSchema, params) {
    return freeze({
      ...dropSchema,
      ...params,
    });
  },
});
// node_modules/kysely/dist/operation-node/drop-table-node.js
/**
 * @internal
 */
var DropTableNode = freeze({
  is(node) {
    return node.kind === 'DropTableNode';
  },
  create(table, params) {
    return freeze({
      kind: 'DropTableNode',
      table,
      ...params,
    });
  },
  cloneWith(dropIndex, params) {
    return freeze({
      ...dropIndex,
      ...params,
    });
  },
});
// node_modules/kysely/dist/operation-node/add-column-node.js
/**
 * @internal
 */
var AddColumnNode = freeze({
  is(node) {
    return node.kind === 'AddColumnNode';
  },
  create(column) {
    return freeze({
      kind: 'AddColumnNode',
      column,
    });
  },
});
// node_modules/kysely/dist/operation-node/column-definition-node.js
/**
 * @internal
 */
var ColumnDefinitionNode = freeze({
  is(node) {
    return node.kind === 'ColumnDefinitionNode';
  },
  create(column, dataType) {
    return freeze({
      kind: 'ColumnDefinitionNode',
      column: ColumnNode.create(column),
      dataType,
    });
  },
  cloneWithFrontModifier(node, modifier) {
    return freeze({
      ...node,
      frontModifiers: node.frontModifiers ? freeze([...node.frontModifiers, modifier]) : [modifier],
    });
  },
  cloneWithEndModifier(node, modifier) {
    return freeze({
      ...node,
      endModifiers: node.endModifiers ? freeze([...node.endModifiers, modifier]) : [modifier],
    });
  },
  cloneWith(node, props) {
    return freeze({
      ...node,
      ...props,
    });
  },
});
// node_modules/kysely/dist/operation-node/drop-column-node.js
/**
 * @internal
 */
var DropColumnNode = freeze({
  is(node) {
    return node.kind === 'DropColumnNode';
  },
  create(column) {
    return freeze({
      kind: 'DropColumnNode',
      column: ColumnNode.create(column),
    });
  },
  cloneWith(node, props) {
    return freeze({
      ...node,
      ...props,
    });
  },
});
// node_modules/kysely/dist/operation-node/rename-column-node.js
/**
 * @internal
 */
var RenameColumnNode = freeze({
  is(node) {
    return node.kind === 'RenameColumnNode';
  },
  create(column, newColumn) {
    return freeze({
      kind: 'RenameColumnNode',
      column: ColumnNode.create(column),
      renameTo: ColumnNode.create(newColumn),
    });
  },
});
// node_modules/kysely/dist/operation-node/check-constraint-node.js
/**
 * @internal
 */
var CheckConstraintNode = freeze({
  is(node) {
    return node.kind === 'CheckConstraintNode';
  },
  create(expression, constraintName) {
    return freeze({
      kind: 'CheckConstraintNode',
      expression,
      name: constraintName ? IdentifierNode.create(constraintName) : void 0,
    });
  },
});
// node_modules/kysely/dist/operation-node/references-node.js
var ON_MODIFY_FOREIGN_ACTIONS_DICTIONARY = freeze({
  cascade: true,
  'no action': true,
  restrict: true,
  'set default': true,
  'set null': true,
});
Object.keys(ON_MODIFY_FOREIGN_ACTIONS_DICTIONARY);
/**
 * @internal
 */
var ReferencesNode = freeze({
  is(node) {
    return node.kind === 'ReferencesNode';
  },
  create(table, columns) {
    return freeze({
      kind: 'ReferencesNode',
      table,
      columns: freeze([...columns]),
    });
  },
  cloneWithOnDelete(references, onDelete) {
    return freeze({
      ...references,
      onDelete,
    });
  },
  cloneWithOnUpdate(references, onUpdate) {
    return freeze({
      ...references,
      onUpdate,
    });
  },
});
function isOnModifyForeignAction(thing) {
  return isString(thing) && ON_MODIFY_FOREIGN_ACTIONS_DICTIONARY[thing];
}
// node_modules/kysely/dist/parser/default-value-parser.js
function parseDefaultValueExpression(value) {
  return isOperationNodeSource(value) ? value.toOperationNode() : ValueNode.createImmediate(value);
}
// node_modules/kysely/dist/operation-node/generated-node.js
/**
 * @internal
 */
var GeneratedNode = freeze({
  is(node) {
    return node.kind === 'GeneratedNode';
  },
  create(params) {
    return freeze({
      kind: 'GeneratedNode',
      ...params,
    });
  },
  createWithExpression(expression) {
    return freeze({
      kind: 'GeneratedNode',
      always: true,
      expression,
    });
  },
  cloneWith(node, params) {
    return freeze({
      ...node,
      ...params,
    });
  },
});
// node_modules/kysely/dist/operation-node/default-value-node.js
/**
 * @internal
 */
var DefaultValueNode = freeze({
  is(node) {
    return node.kind === 'DefaultValueNode';
  },
  create(defaultValue) {
    return freeze({
      kind: 'DefaultValueNode',
      defaultValue,
    });
  },
});
// node_modules/kysely/dist/parser/on-modify-action-parser.js
function parseOnModifyForeignAction(action) {
  if (isOnModifyForeignAction(action)) return action;
  throw new Error(`invalid OnModifyForeignAction ${action}`);
}
// node_modules/kysely/dist/schema/column-definition-builder.js
var ColumnDefinitionBuilder = class ColumnDefinitionBuilder {
  #node;
  constructor(node) {
    this.#node = node;
  }
  /**
   * Adds `auto_increment` or `autoincrement` to the column definition
   * depending on the dialect.
   *
   * Some dialects like PostgreSQL don't support this. On PostgreSQL
   * you can use the `serial` or `bigserial` data type instead.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .createTable('person')
   *   .addColumn('id', 'integer', col => col.autoIncrement().primaryKey())
   *   .execute()
   * ```
   *
   * The generated SQL (MySQL):
   *
   * ```sql
   * create table `person` (
   *   `id` integer primary key auto_increment
   * )
   * ```
   */
  autoIncrement() {
    return new ColumnDefinitionBuilder(ColumnDefinitionNode.cloneWith(this.#node, { autoIncrement: true }));
  }
  /**
   * Makes the column an identity column.
   *
   * This only works on some dialects like MS SQL Server (MSSQL).
   *
   * For PostgreSQL's `generated always as identity` use {@link generatedAlwaysAsIdentity}.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .createTable('person')
   *   .addColumn('id', 'integer', col => col.identity().primaryKey())
   *   .execute()
   * ```
   *
   * The generated SQL (MSSQL):
   *
   * ```sql
   * create table "person" (
   *   "id" integer identity primary key
   * )
   * ```
   */
  identity() {
    return new ColumnDefinitionBuilder(ColumnDefinitionNode.cloneWith(this.#node, { identity: true }));
  }
  /**
   * Makes the column the primary key.
   *
   * If you want to specify a composite primary key use the
   * {@link CreateTableBuilder.addPrimaryKeyConstraint} method.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .createTable('person')
   *   .addColumn('id', 'integer', col => col.primaryKey())
   *   .execute()
   * ```
   *
   * The generated SQL (MySQL):
   *
   * ```sql
   * create table `person` (
   *   `id` integer primary key
   * )
   */
  primaryKey() {
    return new ColumnDefinitionBuilder(ColumnDefinitionNode.cloneWith(this.#node, { primaryKey: true }));
  }
  /**
   * Adds a foreign key constraint for the column.
   *
   * If your database engine doesn't support foreign key constraints in the
   * column definition (like MySQL 5) you need to call the table level
   * {@link CreateTableBuilder.addForeignKeyConstraint} method instead.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .createTable('pet')
   *   .addColumn('owner_id', 'integer', (col) => col.references('person.id'))
   *   .execute()
   * ```
   *
   * The generated SQL (PostgreSQL):
   *
   * ```sql
   * create table "pet" (
   *   "owner_id" integer references "person" ("id")
   * )
   * ```
   */
  references(ref) {
    const references = parseStringReference(ref);
    if (!references.table || SelectAllNode.is(references.column))
      throw new Error(
        `invalid call references('${ref}'). The reference must have format table.column or schema.table.column`,
      );
    return new ColumnDefinitionBuilder(
      ColumnDefinitionNode.cloneWith(this.#node, {
        references: ReferencesNode.create(references.table, [references.column]),
      }),
    );
  }
  /**
   * Adds an `on delete` constraint for the foreign key column.
   *
   * If your database engine doesn't support foreign key constraints in the
   * column definition (like MySQL 5) you need to call the table level
   * {@link CreateTableBuilder.addForeignKeyConstraint} method instead.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .createTable('pet')
   *   .addColumn(
   *     'owner_id',
   *     'integer',
   *     (col) => col.references('person.id').onDelete('cascade')
   *   )
   *   .execute()
   * ```
   *
   * The generated SQL (PostgreSQL):
   *
   * ```sql
   * create table "pet" (
   *   "owner_id" integer references "person" ("id") on delete cascade
   * )
   * ```
   */
  onDelete(onDelete) {
    if (!this.#node.references) throw new Error('on delete constraint can only be added for foreign keys');
    return new ColumnDefinitionBuilder(
      ColumnDefinitionNode.cloneWith(this.#node, {
        references: ReferencesNode.cloneWithOnDelete(this.#node.references, parseOnModifyForeignAction(onDelete)),
      }),
    );
  }
  /**
   * Adds an `on update` constraint for the foreign key column.
   *
   * If your database engine doesn't support foreign key constraints in the
   * column definition (like MySQL 5) you need to call the table level
   * {@link CreateTableBuilder.addForeignKeyConstraint} method instead.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .createTable('pet')
   *   .addColumn(
   *     'owner_id',
   *     'integer',
   *     (col) => col.references('person.id').onUpdate('cascade')
   *   )
   *   .execute()
   * ```
   *
   * The generated SQL (PostgreSQL):
   *
   * ```sql
   * create table "pet" (
   *   "owner_id" integer references "person" ("id") on update cascade
   * )
   * ```
   */
  onUpdate(onUpdate) {
    if (!this.#node.references) throw new Error('on update constraint can only be added for foreign keys');
    return new ColumnDefinitionBuilder(
      ColumnDefinitionNode.cloneWith(this.#node, {
        references: ReferencesNode.cloneWithOnUpdate(this.#node.references, parseOnModifyForeignAction(onUpdate)),
      }),
    );
  }
  /**
   * Adds a unique constraint for the column.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .createTable('person')
   *   .addColumn('email', 'varchar(255)', col => col.unique())
   *   .execute()
   * ```
   *
   * The generated SQL (MySQL):
   *
   * ```sql
   * create table `person` (
   *   `email` varchar(255) unique
   * )
   * ```
   */
  unique() {
    return new ColumnDefinitionBuilder(ColumnDefinitionNode.cloneWith(this.#node, { unique: true }));
  }
  /**
   * Adds a `not null` constraint for the column.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .createTable('person')
   *   .addColumn('first_name', 'varchar(255)', col => col.notNull())
   *   .execute()
   * ```
   *
   * The generated SQL (MySQL):
   *
   * ```sql
   * create table `person` (
   *   `first_name` varchar(255) not null
   * )
   * ```
   */
  notNull() {
    return new ColumnDefinitionBuilder(ColumnDefinitionNode.cloneWith(this.#node, { notNull: true }));
  }
  /**
   * Adds a `unsigned` modifier for the column.
   *
   * This only works on some dialects like MySQL.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .createTable('person')
   *   .addColumn('age', 'integer', col => col.unsigned())
   *   .execute()
   * ```
   *
   * The generated SQL (MySQL):
   *
   * ```sql
   * create table `person` (
   *   `age` integer unsigned
   * )
   * ```
   */
  unsigned() {
    return new ColumnDefinitionBuilder(ColumnDefinitionNode.cloneWith(this.#node, { unsigned: true }));
  }
  /**
   * Adds a default value constraint for the column.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .createTable('pet')
   *   .addColumn('number_of_legs', 'integer', (col) => col.defaultTo(4))
   *   .execute()
   * ```
   *
   * The generated SQL (MySQL):
   *
   * ```sql
   * create table `pet` (
   *   `number_of_legs` integer default 4
   * )
   * ```
   *
   * Values passed to `defaultTo` are interpreted as value literals by default. You can define
   * an arbitrary SQL expression using the {@link sql} template tag:
   *
   * ```ts
   * import { sql } from 'kysely'
   *
   * await db.schema
   *   .createTable('pet')
   *   .addColumn(
   *     'created_at',
   *     'timestamp',
   *     (col) => col.defaultTo(sql`CURRENT_TIMESTAMP`)
   *   )
   *   .execute()
   * ```
   *
   * The generated SQL (MySQL):
   *
   * ```sql
   * create table `pet` (
   *   `created_at` timestamp default CURRENT_TIMESTAMP
   * )
   * ```
   */
  defaultTo(value) {
    return new ColumnDefinitionBuilder(
      ColumnDefinitionNode.cloneWith(this.#node, {
        defaultTo: DefaultValueNode.create(parseDefaultValueExpression(value)),
      }),
    );
  }
  /**
   * Adds a check constraint for the column.
   *
   * ### Examples
   *
   * ```ts
   * import { sql } from 'kysely'
   *
   * await db.schema
   *   .createTable('pet')
   *   .addColumn('number_of_legs', 'integer', (col) =>
   *     col.check(sql`number_of_legs < 5`)
   *   )
   *   .execute()
   * ```
   *
   * The generated SQL (MySQL):
   *
   * ```sql
   * create table `pet` (
   *   `number_of_legs` integer check (number_of_legs < 5)
   * )
   * ```
   */
  check(expression) {
    return new ColumnDefinitionBuilder(
      ColumnDefinitionNode.cloneWith(this.#node, { check: CheckConstraintNode.create(expression.toOperationNode()) }),
    );
  }
  /**
   * Makes the column a generated column using a `generated always as` statement.
   *
   * ### Examples
   *
   * ```ts
   * import { sql } from 'kysely'
   *
   * await db.schema
   *   .createTable('person')
   *   .addColumn('full_name', 'varchar(255)',
   *     (col) => col.generatedAlwaysAs(sql`concat(first_name, ' ', last_name)`)
   *   )
   *   .execute()
   * ```
   *
   * The generated SQL (MySQL):
   *
   * ```sql
   * create table `person` (
   *   `full_name` varchar(255) generated always as (concat(first_name, ' ', last_name))
   * )
   * ```
   */
  generatedAlwaysAs(expression) {
    return new ColumnDefinitionBuilder(
      ColumnDefinitionNode.cloneWith(this.#node, {
        generated: GeneratedNode.createWithExpression(expression.toOperationNode()),
      }),
    );
  }
  /**
   * Adds the `generated always as identity` specifier.
   *
   * This only works on some dialects like PostgreSQL.
   *
   * For MS SQL Server (MSSQL)'s identity column use {@link identity}.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .createTable('person')
   *   .addColumn('id', 'integer', col => col.generatedAlwaysAsIdentity().primaryKey())
   *   .execute()
   * ```
   *
   * The generated SQL (PostgreSQL):
   *
   * ```sql
   * create table "person" (
   *   "id" integer generated always as identity primary key
   * )
   * ```
   */
  generatedAlwaysAsIdentity() {
    return new ColumnDefinitionBuilder(
      ColumnDefinitionNode.cloneWith(this.#node, {
        generated: GeneratedNode.create({
          identity: true,
          always: true,
        }),
      }),
    );
  }
  /**
   * Adds the `generated by default as identity` specifier on supported dialects.
   *
   * This only works on some dialects like PostgreSQL.
   *
   * For MS SQL Server (MSSQL)'s identity column use {@link identity}.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .createTable('person')
   *   .addColumn('id', 'integer', col => col.generatedByDefaultAsIdentity().primaryKey())
   *   .execute()
   * ```
   *
   * The generated SQL (PostgreSQL):
   *
   * ```sql
   * create table "person" (
   *   "id" integer generated by default as identity primary key
   * )
   * ```
   */
  generatedByDefaultAsIdentity() {
    return new ColumnDefinitionBuilder(
      ColumnDefinitionNode.cloneWith(this.#node, {
        generated: GeneratedNode.create({
          identity: true,
          byDefault: true,
        }),
      }),
    );
  }
  /**
   * Makes a generated column stored instead of virtual. This method can only
   * be used with {@link generatedAlwaysAs}
   *
   * ### Examples
   *
   * ```ts
   * import { sql } from 'kysely'
   *
   * await db.schema
   *   .createTable('person')
   *   .addColumn('full_name', 'varchar(255)', (col) => col
   *     .generatedAlwaysAs(sql`concat(first_name, ' ', last_name)`)
   *     .stored()
   *   )
   *   .execute()
   * ```
   *
   * The generated SQL (MySQL):
   *
   * ```sql
   * create table `person` (
   *   `full_name` varchar(255) generated always as (concat(first_name, ' ', last_name)) stored
   * )
   * ```
   */
  stored() {
    if (!this.#node.generated) throw new Error('stored() can only be called after generatedAlwaysAs');
    return new ColumnDefinitionBuilder(
      ColumnDefinitionNode.cloneWith(this.#node, {
        generated: GeneratedNode.cloneWith(this.#node.generated, { stored: true }),
      }),
    );
  }
  /**
   * This can be used to add any additional SQL right after the column's data type.
   *
   * ### Examples
   *
   * ```ts
   * import { sql } from 'kysely'
   *
   * await db.schema
   *   .createTable('person')
   *   .addColumn('id', 'integer', col => col.primaryKey())
   *   .addColumn(
   *     'first_name',
   *     'varchar(36)',
   *     (col) => col.modifyFront(sql`collate utf8mb4_general_ci`).notNull()
   *   )
   *   .execute()
   * ```
   *
   * The generated SQL (MySQL):
   *
   * ```sql
   * create table `person` (
   *   `id` integer primary key,
   *   `first_name` varchar(36) collate utf8mb4_general_ci not null
   * )
   * ```
   */
  modifyFront(modifier) {
    return new ColumnDefinitionBuilder(
      ColumnDefinitionNode.cloneWithFrontModifier(this.#node, modifier.toOperationNode()),
    );
  }
  /**
   * Adds `nulls not distinct` specifier.
   * Should be used with `unique` constraint.
   *
   * This only works on some dialects like PostgreSQL.
   *
   * ### Examples
   *
   * ```ts
   * db.schema
   *   .createTable('person')
   *   .addColumn('id', 'integer', col => col.primaryKey())
   *   .addColumn('first_name', 'varchar(30)', col => col.unique().nullsNotDistinct())
   *   .execute()
   * ```
   *
   * The generated SQL (PostgreSQL):
   *
   * ```sql
   * create table "person" (
   *   "id" integer primary key,
   *   "first_name" varchar(30) unique nulls not distinct
   * )
   * ```
   */
  nullsNotDistinct() {
    return new ColumnDefinitionBuilder(ColumnDefinitionNode.cloneWith(this.#node, { nullsNotDistinct: true }));
  }
  /**
   * Adds `if not exists` specifier. This only works for PostgreSQL.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .alterTable('person')
   *   .addColumn('email', 'varchar(255)', col => col.unique().ifNotExists())
   *   .execute()
   * ```
   *
   * The generated SQL (PostgreSQL):
   *
   * ```sql
   * alter table "person" add column if not exists "email" varchar(255) unique
   * ```
   */
  ifNotExists() {
    return new ColumnDefinitionBuilder(ColumnDefinitionNode.cloneWith(this.#node, { ifNotExists: true }));
  }
  /**
   * This can be used to add any additional SQL to the end of the column definition.
   *
   * ### Examples
   *
   * ```ts
   * import { sql } from 'kysely'
   *
   * await db.schema
   *   .createTable('person')
   *   .addColumn('id', 'integer', col => col.primaryKey())
   *   .addColumn(
   *     'age',
   *     'integer',
   *     col => col.unsigned()
   *       .notNull()
   *       .modifyEnd(sql`comment ${sql.lit('it is not polite to ask a woman her age')}`)
   *   )
   *   .execute()
   * ```
   *
   * The generated SQL (MySQL):
   *
   * ```sql
   * create table `person` (
   *   `id` integer primary key,
   *   `age` integer unsigned not null comment 'it is not polite to ask a woman her age'
   * )
   * ```
   */
  modifyEnd(modifier) {
    return new ColumnDefinitionBuilder(
      ColumnDefinitionNode.cloneWithEndModifier(this.#node, modifier.toOperationNode()),
    );
  }
  /**
   * Simply calls the provided function passing `this` as the only argument. `$call` returns
   * what the provided function returns.
   */
  $call(func) {
    return func(this);
  }
  toOperationNode() {
    return this.#node;
  }
};
// node_modules/kysely/dist/operation-node/modify-column-node.js
/**
 * @internal
 */
var ModifyColumnNode = freeze({
  is(node) {
    return node.kind === 'ModifyColumnNode';
  },
  create(column) {
    return freeze({
      kind: 'ModifyColumnNode',
      column,
    });
  },
});
// node_modules/kysely/dist/operation-node/foreign-key-constraint-node.js
/**
 * @internal
 */
var ForeignKeyConstraintNode = freeze({
  is(node) {
    return node.kind === 'ForeignKeyConstraintNode';
  },
  create(sourceColumns, targetTable, targetColumns, constraintName) {
    return freeze({
      kind: 'ForeignKeyConstraintNode',
      columns: sourceColumns,
      references: ReferencesNode.create(targetTable, targetColumns),
      name: constraintName ? IdentifierNode.create(constraintName) : void 0,
    });
  },
  cloneWith(node, props) {
    return freeze({
      ...node,
      ...props,
    });
  },
});
// node_modules/kysely/dist/schema/foreign-key-constraint-builder.js
var ForeignKeyConstraintBuilder = class ForeignKeyConstraintBuilder {
  #node;
  constructor(node) {
    this.#node = node;
  }
  onDelete(onDelete) {
    return new ForeignKeyConstraintBuilder(
      ForeignKeyConstraintNode.cloneWith(this.#node, { onDelete: parseOnModifyForeignAction(onDelete) }),
    );
  }
  onUpdate(onUpdate) {
    return new ForeignKeyConstraintBuilder(
      ForeignKeyConstraintNode.cloneWith(this.#node, { onUpdate: parseOnModifyForeignAction(onUpdate) }),
    );
  }
  deferrable() {
    return new ForeignKeyConstraintBuilder(ForeignKeyConstraintNode.cloneWith(this.#node, { deferrable: true }));
  }
  notDeferrable() {
    return new ForeignKeyConstraintBuilder(ForeignKeyConstraintNode.cloneWith(this.#node, { deferrable: false }));
  }
  initiallyDeferred() {
    return new ForeignKeyConstraintBuilder(ForeignKeyConstraintNode.cloneWith(this.#node, { initiallyDeferred: true }));
  }
  initiallyImmediate() {
    return new ForeignKeyConstraintBuilder(
      ForeignKeyConstraintNode.cloneWith(this.#node, { initiallyDeferred: false }),
    );
  }
  /**
   * Simply calls the provided function passing `this` as the only argument. `$call` returns
   * what the provided function returns.
   */
  $call(func) {
    return func(this);
  }
  toOperationNode() {
    return this.#node;
  }
};
// node_modules/kysely/dist/operation-node/add-constraint-node.js
/**
 * @internal
 */
var AddConstraintNode = freeze({
  is(node) {
    return node.kind === 'AddConstraintNode';
  },
  create(constraint) {
    return freeze({
      kind: 'AddConstraintNode',
      constraint,
    });
  },
});
// node_modules/kysely/dist/operation-node/unique-constraint-node.js
/**
 * @internal
 */
var UniqueConstraintNode = freeze({
  is(node) {
    return node.kind === 'UniqueConstraintNode';
  },
  create(columns, constraintName, nullsNotDistinct) {
    if (isString(columns.at(0))) {
      logOnce('`UniqueConstraintNode.create(columns: string[], ...)` is deprecated - pass `ColumnNode[]` instead.');
      columns = columns.map(ColumnNode.create);
    }
    return freeze({
      kind: 'UniqueConstraintNode',
      columns: freeze(columns),
      name: constraintName ? IdentifierNode.create(constraintName) : void 0,
      nullsNotDistinct,
    });
  },
  cloneWith(node, props) {
    return freeze({
      ...node,
      ...props,
    });
  },
});
// node_modules/kysely/dist/operation-node/drop-constraint-node.js
/**
 * @internal
 */
var DropConstraintNode = freeze({
  is(node) {
    return node.kind === 'DropConstraintNode';
  },
  create(constraintName) {
    return freeze({
      kind: 'DropConstraintNode',
      constraintName: IdentifierNode.create(constraintName),
    });
  },
  cloneWith(dropConstraint, props) {
    return freeze({
      ...dropConstraint,
      ...props,
    });
  },
});
// node_modules/kysely/dist/operation-node/alter-column-node.js
/**
 * @internal
 */
var AlterColumnNode = freeze({
  is(node) {
    return node.kind === 'AlterColumnNode';
  },
  create(column, prop, value) {
    return freeze({
      kind: 'AlterColumnNode',
      column: ColumnNode.create(column),
      [prop]: value,
    });
  },
});
// node_modules/kysely/dist/schema/alter-column-builder.js
var AlterColumnBuilder = class {
  #column;
  constructor(column) {
    this.#column = column;
  }
  setDataType(dataType) {
    return new AlteredColumnBuilder(
      AlterColumnNode.create(this.#column, 'dataType', parseDataTypeExpression(dataType)),
    );
  }
  setDefault(value) {
    return new AlteredColumnBuilder(
      AlterColumnNode.create(this.#column, 'setDefault', parseDefaultValueExpression(value)),
    );
  }
  dropDefault() {
    return new AlteredColumnBuilder(AlterColumnNode.create(this.#column, 'dropDefault', true));
  }
  setNotNull() {
    return new AlteredColumnBuilder(AlterColumnNode.create(this.#column, 'setNotNull', true));
  }
  dropNotNull() {
    return new AlteredColumnBuilder(AlterColumnNode.create(this.#column, 'dropNotNull', true));
  }
  /**
   * Simply calls the provided function passing `this` as the only argument. `$call` returns
   * what the provided function returns.
   */
  $call(func) {
    return func(this);
  }
};
/**
 * Allows us to force consumers to do exactly one alteration to a column.
 *
 * One cannot do no alterations:
 *
 * ```ts
 * await db.schema
 *   .alterTable('person')
 * //  .execute() // Property 'execute' does not exist on type 'AlteredColumnBuilder'.
 * ```
 *
 * ```ts
 * await db.schema
 *   .alterTable('person')
 * //  .alterColumn('age', (ac) => ac) // Type 'AlterColumnBuilder' is not assignable to type 'AlteredColumnBuilder'.
 * //  .execute()
 * ```
 *
 * One cannot do multiple alterations:
 *
 * ```ts
 * await db.schema
 *   .alterTable('person')
 * //  .alterColumn('age', (ac) => ac.dropNotNull().setNotNull()) // Property 'setNotNull' does not exist on type 'AlteredColumnBuilder'.
 * //  .execute()
 * ```
 *
 * Which would now throw a compilation error, instead of a runtime error.
 */
var AlteredColumnBuilder = class {
  #alterColumnNode;
  constructor(alterColumnNode) {
    this.#alterColumnNode = alterColumnNode;
  }
  toOperationNode() {
    return this.#alterColumnNode;
  }
};
// node_modules/kysely/dist/schema/alter-table-executor.js
var AlterTableExecutor = class {
  #props;
  constructor(props) {
    this.#props = freeze(props);
  }
  toOperationNode() {
    return this.#props.executor.transformQuery(this.#props.node, this.#props.queryId);
  }
  compile() {
    return this.#props.executor.compileQuery(this.toOperationNode(), this.#props.queryId);
  }
  async execute(options) {
    await this.#props.executor.executeQuery(this.compile(), options);
  }
};
// node_modules/kysely/dist/schema/alter-table-add-foreign-key-constraint-builder.js
var AlterTableAddForeignKeyConstraintBuilder = class AlterTableAddForeignKeyConstraintBuilder {
  #props;
  constructor(props) {
    this.#props = freeze(props);
  }
  onDelete(onDelete) {
    return new AlterTableAddForeignKeyConstraintBuilder({
      ...this.#props,
      constraintBuilder: this.#props.constraintBuilder.onDelete(onDelete),
    });
  }
  onUpdate(onUpdate) {
    return new AlterTableAddForeignKeyConstraintBuilder({
      ...this.#props,
      constraintBuilder: this.#props.constraintBuilder.onUpdate(onUpdate),
    });
  }
  deferrable() {
    return new AlterTableAddForeignKeyConstraintBuilder({
      ...this.#props,
      constraintBuilder: this.#props.constraintBuilder.deferrable(),
    });
  }
  notDeferrable() {
    return new AlterTableAddForeignKeyConstraintBuilder({
      ...this.#props,
      constraintBuilder: this.#props.constraintBuilder.notDeferrable(),
    });
  }
  initiallyDeferred() {
    return new AlterTableAddForeignKeyConstraintBuilder({
      ...this.#props,
      constraintBuilder: this.#props.constraintBuilder.initiallyDeferred(),
    });
  }
  initiallyImmediate() {
    return new AlterTableAddForeignKeyConstraintBuilder({
      ...this.#props,
      constraintBuilder: this.#props.constraintBuilder.initiallyImmediate(),
    });
  }
  /**
   * Simply calls the provided function passing `this` as the only argument. `$call` returns
   * what the provided function returns.
   */
  $call(func) {
    return func(this);
  }
  toOperationNode() {
    return this.#props.executor.transformQuery(
      AlterTableNode.cloneWithTableProps(this.#props.node, {
        addConstraint: AddConstraintNode.create(this.#props.constraintBuilder.toOperationNode()),
      }),
      this.#props.queryId,
    );
  }
  compile() {
    return this.#props.executor.compileQuery(this.toOperationNode(), this.#props.queryId);
  }
  async execute(options) {
    await this.#props.executor.executeQuery(this.compile(), options);
  }
};
// node_modules/kysely/dist/schema/alter-table-drop-constraint-builder.js
var AlterTableDropConstraintBuilder = class AlterTableDropConstraintBuilder {
  #props;
  constructor(props) {
    this.#props = freeze(props);
  }
  ifExists() {
    return new AlterTableDropConstraintBuilder({
      ...this.#props,
      node: AlterTableNode.cloneWithTableProps(this.#props.node, {
        dropConstraint: DropConstraintNode.cloneWith(this.#props.node.dropConstraint, { ifExists: true }),
      }),
    });
  }
  cascade() {
    return new AlterTableDropConstraintBuilder({
      ...this.#props,
      node: AlterTableNode.cloneWithTableProps(this.#props.node, {
        dropConstraint: DropConstraintNode.cloneWith(this.#props.node.dropConstraint, { modifier: 'cascade' }),
      }),
    });
  }
  restrict() {
    return new AlterTableDropConstraintBuilder({
      ...this.#props,
      node: AlterTableNode.cloneWithTableProps(this.#props.node, {
        dropConstraint: DropConstraintNode.cloneWith(this.#props.node.dropConstraint, { modifier: 'restrict' }),
      }),
    });
  }
  /**
   * Simply calls the provided function passing `this` as the only argument. `$call` returns
   * what the provided function returns.
   */
  $call(func) {
    return func(this);
  }
  toOperationNode() {
    return this.#props.executor.transformQuery(this.#props.node, this.#props.queryId);
  }
  compile() {
    return this.#props.executor.compileQuery(this.toOperationNode(), this.#props.queryId);
  }
  async execute(options) {
    await this.#props.executor.executeQuery(this.compile(), options);
  }
};
// node_modules/kysely/dist/operation-node/primary-key-constraint-node.js
/**
 * @internal
 */
var PrimaryKeyConstraintNode = freeze({
  is(node) {
    return node.kind === 'PrimaryKeyConstraintNode';
  },
  create(columns, constraintName) {
    return freeze({
      kind: 'PrimaryKeyConstraintNode',
      columns: freeze(columns.map(ColumnNode.create)),
      name: constraintName ? IdentifierNode.create(constraintName) : void 0,
    });
  },
  cloneWith(node, props) {
    return freeze({
      ...node,
      ...props,
    });
  },
});
// node_modules/kysely/dist/operation-node/add-index-node.js
/**
 * @internal
 */
var AddIndexNode = freeze({
  is(node) {
    return node.kind === 'AddIndexNode';
  },
  create(name) {
    return freeze({
      kind: 'AddIndexNode',
      name: IdentifierNode.create(name),
    });
  },
  cloneWith(node, props) {
    return freeze({
      ...node,
      ...props,
    });
  },
  cloneWithColumns(node, columns) {
    return freeze({
      ...node,
      columns: [...(node.columns || []), ...columns],
    });
  },
});
// node_modules/kysely/dist/schema/alter-table-add-index-builder.js
var AlterTableAddIndexBuilder = class AlterTableAddIndexBuilder {
  #props;
  constructor(props) {
    this.#props = freeze(props);
  }
  /**
   * Makes the index unique.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .alterTable('person')
   *   .addIndex('person_first_name_index')
   *   .unique()
   *   .column('email')
   *   .execute()
   * ```
   *
   * The generated SQL (MySQL):
   *
   * ```sql
   * alter table `person` add unique index `person_first_name_index` (`email`)
   * ```
   */
  unique() {
    return new AlterTableAddIndexBuilder({
      ...this.#props,
      node: AlterTableNode.cloneWithTableProps(this.#props.node, {
        addIndex: AddIndexNode.cloneWith(this.#props.node.addIndex, { unique: true }),
      }),
    });
  }
  column(arg) {
    return new AlterTableAddIndexBuilder({
      ...this.#props,
      node: AlterTableNode.cloneWithTableProps(this.#props.node, {
        addIndex: AddIndexNode.cloneWithColumns(this.#props.node.addIndex, [
          isString(arg) ? parseOrderedColumnName(arg) : arg.toOperationNode(),
        ]),
      }),
    });
  }
  /**
   * Specifies a list of columns for the index.
   *
   * Also see {@link column} for adding a single column or {@link expression} for
   * specifying an arbitrary expression.
   *
   * ### Examples
   *
   * ```ts
   * import { sql } from 'kysely'
   *
   * await db.schema
   *   .alterTable('person')
   *   .addIndex('person_first_name_and_age_index')
   *   .columns(['first_name', sql`(left(lower(last_name), 1))`, 'age desc'])
   *   .execute()
   * ```
   *
   * The generated SQL (MySQL):
   *
   * ```sql
   * alter table `person`
   * add index `person_first_name_and_age_index` (
   *   `first_name`,
   *   (left(lower(last_name), 1)),
   *   `age` desc
   * )
   * ```
   */
  columns(columns) {
    return new AlterTableAddIndexBuilder({
      ...this.#props,
      node: AlterTableNode.cloneWithTableProps(this.#props.node, {
        addIndex: AddIndexNode.cloneWithColumns(
          this.#props.node.addIndex,
          columns.map((item) => (isString(item) ? parseOrderedColumnName(item) : item.toOperationNode())),
        ),
      }),
    });
  }
  /**
   * Specifies an arbitrary expression for the index.
   *
   * ### Examples
   *
   * ```ts
   * import { sql } from 'kysely'
   *
   * await db.schema
   *   .alterTable('person')
   *   .addIndex('person_first_name_index')
   *   .expression(sql<boolean>`(first_name < 'Sami')`)
   *   .execute()
   * ```
   *
   * The generated SQL (MySQL):
   *
   * ```sql
   * alter table `person` add index `person_first_name_index` ((first_name < 'Sami'))
   * ```
   *
   * @deprecated Use {@link column} or {@link columns} with an {@link Expression} instead.
   */
  expression(expression) {
    return new AlterTableAddIndexBuilder({
      ...this.#props,
      node: AlterTableNode.cloneWithTableProps(this.#props.node, {
        addIndex: AddIndexNode.cloneWithColumns(this.#props.node.addIndex, [expression.toOperationNode()]),
      }),
    });
  }
  using(indexType) {
    return new AlterTableAddIndexBuilder({
      ...this.#props,
      node: AlterTableNode.cloneWithTableProps(this.#props.node, {
        addIndex: AddIndexNode.cloneWith(this.#props.node.addIndex, { using: RawNode.createWithSql(indexType) }),
      }),
    });
  }
  /**
   * Simply calls the provided function passing `this` as the only argument. `$call` returns
   * what the provided function returns.
   */
  $call(func) {
    return func(this);
  }
  toOperationNode() {
    return this.#props.executor.transformQuery(this.#props.node, this.#props.queryId);
  }
  compile() {
    return this.#props.executor.compileQuery(this.toOperationNode(), this.#props.queryId);
  }
  async execute(options) {
    await this.#props.executor.executeQuery(this.compile(), options);
  }
};
// node_modules/kysely/dist/schema/unique-constraint-builder.js
var UniqueConstraintNodeBuilder = class UniqueConstraintNodeBuilder {
  #node;
  constructor(node) {
    this.#node = node;
  }
  /**
   * Adds `nulls not distinct` to the unique constraint definition
   *
   * Supported by PostgreSQL dialect only
   */
  nullsNotDistinct() {
    return new UniqueConstraintNodeBuilder(UniqueConstraintNode.cloneWith(this.#node, { nullsNotDistinct: true }));
  }
  deferrable() {
    return new UniqueConstraintNodeBuilder(UniqueConstraintNode.cloneWith(this.#node, { deferrable: true }));
  }
  notDeferrable() {
    return new UniqueConstraintNodeBuilder(UniqueConstraintNode.cloneWith(this.#node, { deferrable: false }));
  }
  initiallyDeferred() {
    return new UniqueConstraintNodeBuilder(UniqueConstraintNode.cloneWith(this.#node, { initiallyDeferred: true }));
  }
  initiallyImmediate() {
    return new UniqueConstraintNodeBuilder(UniqueConstraintNode.cloneWith(this.#node, { initiallyDeferred: false }));
  }
  /**
   * Simply calls the provided function passing `this` as the only argument. `$call` returns
   * what the provided function returns.
   */
  $call(func) {
    return func(this);
  }
  toOperationNode() {
    return this.#node;
  }
};
// node_modules/kysely/dist/schema/primary-key-constraint-builder.js
var PrimaryKeyConstraintBuilder = class PrimaryKeyConstraintBuilder {
  #node;
  constructor(node) {
    this.#node = node;
  }
  deferrable() {
    return new PrimaryKeyConstraintBuilder(PrimaryKeyConstraintNode.cloneWith(this.#node, { deferrable: true }));
  }
  notDeferrable() {
    return new PrimaryKeyConstraintBuilder(PrimaryKeyConstraintNode.cloneWith(this.#node, { deferrable: false }));
  }
  initiallyDeferred() {
    return new PrimaryKeyConstraintBuilder(PrimaryKeyConstraintNode.cloneWith(this.#node, { initiallyDeferred: true }));
  }
  initiallyImmediate() {
    return new PrimaryKeyConstraintBuilder(
      PrimaryKeyConstraintNode.cloneWith(this.#node, { initiallyDeferred: false }),
    );
  }
  /**
   * Simply calls the provided function passing `this` as the only argument. `$call` returns
   * what the provided function returns.
   */
  $call(func) {
    return func(this);
  }
  toOperationNode() {
    return this.#node;
  }
};
// node_modules/kysely/dist/schema/check-constraint-builder.js
var CheckConstraintBuilder = class {
  #node;
  constructor(node) {
    this.#node = node;
  }
  /**
   * Simply calls the provided function passing `this` as the only argument. `$call` returns
   * what the provided function returns.
   */
  $call(func) {
    return func(this);
  }
  toOperationNode() {
    return this.#node;
  }
};
// node_modules/kysely/dist/operation-node/rename-constraint-node.js
/**
 * @internal
 */
var RenameConstraintNode = freeze({
  is(node) {
    return node.kind === 'RenameConstraintNode';
  },
  create(oldName, newName) {
    return freeze({
      kind: 'RenameConstraintNode',
      oldName: IdentifierNode.create(oldName),
      newName: IdentifierNode.create(newName),
    });
  },
});
// node_modules/kysely/dist/schema/drop-column-builder.js
var DropColumnBuilder = class DropColumnBuilder {
  #props;
  constructor(props) {
    this.#props = freeze({ ...props });
  }
  ifExists() {
    return new DropColumnBuilder({
      ...this.#props,
      node: DropColumnNode.cloneWith(this.#props.node, { ifExists: true }),
    });
  }
  toOperationNode() {
    return this.#props.node;
  }
};
// node_modules/kysely/dist/schema/alter-table-builder.js
/**
 * This builder can be used to create a `alter table` query.
 */
var AlterTableBuilder = class {
  #props;
  constructor(props) {
    this.#props = freeze(props);
  }
  renameTo(newTableName) {
    return new AlterTableExecutor({
      ...this.#props,
      node: AlterTableNode.cloneWithTableProps(this.#props.node, { renameTo: parseTable(newTableName) }),
    });
  }
  setSchema(newSchema) {
    return new AlterTableExecutor({
      ...this.#props,
      node: AlterTableNode.cloneWithTableProps(this.#props.node, { setSchema: IdentifierNode.create(newSchema) }),
    });
  }
  alterColumn(column, alteration) {
    const builder = alteration(new AlterColumnBuilder(column));
    return new AlterTableColumnAlteringBuilder({
      ...this.#props,
      node: AlterTableNode.cloneWithColumnAlteration(this.#props.node, builder.toOperationNode()),
    });
  }
  dropColumn(column, build = noop) {
    const builder = build(new DropColumnBuilder({ node: DropColumnNode.create(column) }));
    return new AlterTableColumnAlteringBuilder({
      ...this.#props,
      node: AlterTableNode.cloneWithColumnAlteration(this.#props.node, builder.toOperationNode()),
    });
  }
  renameColumn(column, newColumn) {
    return new AlterTableColumnAlteringBuilder({
      ...this.#props,
      node: AlterTableNode.cloneWithColumnAlteration(this.#props.node, RenameColumnNode.create(column, newColumn)),
    });
  }
  addColumn(columnName, dataType, build = noop) {
    const builder = build(
      new ColumnDefinitionBuilder(ColumnDefinitionNode.create(columnName, parseDataTypeExpression(dataType))),
    );
    return new AlterTableColumnAlteringBuilder({
      ...this.#props,
      node: AlterTableNode.cloneWithColumnAlteration(this.#props.node, AddColumnNode.create(builder.toOperationNode())),
    });
  }
  modifyColumn(columnName, dataType, build = noop) {
    const builder = build(
      new ColumnDefinitionBuilder(ColumnDefinitionNode.create(columnName, parseDataTypeExpression(dataType))),
    );
    return new AlterTableColumnAlteringBuilder({
      ...this.#props,
      node: AlterTableNode.cloneWithColumnAlteration(
        this.#props.node,
        ModifyColumnNode.create(builder.toOperationNode()),
      ),
    });
  }
  /**
   * See {@link CreateTableBuilder.addUniqueConstraint}
   */
  addUniqueConstraint(constraintName, columns, build = noop) {
    const uniqueConstraintBuilder = build(
      new UniqueConstraintNodeBuilder(
        UniqueConstraintNode.create(
          columns.map((column) => (isString(column) ? ColumnNode.create(column) : parseExpression(column))),
          constraintName,
        ),
      ),
    );
    return new AlterTableExecutor({
      ...this.#props,
      node: AlterTableNode.cloneWithTableProps(this.#props.node, {
        addConstraint: AddConstraintNode.create(uniqueConstraintBuilder.toOperationNode()),
      }),
    });
  }
  /**
   * See {@link CreateTableBuilder.addCheckConstraint}
   */
  addCheckConstraint(constraintName, checkExpression, build = noop) {
    const constraintBuilder = build(
      new CheckConstraintBuilder(CheckConstraintNode.create(checkExpression.toOperationNode(), constraintName)),
    );
    return new AlterTableExecutor({
      ...this.#props,
      node: AlterTableNode.cloneWithTableProps(this.#props.node, {
        addConstraint: AddConstraintNode.create(constraintBuilder.toOperationNode()),
      }),
    });
  }
  /**
   * See {@link CreateTableBuilder.addForeignKeyConstraint}
   *
   * Unlike {@link CreateTableBuilder.addForeignKeyConstraint} this method returns
   * the constraint builder and doesn't take a callback as the last argument. This
   * is because you can only add one column per `ALTER TABLE` query.
   */
  addForeignKeyConstraint(constraintName, columns, targetTable, targetColumns, build = noop) {
    const constraintBuilder = build(
      new ForeignKeyConstraintBuilder(
        ForeignKeyConstraintNode.create(
          columns.map(ColumnNode.create),
          parseTable(targetTable),
          targetColumns.map(ColumnNode.create),
          constraintName,
        ),
      ),
    );
    return new AlterTableAddForeignKeyConstraintBuilder({
      ...this.#props,
      constraintBuilder,
    });
  }
  /**
   * See {@link CreateTableBuilder.addPrimaryKeyConstraint}
   */
  addPrimaryKeyConstraint(constraintName, columns, build = noop) {
    const constraintBuilder = build(
      new PrimaryKeyConstraintBuilder(PrimaryKeyConstraintNode.create(columns, constraintName)),
    );
    return new AlterTableExecutor({
      ...this.#props,
      node: AlterTableNode.cloneWithTableProps(this.#props.node, {
        addConstraint: AddConstraintNode.create(constraintBuilder.toOperationNode()),
      }),
    });
  }
  dropConstraint(constraintName) {
    return new AlterTableDropConstraintBuilder({
      ...this.#props,
      node: AlterTableNode.cloneWithTableProps(this.#props.node, {
        dropConstraint: DropConstraintNode.create(constraintName),
      }),
    });
  }
  renameConstraint(oldName, newName) {
    return new AlterTableDropConstraintBuilder({
      ...this.#props,
      node: AlterTableNode.cloneWithTableProps(this.#props.node, {
        renameConstraint: RenameConstraintNode.create(oldName, newName),
      }),
    });
  }
  /**
   * This can be used to add index to table.
   *
   *  ### Examples
   *
   * ```ts
   * db.schema.alterTable('person')
   *   .addIndex('person_email_index')
   *   .column('email')
   *   .unique()
   *   .execute()
   * ```
   *
   * The generated SQL (MySQL):
   *
   * ```sql
   * alter table `person` add unique index `person_email_index` (`email`)
   * ```
   */
  addIndex(indexName) {
    return new AlterTableAddIndexBuilder({
      ...this.#props,
      node: AlterTableNode.cloneWithTableProps(this.#props.node, { addIndex: AddIndexNode.create(indexName) }),
    });
  }
  /**
   * This can be used to drop index from table.
   *
   * ### Examples
   *
   * ```ts
   * db.schema.alterTable('person')
   *   .dropIndex('person_email_index')
   *   .execute()
   * ```
   *
   * The generated SQL (MySQL):
   *
   * ```sql
   * alter table `person` drop index `test_first_name_index`
   * ```
   */
  dropIndex(indexName) {
    return new AlterTableExecutor({
      ...this.#props,
      node: AlterTableNode.cloneWithTableProps(this.#props.node, { dropIndex: DropIndexNode.create(indexName) }),
    });
  }
  /**
   * Calls the given function passing `this` as the only argument.
   *
   * See {@link CreateTableBuilder.$call}
   */
  $call(func) {
    return func(this);
  }
};
var AlterTableColumnAlteringBuilder = class AlterTableColumnAlteringBuilder {
  #props;
  constructor(props) {
    this.#props = freeze(props);
  }
  alterColumn(column, alteration) {
    const builder = alteration(new AlterColumnBuilder(column));
    return new AlterTableColumnAlteringBuilder({
      ...this.#props,
      node: AlterTableNode.cloneWithColumnAlteration(this.#props.node, builder.toOperationNode()),
    });
  }
  dropColumn(column, build = noop) {
    const builder = build(new DropColumnBuilder({ node: DropColumnNode.create(column) }));
    return new AlterTableColumnAlteringBuilder({
      ...this.#props,
      node: AlterTableNode.cloneWithColumnAlteration(this.#props.node, builder.toOperationNode()),
    });
  }
  renameColumn(column, newColumn) {
    return new AlterTableColumnAlteringBuilder({
      ...this.#props,
      node: AlterTableNode.cloneWithColumnAlteration(this.#props.node, RenameColumnNode.create(column, newColumn)),
    });
  }
  addColumn(columnName, dataType, build = noop) {
    const builder = build(
      new ColumnDefinitionBuilder(ColumnDefinitionNode.create(columnName, parseDataTypeExpression(dataType))),
    );
    return new AlterTableColumnAlteringBuilder({
      ...this.#props,
      node: AlterTableNode.cloneWithColumnAlteration(this.#props.node, AddColumnNode.create(builder.toOperationNode())),
    });
  }
  modifyColumn(columnName, dataType, build = noop) {
    const builder = build(
      new ColumnDefinitionBuilder(ColumnDefinitionNode.create(columnName, parseDataTypeExpression(dataType))),
    );
    return new AlterTableColumnAlteringBuilder({
      ...this.#props,
      node: AlterTableNode.cloneWithColumnAlteration(
        this.#props.node,
        ModifyColumnNode.create(builder.toOperationNode()),
      ),
    });
  }
  toOperationNode() {
    return this.#props.executor.transformQuery(this.#props.node, this.#props.queryId);
  }
  compile() {
    return this.#props.executor.compileQuery(this.toOperationNode(), this.#props.queryId);
  }
  async execute(options) {
    await this.#props.executor.executeQuery(this.compile(), options);
  }
};
// node_modules/kysely/dist/plugin/immediate-value/immediate-value-transformer.js
/**
 * Transforms all ValueNodes to immediate.
 *
 * WARNING! This should never be part of the public API. Users should never use this.
 * This is an internal helper.
 *
 * @internal
 */
var ImmediateValueTransformer = class extends OperationNodeTransformer {
  transformPrimitiveValueList(node) {
    return ValueListNode.create(node.values.map(ValueNode.createImmediate));
  }
  transformValue(node) {
    return ValueNode.createImmediate(node.value);
  }
};
// node_modules/kysely/dist/schema/create-index-builder.js
var CreateIndexBuilder = class CreateIndexBuilder {
  #props;
  constructor(props) {
    this.#props = freeze(props);
  }
  /**
   * Adds the "if not exists" modifier.
   *
   * If the index already exists, no error is thrown if this method has been called.
   */
  ifNotExists() {
    return new CreateIndexBuilder({
      ...this.#props,
      node: CreateIndexNode.cloneWith(this.#props.node, { ifNotExists: true }),
    });
  }
  /**
   * Makes the index unique.
   */
  unique() {
    return new CreateIndexBuilder({
      ...this.#props,
      node: CreateIndexNode.cloneWith(this.#props.node, { unique: true }),
    });
  }
  /**
   * Adds `nulls not distinct` specifier to index.
   * This only works on some dialects like PostgreSQL.
   *
   * ### Examples
   *
   * ```ts
   * db.schema.createIndex('person_first_name_index')
   *  .on('person')
   *  .column('first_name')
   *  .nullsNotDistinct()
   *  .execute()
   * ```
   *
   * The generated SQL (PostgreSQL):
   *
   * ```sql
   * create index "person_first_name_index"
   * on "test" ("first_name")
   * nulls not distinct;
   * ```
   */
  nullsNotDistinct() {
    return new CreateIndexBuilder({
      ...this.#props,
      node: CreateIndexNode.cloneWith(this.#props.node, { nullsNotDistinct: true }),
    });
  }
  /**
   * Specifies the table for the index.
   */
  on(table) {
    return new CreateIndexBuilder({
      ...this.#props,
      node: CreateIndexNode.cloneWith(this.#props.node, { table: parseTable(table) }),
    });
  }
  column(arg) {
    return new CreateIndexBuilder({
      ...this.#props,
      node: CreateIndexNode.cloneWithColumns(this.#props.node, [
        isString(arg) ? parseOrderedColumnName(arg) : arg.toOperationNode(),
      ]),
    });
  }
  /**
   * Adds a list of columns to the index.
   *
   * Also see {@link column} for adding a single column.
   *
   * ### Examples
   *
   * ```ts
   * import { sql } from 'kysely'
   *
   * await db.schema
   *   .createIndex('person_first_name_and_age_index')
   *   .on('person')
   *   .columns(['first_name', sql`left(lower("last_name"), 1)`, 'age desc'])
   *   .execute()
   * ```
   *
   * The generated SQL (PostgreSQL):
   *
   * ```sql
   * create index "person_first_name_and_age_index"
   * on "person" ("first_name", left(lower("last_name"), 1), "age" desc)
   * ```
   */
  columns(columns) {
    return new CreateIndexBuilder({
      ...this.#props,
      node: CreateIndexNode.cloneWithColumns(
        this.#props.node,
        columns.map((item) => (isString(item) ? parseOrderedColumnName(item) : item.toOperationNode())),
      ),
    });
  }
  /**
   * Adds an arbitrary expression as a column to the index.
   *
   * ### Examples
   *
   * ```ts
   * import { sql } from 'kysely'
   *
   * await db.schema
   *   .createIndex('person_first_name_index')
   *   .on('person')
   *   .expression(sql`first_name COLLATE "fi_FI"`)
   *   .column('gender')
   *   .execute()
   * ```
   *
   * The generated SQL (PostgreSQL):
   *
   * ```sql
   * create index "person_first_name_index"
   * on "person" (first_name COLLATE "fi_FI", "gender")
   * ```
   *
   * @deprecated Use {@link column} or {@link columns} with an {@link Expression} instead.
   */
  expression(expression) {
    return new CreateIndexBuilder({
      ...this.#props,
      node: CreateIndexNode.cloneWithColumns(this.#props.node, [expression.toOperationNode()]),
    });
  }
  using(indexType) {
    return new CreateIndexBuilder({
      ...this.#props,
      node: CreateIndexNode.cloneWith(this.#props.node, { using: RawNode.createWithSql(indexType) }),
    });
  }
  where(...args) {
    const transformer = new ImmediateValueTransformer();
    return new CreateIndexBuilder({
      ...this.#props,
      node: QueryNode.cloneWithWhere(
        this.#props.node,
        transformer.transformNode(parseValueBinaryOperationOrExpression(args), this.#props.queryId),
      ),
    });
  }
  /**
   * Simply calls the provided function passing `this` as the only argument. `$call` returns
   * what the provided function returns.
   */
  $call(func) {
    return func(this);
  }
  toOperationNode() {
    return this.#props.executor.transformQuery(this.#props.node, this.#props.queryId);
  }
  compile() {
    return this.#props.executor.compileQuery(this.toOperationNode(), this.#props.queryId);
  }
  async execute(options) {
    await this.#props.executor.executeQuery(this.compile(), options);
  }
};
// node_modules/kysely/dist/schema/create-schema-builder.js
var CreateSchemaBuilder = class CreateSchemaBuilder {
  #props;
  constructor(props) {
    this.#props = freeze(props);
  }
  ifNotExists() {
    return new CreateSchemaBuilder({
      ...this.#props,
      node: CreateSchemaNode.cloneWith(this.#props.node, { ifNotExists: true }),
    });
  }
  /**
   * Simply calls the provided function passing `this` as the only argument. `$call` returns
   * what the provided function returns.
   */
  $call(func) {
    return func(this);
  }
  toOperationNode() {
    return this.#props.executor.transformQuery(this.#props.node, this.#props.queryId);
  }
  compile() {
    return this.#props.executor.compileQuery(this.toOperationNode(), this.#props.queryId);
  }
  async execute(options) {
    await this.#props.executor.executeQuery(this.compile(), options);
  }
};
// node_modules/kysely/dist/parser/on-commit-action-parse.js
function parseOnCommitAction(action) {
  if (ON_COMMIT_ACTIONS.includes(action)) return action;
  throw new Error(`invalid OnCommitAction ${action}`);
}
// node_modules/kysely/dist/schema/create-table-add-index-builder.js
var CreateTableAddIndexBuilder = class CreateTableAddIndexBuilder {
  #node;
  constructor(node) {
    this.#node = node;
  }
  using(indexType) {
    return new CreateTableAddIndexBuilder(
      AddIndexNode.cloneWith(this.#node, { using: RawNode.createWithSql(indexType) }),
    );
  }
  /**
   * Simply calls the provided function passing `this` as the only argument. `$call` returns
   * what the provided function returns.
   */
  $call(func) {
    return func(this);
  }
  toOperationNode() {
    return this.#node;
  }
};
// node_modules/kysely/dist/schema/create-table-builder.js
/**
 * This builder can be used to create a `create table` query.
 */
var CreateTableBuilder = class CreateTableBuilder {
  #props;
  constructor(props) {
    this.#props = freeze(props);
  }
  /**
   * Adds the "temporary" modifier.
   *
   * Use this to create a temporary table.
   */
  temporary() {
    return new CreateTableBuilder({
      ...this.#props,
      node: CreateTableNode.cloneWith(this.#props.node, { temporary: true }),
    });
  }
  /**
   * Adds an "on commit" statement.
   *
   * This can be used in conjunction with temporary tables on supported databases
   * like PostgreSQL.
   */
  onCommit(onCommit) {
    return new CreateTableBuilder({
      ...this.#props,
      node: CreateTableNode.cloneWith(this.#props.node, { onCommit: parseOnCommitAction(onCommit) }),
    });
  }
  /**
   * Adds the "if not exists" modifier.
   *
   * If the table already exists, no error is thrown if this method has been called.
   */
  ifNotExists() {
    return new CreateTableBuilder({
      ...this.#props,
      node: CreateTableNode.cloneWith(this.#props.node, { ifNotExists: true }),
    });
  }
  /**
   * Adds a column to the table.
   *
   * ### Examples
   *
   * ```ts
   * import { sql } from 'kysely'
   *
   * await db.schema
   *   .createTable('person')
   *   .addColumn('id', 'integer', (col) => col.autoIncrement().primaryKey())
   *   .addColumn('first_name', 'varchar(50)', (col) => col.notNull())
   *   .addColumn('last_name', 'varchar(255)')
   *   .addColumn('bank_balance', 'numeric(8, 2)')
   *   // You can specify any data type using the `sql` tag if the types
   *   // don't include it.
   *   .addColumn('data', sql`any_type_here`)
   *   .addColumn('parent_id', 'integer', (col) =>
   *     col.references('person.id').onDelete('cascade')
   *   )
   * ```
   *
   * With this method, it's once again good to remember that Kysely just builds the
   * query and doesn't provide the same API for all databases. For example, some
   * databases like older MySQL don't support the `references` statement in the
   * column definition. Instead foreign key constraints need to be defined in the
   * `create table` query. See the next example:
   *
   * ```ts
   * await db.schema
   *   .createTable('person')
   *   .addColumn('id', 'integer', (col) => col.primaryKey())
   *   .addColumn('parent_id', 'integer')
   *   .addForeignKeyConstraint(
   *     'person_parent_id_fk',
   *     ['parent_id'],
   *     'person',
   *     ['id'],
   *     (cb) => cb.onDelete('cascade')
   *   )
   *   .execute()
   * ```
   *
   * Another good example is that PostgreSQL doesn't support the `auto_increment`
   * keyword and you need to define an autoincrementing column for example using
   * `serial`:
   *
   * ```ts
   * await db.schema
   *   .createTable('person')
   *   .addColumn('id', 'serial', (col) => col.primaryKey())
   *   .execute()
   * ```
   */
  addColumn(columnName, dataType, build = noop) {
    const columnBuilder = build(
      new ColumnDefinitionBuilder(ColumnDefinitionNode.create(columnName, parseDataTypeExpression(dataType))),
    );
    return new CreateTableBuilder({
      ...this.#props,
      node: CreateTableNode.cloneWithColumn(this.#props.node, columnBuilder.toOperationNode()),
    });
  }
  /**
   * Adds a primary key constraint for one or more columns.
   *
   * The constraint name can be anything you want, but it must be unique
   * across the whole database.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .createTable('person')
   *   .addColumn('first_name', 'varchar(64)')
   *   .addColumn('last_name', 'varchar(64)')
   *   .addPrimaryKeyConstraint('primary_key', ['first_name', 'last_name'])
   *   .execute()
   * ```
   */
  addPrimaryKeyConstraint(constraintName, columns, build = noop) {
    const constraintBuilder = build(
      new PrimaryKeyConstraintBuilder(PrimaryKeyConstraintNode.create(columns, constraintName)),
    );
    return new CreateTableBuilder({
      ...this.#props,
      node: CreateTableNode.cloneWithConstraint(this.#props.node, constraintBuilder.toOperationNode()),
    });
  }
  /**
   * Adds a unique constraint for one or more columns.
   *
   * The constraint name can be anything you want, but it must be unique
   * across the whole database.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .createTable('person')
   *   .addColumn('first_name', 'varchar(64)')
   *   .addColumn('last_name', 'varchar(64)')
   *   .addUniqueConstraint(
   *     'first_name_last_name_unique',
   *     ['first_name', 'last_name']
   *   )
   *   .execute()
   * ```
   *
   * In dialects such as PostgreSQL you can specify `nulls not distinct` as follows:
   *
   * ```ts
   * await db.schema
   *   .createTable('person')
   *   .addColumn('first_name', 'varchar(64)')
   *   .addColumn('last_name', 'varchar(64)')
   *   .addUniqueConstraint(
   *     'first_name_last_name_unique',
   *     ['first_name', 'last_name'],
   *     (cb) => cb.nullsNotDistinct()
   *   )
   *   .execute()
   * ```
   *
   * In dialects such as MySQL you create unique constraints on expressions as follows:
   *
   * ```ts
   *
   * import { sql } from 'kysely'
   *
   * await db.schema
   *   .createTable('person')
   *   .addColumn('first_name', 'varchar(64)')
   *   .addColumn('last_name', 'varchar(64)')
   *   .addUniqueConstraint(
   *     'first_name_last_name_unique',
   *     [sql`(lower('first_name'))`, 'last_name']
   *   )
   *   .execute()
   * ```
   */
  addUniqueConstraint(constraintName, columns, build = noop) {
    const uniqueConstraintBuilder = build(
      new UniqueConstraintNodeBuilder(
        UniqueConstraintNode.create(
          columns.map((column) => (isString(column) ? ColumnNode.create(column) : parseExpression(column))),
          constraintName,
        ),
      ),
    );
    return new CreateTableBuilder({
      ...this.#props,
      node: CreateTableNode.cloneWithConstraint(this.#props.node, uniqueConstraintBuilder.toOperationNode()),
    });
  }
  /**
   * Adds an index that includes one or more columns.
   *
   * This is only supported by some dialects like MySQL.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .createTable('person')
   *   .addColumn('first_name', 'varchar(64)')
   *   .addColumn('last_name', 'varchar(64)')
   *   .addIndex('last_name_key', ['last_name'])
   *   .execute()
   * ```
   *
   * The generated SQL (MySQL):
   *
   * ```sql
   * create table `person` (
   *   `id` integer primary key,
   *   `first_name` varchar(64) not null,
   *   `last_name` varchar(64) not null,
   *   index `last_name_key` (`last_name`)
   * )
   * ```
   */
  addIndex(indexName, columns, build = noop) {
    const addIndexBuilder = build(
      new CreateTableAddIndexBuilder(
        AddIndexNode.cloneWithColumns(
          AddIndexNode.create(indexName),
          columns.map((column) => (isString(column) ? ColumnNode.create(column) : parseExpression(column))),
        ),
      ),
    );
    return new CreateTableBuilder({
      ...this.#props,
      node: CreateTableNode.cloneWithIndex(this.#props.node, addIndexBuilder.toOperationNode()),
    });
  }
  /**
   * Adds a check constraint.
   *
   * The constraint name can be anything you want, but it must be unique
   * across the whole database.
   *
   * ### Examples
   *
   * ```ts
   * import { sql } from 'kysely'
   *
   * await db.schema
   *   .createTable('animal')
   *   .addColumn('number_of_legs', 'integer')
   *   .addCheckConstraint('check_legs', sql`number_of_legs < 5`)
   *   .execute()
   * ```
   */
  addCheckConstraint(constraintName, checkExpression, build = noop) {
    const constraintBuilder = build(
      new CheckConstraintBuilder(CheckConstraintNode.create(checkExpression.toOperationNode(), constraintName)),
    );
    return new CreateTableBuilder({
      ...this.#props,
      node: CreateTableNode.cloneWithConstraint(this.#props.node, constraintBuilder.toOperationNode()),
    });
  }
  /**
   * Adds a foreign key constraint.
   *
   * The constraint name can be anything you want, but it must be unique
   * across the whole database.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .createTable('pet')
   *   .addColumn('owner_id', 'integer')
   *   .addForeignKeyConstraint(
   *     'owner_id_foreign',
   *     ['owner_id'],
   *     'person',
   *     ['id'],
   *   )
   *   .execute()
   * ```
   *
   * Add constraint for multiple columns:
   *
   * ```ts
   * await db.schema
   *   .createTable('pet')
   *   .addColumn('owner_id1', 'integer')
   *   .addColumn('owner_id2', 'integer')
   *   .addForeignKeyConstraint(
   *     'owner_id_foreign',
   *     ['owner_id1', 'owner_id2'],
   *     'person',
   *     ['id1', 'id2'],
   *     (cb) => cb.onDelete('cascade')
   *   )
   *   .execute()
   * ```
   */
  addForeignKeyConstraint(constraintName, columns, targetTable, targetColumns, build = noop) {
    const builder = build(
      new ForeignKeyConstraintBuilder(
        ForeignKeyConstraintNode.create(
          columns.map(ColumnNode.create),
          parseTable(targetTable),
          targetColumns.map(ColumnNode.create),
          constraintName,
        ),
      ),
    );
    return new CreateTableBuilder({
      ...this.#props,
      node: CreateTableNode.cloneWithConstraint(this.#props.node, builder.toOperationNode()),
    });
  }
  /**
   * This can be used to add any additional SQL to the front of the query __after__ the `create` keyword.
   *
   * Also see {@link temporary}.
   *
   * ### Examples
   *
   * ```ts
   * import { sql } from 'kysely'
   *
   * await db.schema
   *   .createTable('person')
   *   .modifyFront(sql`global temporary`)
   *   .addColumn('id', 'integer', col => col.primaryKey())
   *   .addColumn('first_name', 'varchar(64)', col => col.notNull())
   *   .addColumn('last_name', 'varchar(64)', col => col.notNull())
   *   .execute()
   * ```
   *
   * The generated SQL (Postgres):
   *
   * ```sql
   * create global temporary table "person" (
   *   "id" integer primary key,
   *   "first_name" varchar(64) not null,
   *   "last_name" varchar(64) not null
   * )
   * ```
   */
  modifyFront(modifier) {
    return new CreateTableBuilder({
      ...this.#props,
      node: CreateTableNode.cloneWithFrontModifier(this.#props.node, modifier.toOperationNode()),
    });
  }
  /**
   * This can be used to add any additional SQL to the end of the query.
   *
   * Also see {@link onCommit}.
   *
   * ### Examples
   *
   * ```ts
   * import { sql } from 'kysely'
   *
   * await db.schema
   *   .createTable('person')
   *   .addColumn('id', 'integer', col => col.primaryKey())
   *   .addColumn('first_name', 'varchar(64)', col => col.notNull())
   *   .addColumn('last_name', 'varchar(64)', col => col.notNull())
   *   .modifyEnd(sql`collate utf8_unicode_ci`)
   *   .execute()
   * ```
   *
   * The generated SQL (MySQL):
   *
   * ```sql
   * create table `person` (
   *   `id` integer primary key,
   *   `first_name` varchar(64) not null,
   *   `last_name` varchar(64) not null
   * ) collate utf8_unicode_ci
   * ```
   */
  modifyEnd(modifier) {
    return new CreateTableBuilder({
      ...this.#props,
      node: CreateTableNode.cloneWithEndModifier(this.#props.node, modifier.toOperationNode()),
    });
  }
  /**
   * Allows to create table from `select` query.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .createTable('copy')
   *   .temporary()
   *   .as(db.selectFrom('person').select(['first_name', 'last_name']))
   *   .execute()
   * ```
   *
   * The generated SQL (PostgreSQL):
   *
   * ```sql
   * create temporary table "copy" as
   * select "first_name", "last_name" from "person"
   * ```
   */
  as(expression) {
    return new CreateTableBuilder({
      ...this.#props,
      node: CreateTableNode.cloneWith(this.#props.node, { selectQuery: parseExpression(expression) }),
    });
  }
  /**
   * Calls the given function passing `this` as the only argument.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .createTable('test')
   *   .$call((builder) => builder.addColumn('id', 'integer'))
   *   .execute()
   * ```
   *
   * This is useful for creating reusable functions that can be called with a builder.
   *
   * ```ts
   * import { type CreateTableBuilder, sql } from 'kysely'
   *
   * const addDefaultColumns = (ctb: CreateTableBuilder<any, any>) => {
   *   return ctb
   *     .addColumn('id', 'integer', (col) => col.notNull())
   *     .addColumn('created_at', 'date', (col) =>
   *       col.notNull().defaultTo(sql`now()`)
   *     )
   *     .addColumn('updated_at', 'date', (col) =>
   *       col.notNull().defaultTo(sql`now()`)
   *     )
   * }
   *
   * await db.schema
   *   .createTable('test')
   *   .$call(addDefaultColumns)
   *   .execute()
   * ```
   */
  $call(func) {
    return func(this);
  }
  toOperationNode() {
    return this.#props.executor.transformQuery(this.#props.node, this.#props.queryId);
  }
  compile() {
    return this.#props.executor.compileQuery(this.toOperationNode(), this.#props.queryId);
  }
  async execute(options) {
    await this.#props.executor.executeQuery(this.compile(), options);
  }
};
// node_modules/kysely/dist/schema/drop-index-builder.js
var DropIndexBuilder = class DropIndexBuilder {
  #props;
  constructor(props) {
    this.#props = freeze(props);
  }
  /**
   * Specifies the table the index was created for. This is not needed
   * in all dialects.
   */
  on(table) {
    return new DropIndexBuilder({
      ...this.#props,
      node: DropIndexNode.cloneWith(this.#props.node, { table: parseTable(table) }),
    });
  }
  ifExists() {
    return new DropIndexBuilder({
      ...this.#props,
      node: DropIndexNode.cloneWith(this.#props.node, { ifExists: true }),
    });
  }
  cascade() {
    return new DropIndexBuilder({
      ...this.#props,
      node: DropIndexNode.cloneWith(this.#props.node, { cascade: true }),
    });
  }
  /**
   * Simply calls the provided function passing `this` as the only argument. `$call` returns
   * what the provided function returns.
   */
  $call(func) {
    return func(this);
  }
  toOperationNode() {
    return this.#props.executor.transformQuery(this.#props.node, this.#props.queryId);
  }
  compile() {
    return this.#props.executor.compileQuery(this.toOperationNode(), this.#props.queryId);
  }
  async execute(options) {
    await this.#props.executor.executeQuery(this.compile(), options);
  }
};
// node_modules/kysely/dist/schema/drop-schema-builder.js
var DropSchemaBuilder = class DropSchemaBuilder {
  #props;
  constructor(props) {
    this.#props = freeze(props);
  }
  ifExists() {
    return new DropSchemaBuilder({
      ...this.#props,
      node: DropSchemaNode.cloneWith(this.#props.node, { ifExists: true }),
    });
  }
  cascade() {
    return new DropSchemaBuilder({
      ...this.#props,
      node: DropSchemaNode.cloneWith(this.#props.node, { cascade: true }),
    });
  }
  /**
   * Simply calls the provided function passing `this` as the only argument. `$call` returns
   * what the provided function returns.
   */
  $call(func) {
    return func(this);
  }
  toOperationNode() {
    return this.#props.executor.transformQuery(this.#props.node, this.#props.queryId);
  }
  compile() {
    return this.#props.executor.compileQuery(this.toOperationNode(), this.#props.queryId);
  }
  async execute(options) {
    await this.#props.executor.executeQuery(this.compile(), options);
  }
};
// node_modules/kysely/dist/schema/drop-table-builder.js
var DropTableBuilder = class DropTableBuilder {
  #props;
  constructor(props) {
    this.#props = freeze(props);
  }
  /**
   * Adds the "temporary" modifier.
   *
   * This is only supported by some dialects like MySQL.
   */
  temporary() {
    return new DropTableBuilder({
      ...this.#props,
      node: DropTableNode.cloneWith(this.#props.node, { temporary: true }),
    });
  }
  ifExists() {
    return new DropTableBuilder({
      ...this.#props,
      node: DropTableNode.cloneWith(this.#props.node, { ifExists: true }),
    });
  }
  cascade() {
    return new DropTableBuilder({
      ...this.#props,
      node: DropTableNode.cloneWith(this.#props.node, { cascade: true }),
    });
  }
  /**
   * Simply calls the provided function passing `this` as the only argument. `$call` returns
   * what the provided function returns.
   */
  $call(func) {
    return func(this);
  }
  toOperationNode() {
    return this.#props.executor.transformQuery(this.#props.node, this.#props.queryId);
  }
  compile() {
    return this.#props.executor.compileQuery(this.toOperationNode(), this.#props.queryId);
  }
  async execute(options) {
    await this.#props.executor.executeQuery(this.compile(), options);
  }
};
// node_modules/kysely/dist/operation-node/create-view-node.js
/**
 * @internal
 */
var CreateViewNode = freeze({
  is(node) {
    return node.kind === 'CreateViewNode';
  },
  create(name) {
    return freeze({
      kind: 'CreateViewNode',
      name: SchemableIdentifierNode.create(name),
    });
  },
  cloneWith(createView, params) {
    return freeze({
      ...createView,
      ...params,
    });
  },
});
// node_modules/kysely/dist/plugin/immediate-value/immediate-value-plugin.js
/**
 * Transforms all ValueNodes to immediate.
 *
 * WARNING! This should never be part of the public API. Users should never use this.
 * This is an internal helper.
 *
 * @internal
 */
var ImmediateValuePlugin = class {
  #transformer = new ImmediateValueTransformer();
  transformQuery(args) {
    return this.#transformer.transformNode(args.node, args.queryId);
  }
  transformResult(args) {
    return Promise.resolve(args.result);
  }
};
// node_modules/kysely/dist/schema/create-view-builder.js
var CreateViewBuilder = class CreateViewBuilder {
  #props;
  constructor(props) {
    this.#props = freeze(props);
  }
  /**
   * Adds the "temporary" modifier.
   *
   * Use this to create a temporary view.
   */
  temporary() {
    return new CreateViewBuilder({
      ...this.#props,
      node: CreateViewNode.cloneWith(this.#props.node, { temporary: true }),
    });
  }
  materialized() {
    return new CreateViewBuilder({
      ...this.#props,
      node: CreateViewNode.cloneWith(this.#props.node, { materialized: true }),
    });
  }
  /**
   * Only implemented on some dialects like SQLite. On most dialects, use {@link orReplace}.
   */
  ifNotExists() {
    return new CreateViewBuilder({
      ...this.#props,
      node: CreateViewNode.cloneWith(this.#props.node, { ifNotExists: true }),
    });
  }
  orReplace() {
    return new CreateViewBuilder({
      ...this.#props,
      node: CreateViewNode.cloneWith(this.#props.node, { orReplace: true }),
    });
  }
  columns(columns) {
    return new CreateViewBuilder({
      ...this.#props,
      node: CreateViewNode.cloneWith(this.#props.node, { columns: columns.map(parseColumnName) }),
    });
  }
  /**
   * Sets the select query or a `values` statement that creates the view.
   *
   * WARNING!
   * Some dialects don't support parameterized queries in DDL statements and therefore
   * the query or raw {@link sql } expression passed here is interpolated into a single
   * string opening an SQL injection vulnerability. DO NOT pass unchecked user input
   * into the query or raw expression passed to this method!
   */
  as(query) {
    const queryNode = query.withPlugin(new ImmediateValuePlugin()).toOperationNode();
    return new CreateViewBuilder({
      ...this.#props,
      node: CreateViewNode.cloneWith(this.#props.node, { as: queryNode }),
    });
  }
  /**
   * Simply calls the provided function passing `this` as the only argument. `$call` returns
   * what the provided function returns.
   */
  $call(func) {
    return func(this);
  }
  toOperationNode() {
    return this.#props.executor.transformQuery(this.#props.node, this.#props.queryId);
  }
  compile() {
    return this.#props.executor.compileQuery(this.toOperationNode(), this.#props.queryId);
  }
  async execute(options) {
    await this.#props.executor.executeQuery(this.compile(), options);
  }
};
// node_modules/kysely/dist/operation-node/drop-view-node.js
/**
 * @internal
 */
var DropViewNode = freeze({
  is(node) {
    return node.kind === 'DropViewNode';
  },
  create(name) {
    return freeze({
      kind: 'DropViewNode',
      name: SchemableIdentifierNode.create(name),
    });
  },
  cloneWith(dropView, params) {
    return freeze({
      ...dropView,
      ...params,
    });
  },
});
// node_modules/kysely/dist/schema/drop-view-builder.js
var DropViewBuilder = class DropViewBuilder {
  #props;
  constructor(props) {
    this.#props = freeze(props);
  }
  materialized() {
    return new DropViewBuilder({
      ...this.#props,
      node: DropViewNode.cloneWith(this.#props.node, { materialized: true }),
    });
  }
  ifExists() {
    return new DropViewBuilder({
      ...this.#props,
      node: DropViewNode.cloneWith(this.#props.node, { ifExists: true }),
    });
  }
  cascade() {
    return new DropViewBuilder({
      ...this.#props,
      node: DropViewNode.cloneWith(this.#props.node, { cascade: true }),
    });
  }
  /**
   * Simply calls the provided function passing `this` as the only argument. `$call` returns
   * what the provided function returns.
   */
  $call(func) {
    return func(this);
  }
  toOperationNode() {
    return this.#props.executor.transformQuery(this.#props.node, this.#props.queryId);
  }
  compile() {
    return this.#props.executor.compileQuery(this.toOperationNode(), this.#props.queryId);
  }
  async execute(options) {
    await this.#props.executor.executeQuery(this.compile(), options);
  }
};
// node_modules/kysely/dist/operation-node/create-type-node.js
/**
 * @internal
 */
var CreateTypeNode = freeze({
  is(node) {
    return node.kind === 'CreateTypeNode';
  },
  create(name) {
    return freeze({
      kind: 'CreateTypeNode',
      name,
    });
  },
  cloneWithEnum(createType, values) {
    return freeze({
      ...createType,
      enum: ValueListNode.create(values.map(ValueNode.createImmediate)),
    });
  },
});
// node_modules/kysely/dist/schema/create-type-builder.js
var CreateTypeBuilder = class CreateTypeBuilder {
  #props;
  constructor(props) {
    this.#props = freeze(props);
  }
  toOperationNode() {
    return this.#props.executor.transformQuery(this.#props.node, this.#props.queryId);
  }
  /**
   * Creates an enum type.
   *
   * ### Examples
   *
   * ```ts
   * db.schema.createType('species').asEnum(['cat', 'dog', 'frog'])
   * ```
   */
  asEnum(values) {
    return new CreateTypeBuilder({
      ...this.#props,
      node: CreateTypeNode.cloneWithEnum(this.#props.node, values),
    });
  }
  /**
   * Simply calls the provided function passing `this` as the only argument. `$call` returns
   * what the provided function returns.
   */
  $call(func) {
    return func(this);
  }
  compile() {
    return this.#props.executor.compileQuery(this.toOperationNode(), this.#props.queryId);
  }
  async execute(options) {
    await this.#props.executor.executeQuery(this.compile(), options);
  }
};
// node_modules/kysely/dist/operation-node/drop-type-node.js
/**
 * @internal
 */
var DropTypeNode = freeze({
  is(node) {
    return node.kind === 'DropTypeNode';
  },
  create(names) {
    if (!Array.isArray(names)) names = [names];
    return freeze({
      kind: 'DropTypeNode',
      name: names[0],
      additionalNames: names.slice(1),
    });
  },
  cloneWith(dropType, params) {
    return freeze({
      ...dropType,
      ...params,
    });
  },
});
// node_modules/kysely/dist/schema/drop-type-builder.js
var DropTypeBuilder = class DropTypeBuilder {
  #props;
  constructor(props) {
    this.#props = freeze(props);
  }
  /**
   * Adds `if exists` to the query.
   */
  ifExists() {
    return new DropTypeBuilder({
      ...this.#props,
      node: DropTypeNode.cloneWith(this.#props.node, { ifExists: true }),
    });
  }
  /**
   * Adds `cascade` to the query.
   */
  cascade() {
    return new DropTypeBuilder({
      ...this.#props,
      node: DropTypeNode.cloneWith(this.#props.node, { cascade: true }),
    });
  }
  /**
   * Simply calls the provided function passing `this` as the only argument. `$call` returns
   * what the provided function returns.
   */
  $call(func) {
    return func(this);
  }
  toOperationNode() {
    return this.#props.executor.transformQuery(this.#props.node, this.#props.queryId);
  }
  compile() {
    return this.#props.executor.compileQuery(this.toOperationNode(), this.#props.queryId);
  }
  async execute(options) {
    await this.#props.executor.executeQuery(this.compile(), options);
  }
};
// node_modules/kysely/dist/parser/identifier-parser.js
function parseSchemableIdentifier(id) {
  const SCHEMA_SEPARATOR = '.';
  if (id.includes(SCHEMA_SEPARATOR)) {
    const parts = id.split(SCHEMA_SEPARATOR).map(trim);
    if (parts.length === 2) return SchemableIdentifierNode.createWithSchema(parts[0], parts[1]);
    else throw new Error(`invalid schemable identifier ${id}`);
  } else return SchemableIdentifierNode.create(id);
}
function parseSchemableIdentifierArray(id) {
  if (!Array.isArray(id)) id = [id];
  return id.map(parseSchemableIdentifier);
}
function trim(str) {
  return str.trim();
}
// node_modules/kysely/dist/operation-node/refresh-materialized-view-node.js
/**
 * @internal
 */
var RefreshMaterializedViewNode = freeze({
  is(node) {
    return node.kind === 'RefreshMaterializedViewNode';
  },
  create(name) {
    return freeze({
      kind: 'RefreshMaterializedViewNode',
      name: SchemableIdentifierNode.create(name),
    });
  },
  cloneWith(createView, params) {
    return freeze({
      ...createView,
      ...params,
    });
  },
});
// node_modules/kysely/dist/schema/refresh-materialized-view-builder.js
var RefreshMaterializedViewBuilder = class RefreshMaterializedViewBuilder {
  #props;
  constructor(props) {
    this.#props = freeze(props);
  }
  /**
   * Adds the "concurrently" modifier.
   *
   * Use this to refresh the view without locking out concurrent selects on the materialized view.
   *
   * WARNING!
   * This cannot be used with the "with no data" modifier.
   */
  concurrently() {
    return new RefreshMaterializedViewBuilder({
      ...this.#props,
      node: RefreshMaterializedViewNode.cloneWith(this.#props.node, {
        concurrently: true,
        withNoData: false,
      }),
    });
  }
  /**
   * Adds the "with data" modifier.
   *
   * If specified (or defaults) the backing query is executed to provide the new data, and the materialized view is left in a scannable state
   */
  withData() {
    return new RefreshMaterializedViewBuilder({
      ...this.#props,
      node: RefreshMaterializedViewNode.cloneWith(this.#props.node, { withNoData: false }),
    });
  }
  /**
   * Adds the "with no data" modifier.
   *
   * If specified, no new data is generated and the materialized view is left in an unscannable state.
   *
   * WARNING!
   * This cannot be used with the "concurrently" modifier.
   */
  withNoData() {
    return new RefreshMaterializedViewBuilder({
      ...this.#props,
      node: RefreshMaterializedViewNode.cloneWith(this.#props.node, {
        withNoData: true,
        concurrently: false,
      }),
    });
  }
  /**
   * Simply calls the provided function passing `this` as the only argument. `$call` returns
   * what the provided function returns.
   */
  $call(func) {
    return func(this);
  }
  toOperationNode() {
    return this.#props.executor.transformQuery(this.#props.node, this.#props.queryId);
  }
  compile() {
    return this.#props.executor.compileQuery(this.toOperationNode(), this.#props.queryId);
  }
  async execute(options) {
    await this.#props.executor.executeQuery(this.compile(), options);
  }
};
// node_modules/kysely/dist/operation-node/alter-type-node.js
/**
 * @internal
 */
var AlterTypeNode = freeze({
  is(node) {
    return node.kind === 'AlterTypeNode';
  },
  create(name) {
    return freeze({
      kind: 'AlterTypeNode',
      name,
    });
  },
  cloneWith(node, props) {
    return freeze({
      ...node,
      ...props,
    });
  },
});
// node_modules/kysely/dist/operation-node/add-value-node.js
/**
 * @internal
 */
var AddValueNode = freeze({
  is(node) {
    return node.kind === 'AddValueNode';
  },
  create(value) {
    return freeze({
      kind: 'AddValueNode',
      value,
    });
  },
  cloneWith(node, props) {
    return freeze({
      ...node,
      ...props,
    });
  },
});
// node_modules/kysely/dist/query-finalizer.js
var QueryFinalizer = class {
  #props;
  constructor(props) {
    this.#props = freeze(props);
  }
  toOperationNode() {
    return this.#props.executor.transformQuery(this.#props.node, this.#props.queryId);
  }
  /**
   * Compiles the query.
   */
  compile() {
    return this.#props.executor.compileQuery(this.toOperationNode(), this.#props.queryId);
  }
  /**
   * Executes the query.
   */
  async execute(options) {
    return await this.#props.executor.executeQuery(this.compile(), options);
  }
};
// node_modules/kysely/dist/schema/alter-type-add-value-builder.js
var _a;
var AlterTypeAddValueBuilder = class extends QueryFinalizer {
  #props;
  constructor(props) {
    super(props);
    this.#props = props;
  }
  /**
   * Adds an `if not exists` clause.
   */
  ifNotExists() {
    return new _a({
      ...this.#props,
      node: AlterTypeNode.cloneWith(this.#props.node, {
        addValue: AddValueNode.cloneWith(this.#props.node.addValue, { ifNotExists: true }),
      }),
    });
  }
  /**
   * Sets a `before <value>` clause.
   */
  before(neighborValue) {
    return this.#setNeighbor(neighborValue, true);
  }
  /**
   * Sets an `after <value>` clause.
   */
  after(neighborValue) {
    return this.#setNeighbor(neighborValue, false);
  }
  #setNeighbor(neighborValue, isBefore) {
    return new _a({
      ...this.#props,
      node: AlterTypeNode.cloneWith(this.#props.node, {
        addValue: AddValueNode.cloneWith(this.#props.node.addValue, {
          isBefore,
          neighborValue: ValueNode.createImmediate(neighborValue),
        }),
      }),
    });
  }
};
_a = AlterTypeAddValueBuilder;
// node_modules/kysely/dist/operation-node/rename-value-node.js
var RenameValueNode = freeze({
  is(node) {
    return node.kind === 'RenameValueNode';
  },
  create(oldValue, newValue) {
    return freeze({
      kind: 'RenameValueNode',
      oldValue,
      newValue,
    });
  },
});
// node_modules/kysely/dist/schema/alter-type-builder.js
/**
 * This builder can be used to create `alter type` queries.
 */
var AlterTypeBuilder = class {
  #props;
  constructor(props) {
    this.#props = freeze(props);
  }
  /**
   * Adds a new value to an enum type.
   */
  addValue(value) {
    return new AlterTypeAddValueBuilder({
      ...this.#props,
      node: AlterTypeNode.cloneWith(this.#props.node, {
        addValue: AddValueNode.create(ValueNode.createImmediate(value)),
      }),
    });
  }
  /**
   * Rename the type.
   */
  renameTo(newName) {
    return new QueryFinalizer({
      ...this.#props,
      node: AlterTypeNode.cloneWith(this.#props.node, { renameTo: IdentifierNode.create(newName) }),
    });
  }
  /**
   * Renames a value of an enum type.
   */
  renameValue(oldValue, newValue) {
    return new QueryFinalizer({
      ...this.#props,
      node: AlterTypeNode.cloneWith(this.#props.node, {
        renameValue: RenameValueNode.create(ValueNode.createImmediate(oldValue), ValueNode.createImmediate(newValue)),
      }),
    });
  }
  /**
   * Changes the type's schema.
   */
  setSchema(schema) {
    return new QueryFinalizer({
      ...this.#props,
      node: AlterTypeNode.cloneWith(this.#props.node, { setSchema: IdentifierNode.create(schema) }),
    });
  }
};
// node_modules/kysely/dist/schema/schema-module.js
/**
 * Provides methods for building database schema.
 */
var SchemaModule = class SchemaModule {
  #executor;
  constructor(executor) {
    this.#executor = executor;
  }
  /**
   * Create a new table.
   *
   * ### Examples
   *
   * This example creates a new table with columns `id`, `first_name`,
   * `last_name` and `gender`:
   *
   * ```ts
   * await db.schema
   *   .createTable('person')
   *   .addColumn('id', 'integer', col => col.primaryKey().autoIncrement())
   *   .addColumn('first_name', 'varchar', col => col.notNull())
   *   .addColumn('last_name', 'varchar', col => col.notNull())
   *   .addColumn('gender', 'varchar')
   *   .execute()
   * ```
   *
   * This example creates a table with a foreign key. Not all database
   * engines support column-level foreign key constraint definitions.
   * For example if you are using MySQL 5.X see the next example after
   * this one.
   *
   * ```ts
   * await db.schema
   *   .createTable('pet')
   *   .addColumn('id', 'integer', col => col.primaryKey().autoIncrement())
   *   .addColumn('owner_id', 'integer', col => col
   *     .references('person.id')
   *     .onDelete('cascade')
   *   )
   *   .execute()
   * ```
   *
   * This example adds a foreign key constraint for a columns just
   * like the previous example, but using a table-level statement.
   * On MySQL 5.X you need to define foreign key constraints like
   * this:
   *
   * ```ts
   * await db.schema
   *   .createTable('pet')
   *   .addColumn('id', 'integer', col => col.primaryKey().autoIncrement())
   *   .addColumn('owner_id', 'integer')
   *   .addForeignKeyConstraint(
   *     'pet_owner_id_foreign', ['owner_id'], 'person', ['id'],
   *     (constraint) => constraint.onDelete('cascade')
   *   )
   *   .execute()
   * ```
   */
  createTable(table) {
    return new CreateTableBuilder({
      queryId: createQueryId(),
      executor: this.#executor,
      node: CreateTableNode.create(parseTable(table)),
    });
  }
  /**
   * Drop a table.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .dropTable('person')
   *   .execute()
   * ```
   */
  dropTable(table) {
    return new DropTableBuilder({
      queryId: createQueryId(),
      executor: this.#executor,
      node: DropTableNode.create(parseTable(table)),
    });
  }
  /**
   * Create a new index.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .createIndex('person_full_name_unique_index')
   *   .on('person')
   *   .columns(['first_name', 'last_name'])
   *   .execute()
   * ```
   */
  createIndex(indexName) {
    return new CreateIndexBuilder({
      queryId: createQueryId(),
      executor: this.#executor,
      node: CreateIndexNode.create(indexName),
    });
  }
  /**
   * Drop an index.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .dropIndex('person_full_name_unique_index')
   *   .execute()
   * ```
   */
  dropIndex(indexName) {
    return new DropIndexBuilder({
      queryId: createQueryId(),
      executor: this.#executor,
      node: DropIndexNode.create(indexName),
    });
  }
  /**
   * Create a new schema.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .createSchema('some_schema')
   *   .execute()
   * ```
   */
  createSchema(schema) {
    return new CreateSchemaBuilder({
      queryId: createQueryId(),
      executor: this.#executor,
      node: CreateSchemaNode.create(schema),
    });
  }
  /**
   * Drop a schema.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .dropSchema('some_schema')
   *   .execute()
   * ```
   */
  dropSchema(schema) {
    return new DropSchemaBuilder({
      queryId: createQueryId(),
      executor: this.#executor,
      node: DropSchemaNode.create(schema),
    });
  }
  /**
   * Alter a table.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .alterTable('person')
   *   .alterColumn('first_name', (ac) => ac.setDataType('text'))
   *   .execute()
   * ```
   */
  alterTable(table) {
    return new AlterTableBuilder({
      queryId: createQueryId(),
      executor: this.#executor,
      node: AlterTableNode.create(parseTable(table)),
    });
  }
  /**
   * Create a new view.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .createView('dogs')
   *   .orReplace()
   *   .as(db.selectFrom('pet').selectAll().where('species', '=', 'dog'))
   *   .execute()
   * ```
   */
  createView(viewName) {
    return new CreateViewBuilder({
      queryId: createQueryId(),
      executor: this.#executor,
      node: CreateViewNode.create(viewName),
    });
  }
  /**
   * Refresh a materialized view.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .refreshMaterializedView('my_view')
   *   .concurrently()
   *   .execute()
   * ```
   */
  refreshMaterializedView(viewName) {
    return new RefreshMaterializedViewBuilder({
      queryId: createQueryId(),
      executor: this.#executor,
      node: RefreshMaterializedViewNode.create(viewName),
    });
  }
  /**
   * Drop a view.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .dropView('dogs')
   *   .ifExists()
   *   .execute()
   * ```
   */
  dropView(viewName) {
    return new DropViewBuilder({
      queryId: createQueryId(),
      executor: this.#executor,
      node: DropViewNode.create(viewName),
    });
  }
  /**
   * Create a new type.
   *
   * Only some dialects like PostgreSQL have user-defined types.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .createType('species')
   *   .asEnum(['dog', 'cat', 'frog'])
   *   .execute()
   * ```
   */
  createType(typeName) {
    return new CreateTypeBuilder({
      queryId: createQueryId(),
      executor: this.#executor,
      node: CreateTypeNode.create(parseSchemableIdentifier(typeName)),
    });
  }
  /**
   * Alter a type. Rename it, change schema or add/rename enum type values.
   *
   * Only some dialects like PostgreSQL have user-defined types.
   *
   * ```ts
   * await db.schema
   *   .alterType('species')
   *   .addValue('capybara')
   *   .execute()
   * ```
   */
  alterType(name) {
    return new AlterTypeBuilder({
      executor: this.#executor,
      node: AlterTypeNode.create(parseSchemableIdentifier(name)),
      queryId: createQueryId(),
    });
  }
  /**
   * Drop a type.
   *
   * Only some dialects like PostgreSQL have user-defined types.
   *
   * ### Examples
   *
   * ```ts
   * await db.schema
   *   .dropType('species')
   *   .ifExists()
   *   .execute()
   * ```
   *
   * You can also provide multiple type names:
   *
   * ```ts
   * await db.schema
   *   .dropType(['species', 'colors'])
   *   .ifExists()
   *   .cascade()
   *   .execute()
   * ```
   */
  dropType(typeName) {
    return new DropTypeBuilder({
      queryId: createQueryId(),
      executor: this.#executor,
      node: DropTypeNode.create(parseSchemableIdentifierArray(typeName)),
    });
  }
  /**
   * Returns a copy of this schema module with the given plugin installed.
   */
  withPlugin(plugin) {
    return new SchemaModule(this.#executor.withPlugin(plugin));
  }
  /**
   * Returns a copy of this schema module  without any plugins.
   */
  withoutPlugins() {
    return new SchemaModule(this.#executor.withoutPlugins());
  }
  /**
   * See {@link QueryCreator.withSchema}
   */
  withSchema(schema) {
    return new SchemaModule(this.#executor.withPluginAtFront(new WithSchemaPlugin(schema)));
  }
};
// node_modules/kysely/dist/dynamic/dynamic.js
var DynamicModule = class {
  /**
   * Creates a dynamic reference to a column that is not know at compile time.
   *
   * Kysely is built in a way that by default you can't refer to tables or columns
   * that are not actually visible in the current query and context. This is all
   * done by TypeScript at compile time, which means that you need to know the
   * columns and tables at compile time. This is not always the case of course.
   *
   * This method is meant to be used in those cases where the column names
   * come from the user input or are not otherwise known at compile time.
   *
   * WARNING! Unlike values, column names are not escaped by the database engine
   * or Kysely and if you pass in unchecked column names using this method, you
   * create an SQL injection vulnerability. Always __always__ validate the user
   * input before passing it to this method.
   *
   * There are couple of examples below for some use cases, but you can pass
   * `ref` to other methods as well. If the types allow you to pass a `ref`
   * value to some place, it should work.
   *
   * ### Examples
   *
   * Filter by a column not know at compile time:
   *
   * ```ts
   * async function someQuery(filterColumn: string, filterValue: string) {
   *   const { ref } = db.dynamic
   *
   *   return await db
   *     .selectFrom('person')
   *     .selectAll()
   *     .where(ref(filterColumn), '=', filterValue)
   *     .execute()
   * }
   *
   * someQuery('first_name', 'Arnold')
   * someQuery('person.last_name', 'Aniston')
   * ```
   *
   * Order by a column not know at compile time:
   *
   * ```ts
   * async function someQuery(orderBy: string) {
   *   const { ref } = db.dynamic
   *
   *   return await db
   *     .selectFrom('person')
   *     .select('person.first_name as fn')
   *     .orderBy(ref(orderBy))
   *     .execute()
   * }
   *
   * someQuery('fn')
   * ```
   *
   * In this example we add selections dynamically:
   *
   * ```ts
   * const { ref } = db.dynamic
   *
   * // Some column name provided by the user. Value not known at compile time.
   * const columnFromUserInput: PossibleColumns = 'birthdate';
   *
   * // A type that lists all possible values `columnFromUserInput` can have.
   * // You can use `keyof Person` if any column of an interface is allowed.
   * type PossibleColumns = 'last_name' | 'first_name' | 'birthdate'
   *
   * const [person] = await db.selectFrom('person')
   *   .select([
   *     ref<PossibleColumns>(columnFromUserInput),
   *     'id'
   *   ])
   *   .execute()
   *
   * // The resulting type contains all `PossibleColumns` as optional fields
   * // because we cannot know which field was actually selected before
   * // running the code.
   * const lastName: string | null | undefined = person?.last_name
   * const firstName: string | undefined = person?.first_name
   * const birthDate: Date | null | undefined = person?.birthdate
   *
   * // The result type also contains the compile time selection `id`.
   * person?.id
   * ```
   */
  ref(reference) {
    return new DynamicReferenceBuilder(reference);
  }
  /**
   * Creates a table reference to a table that's not fully known at compile time.
   *
   * The type `T` is allowed to be a union of multiple tables.
   *
   * <!-- siteExample("select", "Generic find query", 130) -->
   *
   * A generic type-safe helper function for finding a row by a column value:
   *
   * ```ts
   * import { SelectType } from 'kysely'
   * import { Database } from 'type-editor'
   *
   * async function getRowByColumn<
   *   T extends keyof Database,
   *   C extends keyof Database[T] & string,
   *   V extends SelectType<Database[T][C]>,
   * >(t: T, c: C, v: V) {
   *   // We need to use the dynamic module since the table name
   *   // is not known at compile time.
   *   const { table, ref } = db.dynamic
   *
   *   return await db
   *     .selectFrom(table(t).as('t'))
   *     .selectAll()
   *     .where(ref(c), '=', v)
   *     .orderBy('t.id')
   *     .executeTakeFirstOrThrow()
   * }
   *
   * const person = await getRowByColumn('person', 'first_name', 'Arnold')
   * ```
   */
  table(table) {
    return new DynamicTableBuilder(table);
  }
};
// node_modules/kysely/dist/driver/default-connection-provider.js
var DefaultConnectionProvider = class {
  #driver;
  constructor(driver) {
    this.#driver = driver;
  }
  async provideConnection(consumer, options) {
    const connection = await this.#driver.acquireConnection(options);
    try {
      return await consumer(connection);
    } finally {
      await this.#driver.releaseConnection(connection, options);
    }
  }
};
// node_modules/kysely/dist/query-executor/default-query-executor.js
var DefaultQueryExecutor = class DefaultQueryExecutor extends QueryExecutorBase {
  #compiler;
  #adapter;
  #connectionProvider;
  constructor(compiler, adapter, connectionProvider, plugins = []) {
    super(plugins);
    this.#compiler = compiler;
    this.#adapter = adapter;
    this.#connectionProvider = connectionProvider;
  }
  get adapter() {
    return this.#adapter;
  }
  compileQuery(node, queryId) {
    return this.#compiler.compileQuery(node, queryId);
  }
  provideConnection(consumer, options) {
    return this.#connectionProvider.provideConnection(consumer, options);
  }
  withPlugins(plugins) {
    return new DefaultQueryExecutor(this.#compiler, this.#adapter, this.#connectionProvider, [
      ...this.plugins,
      ...plugins,
    ]);
  }
  withPlugin(plugin) {
    return new DefaultQueryExecutor(this.#compiler, this.#adapter, this.#connectionProvider, [...this.plugins, plugin]);
  }
  withPluginAtFront(plugin) {
    return new DefaultQueryExecutor(this.#compiler, this.#adapter, this.#connectionProvider, [plugin, ...this.plugins]);
  }
  withConnectionProvider(connectionProvider) {
    return new DefaultQueryExecutor(this.#compiler, this.#adapter, connectionProvider, [...this.plugins]);
  }
  withoutPlugins() {
    return new DefaultQueryExecutor(this.#compiler, this.#adapter, this.#connectionProvider, []);
  }
};
// node_modules/kysely/dist/util/performance-now.js
function performanceNow() {
  if (typeof performance !== 'undefined' && isFunction(performance.now)) return performance.now();
  else return Date.now();
}
// node_modules/kysely/dist/driver/connection-mutex.js
/**
 * This mutex is used to ensure that only one operation at a time can
 * acquire a connection from the driver. This is necessary when the
 * driver only has a single connection, like SQLite and PGlite.
 *
 * @internal
 */
var ConnectionMutex = class {
  #promise;
  #resolve;
  async obtainLock() {
    while (this.#promise) await this.#promise;
    this.#promise = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }
  releaseLock() {
    const resolve = this.#resolve;
    this.#promise = void 0;
    this.#resolve = void 0;
    resolve?.();
  }
};
// node_modules/kysely/dist/driver/runtime-driver.js
/**
 * A small wrapper around {@link Driver} that makes sure the driver is
 * initialized before it is used, only initialized and destroyed
 * once etc.
 */
var RuntimeDriver = class {
  #driver;
  #log;
  #initPromise;
  #initDone;
  #destroyPromise;
  #connections = /* @__PURE__ */ new WeakSet();
  #connectionMutex;
  constructor(driver, adapter, log) {
    this.#driver = driver;
    this.#initDone = false;
    this.#log = log;
    if (adapter.supportsMultipleConnections === false) this.#connectionMutex = new ConnectionMutex();
  }
  async init(options) {
    if (this.#destroyPromise) throw new Error('driver has already been destroyed');
    this.#initPromise ??= this.#driver
      .init(options)
      .then(() => {
        this.#initDone = true;
      })
      .catch((reason) => {
        this.#initPromise = void 0;
        throw reason;
      });
    await waitOrAbort(this.#initPromise, options?.signal, 'init');
  }
  async acquireConnection(options) {
    if (this.#destroyPromise) throw new Error('driver has already been destroyed');
    if (!this.#initDone) await this.init(options);
    if (this.#connectionMutex) {
      const lockPromise = this.#connectionMutex.obtainLock();
      await waitOrAbort(lockPromise, options?.signal, 'acquireConnection:mutex', () =>
        lockPromise.then(() => this.#connectionMutex?.releaseLock()),
      );
    }
    const connectionPromise = this.#driver.acquireConnection(options);
    const connection = await waitOrAbort(connectionPromise, options?.signal, 'acquireConnection:acquire', () =>
      connectionPromise
        ?.then((connection) =>
          this.releaseConnection(connection).catch(printBackgroundFail('driver.releaseConnection')),
        )
        .catch(printBackgroundFail('driver.acquireConnection')),
    );
    if (!this.#connections.has(connection)) {
      if (this.#needsLogging()) this.#addLogging(connection);
      this.#connections.add(connection);
    }
    return connection;
  }
  async releaseConnection(connection, options) {
    await this.#driver.releaseConnection(connection, options);
    this.#connectionMutex?.releaseLock();
  }
  async beginTransaction(connection, settings) {
    return await this.#driver.beginTransaction(connection, settings);
  }
  async commitTransaction(connection) {
    return await this.#driver.commitTransaction(connection);
  }
  async rollbackTransaction(connection) {
    return await this.#driver.rollbackTransaction(connection);
  }
  async savepoint(connection, savepointName, compileQuery) {
    if (this.#driver.savepoint) return await this.#driver.savepoint(connection, savepointName, compileQuery);
    throw new Error('The `savepoint` method is not supported by this driver');
  }
  async rollbackToSavepoint(connection, savepointName, compileQuery) {
    if (this.#driver.rollbackToSavepoint)
      return await this.#driver.rollbackToSavepoint(connection, savepointName, compileQuery);
    throw new Error('The `rollbackToSavepoint` method is not supported by this driver');
  }
  async releaseSavepoint(connection, savepointName, compileQuery) {
    if (this.#driver.releaseSavepoint)
      return await this.#driver.releaseSavepoint(connection, savepointName, compileQuery);
    throw new Error('The `releaseSavepoint` method is not supported by this driver');
  }
  async destroy(options) {
    if (!this.#initPromise) return;
    await waitOrAbort(this.#initPromise, options?.signal, 'destroy:initPromise');
    this.#destroyPromise ??= this.#driver.destroy(options).catch((reason) => {
      this.#destroyPromise = void 0;
      throw reason;
    });
    await waitOrAbort(this.#destroyPromise, options?.signal, 'destroy');
  }
  #needsLogging() {
    return this.#log.isLevelEnabled('query') || this.#log.isLevelEnabled('error');
  }
  #addLogging(connection) {
    const executeQuery = connection.executeQuery;
    const streamQuery = connection.streamQuery;
    const dis = this;
    connection.executeQuery = async (compiledQuery, options) => {
      let caughtError;
      const startTime = performanceNow();
      try {
        return await executeQuery.call(connection, compiledQuery, options);
      } catch (error) {
        caughtError = error;
        await dis.#logError(error, compiledQuery, startTime);
        throw error;
      } finally {
        if (!caughtError) await dis.#logQuery(compiledQuery, startTime);
      }
    };
    connection.streamQuery = async function* (compiledQuery, chunkSize, options) {
      let caughtError;
      const startTime = performanceNow();
      try {
        for await (const result of streamQuery.call(connection, compiledQuery, chunkSize, options)) yield result;
      } catch (error) {
        caughtError = error;
        await dis.#logError(error, compiledQuery, startTime);
        throw error;
      } finally {
        if (!caughtError) await dis.#logQuery(compiledQuery, startTime, true);
      }
    };
  }
  async #logError(error, compiledQuery, startTime) {
    await this.#log.error(() => ({
      level: 'error',
      error,
      query: compiledQuery,
      queryDurationMillis: this.#calculateDurationMillis(startTime),
    }));
  }
  async #logQuery(compiledQuery, startTime, isStream = false) {
    await this.#log.query(() => ({
      level: 'query',
      isStream,
      query: compiledQuery,
      queryDurationMillis: this.#calculateDurationMillis(startTime),
    }));
  }
  #calculateDurationMillis(startTime) {
    return performanceNow() - startTime;
  }
};
// node_modules/kysely/dist/driver/aborted-transaction-error.js
var ABORTED_TRANSACTION_ERROR = Symbol.for('kysely.AbortedTransactionError');
/**
 * Thrown when the database rolls back a transaction instead of committing it.
 */
var AbortedTransactionError = class extends Error {
  name = 'AbortedTransactionError';
  [ABORTED_TRANSACTION_ERROR] = true;
  constructor(options) {
    super('Transaction was rolled back instead of committed', options);
  }
};
function isAbortedTransactionError(error) {
  return isObject(error) && ABORTED_TRANSACTION_ERROR in error;
}
// node_modules/kysely/dist/driver/single-connection-provider.js
var ignoreError = () => {};
var SingleConnectionProvider = class {
  #connection;
  #runningPromise;
  constructor(connection) {
    this.#connection = connection;
  }
  async provideConnection(consumer) {
    while (this.#runningPromise) await this.#runningPromise.catch(ignoreError);
    this.#runningPromise = this.#run(consumer).finally(() => {
      this.#runningPromise = void 0;
    });
    return this.#runningPromise;
  }
  async #run(runner) {
    return await runner(this.#connection);
  }
};
// node_modules/kysely/dist/driver/driver.js
var TRANSACTION_ACCESS_MODES = ['read only', 'read write'];
var TRANSACTION_ISOLATION_LEVELS = [
  'read uncommitted',
  'read committed',
  'repeatable read',
  'serializable',
  'snapshot',
];
function validateTransactionSettings(settings) {
  if (settings.accessMode && !TRANSACTION_ACCESS_MODES.includes(settings.accessMode))
    throw new Error(`invalid transaction access mode ${settings.accessMode}`);
  if (settings.isolationLevel && !TRANSACTION_ISOLATION_LEVELS.includes(settings.isolationLevel))
    throw new Error(`invalid transaction isolation level ${settings.isolationLevel}`);
}
freeze(['query', 'error']);
var Log = class {
  #levels;
  #logger;
  constructor(config) {
    if (isFunction(config)) {
      this.#logger = config;
      this.#levels = freeze({
        query: true,
        error: true,
      });
    } else {
      this.#logger = defaultLogger;
      this.#levels = freeze({
        query: config.includes('query'),
        error: config.includes('error'),
      });
    }
  }
  isLevelEnabled(level) {
    return this.#levels[level];
  }
  async query(getEvent) {
    if (this.#levels.query) await this.#logger(getEvent());
  }
  async error(getEvent) {
    if (this.#levels.error) await this.#logger(getEvent());
  }
};
function defaultLogger(event) {
  if (event.level === 'query') {
    const prefix = `kysely:query:${event.isStream ? 'stream:' : ''}`;
    console.log(`${prefix} ${event.query.sql}`);
    console.log(`${prefix} duration: ${event.queryDurationMillis.toFixed(1)}ms`);
  } else if (event.level === 'error') {
    if (event.error instanceof Error) console.error(`kysely:error: ${event.error.stack ?? event.error.message}`);
    else
      console.error(
        `kysely:error: ${JSON.stringify({
          error: event.error,
          query: event.query.sql,
          queryDurationMillis: event.queryDurationMillis,
        })}`,
      );
  }
}
// node_modules/kysely/dist/util/compilable.js
function isCompilable(value) {
  return isObject(value) && isFunction(value.compile);
}
// node_modules/kysely/dist/kysely.js
Symbol.asyncDispose ??= Symbol('Symbol.asyncDispose');
/**
 * The main Kysely class.
 *
 * You should create one instance of `Kysely` per database using the {@link Kysely}
 * constructor. The dialect manages database connections and may use a shared
 * pool or database instance.
 *
 * ### Examples
 *
 * This example assumes your database has a "person" table:
 *
 * ```ts
 * import * as Sqlite from 'better-sqlite3'
 * import { type Generated, Kysely, SqliteDialect } from 'kysely'
 *
 * interface Database {
 *   person: {
 *     id: Generated<number>
 *     first_name: string
 *     last_name: string | null
 *   }
 * }
 *
 * const db = new Kysely<Database>({
 *   dialect: new SqliteDialect({
 *     database: new Sqlite(':memory:'),
 *   })
 * })
 * ```
 *
 * @typeParam DB - The database interface type. Keys of this type must be table names
 *    in the database and values must be interfaces that describe the rows in those
 *    tables. See the examples above.
 */
var Kysely = class Kysely extends QueryCreator {
  #props;
  constructor(args) {
    let superProps;
    let props;
    if (isKyselyProps(args)) {
      superProps = { executor: args.executor };
      props = { ...args };
    } else {
      const dialect = args.dialect;
      const driver = dialect.createDriver();
      const compiler = dialect.createQueryCompiler();
      const adapter = dialect.createAdapter();
      const runtimeDriver = new RuntimeDriver(driver, adapter, new Log(args.log ?? []));
      const executor = new DefaultQueryExecutor(
        compiler,
        adapter,
        new DefaultConnectionProvider(runtimeDriver),
        args.plugins ?? [],
      );
      superProps = { executor };
      props = {
        config: args,
        executor,
        dialect,
        driver: runtimeDriver,
      };
    }
    super(superProps);
    this.#props = freeze(props);
  }
  /**
   * Returns the {@link SchemaModule} module for building database schema.
   */
  get schema() {
    return new SchemaModule(this.#props.executor);
  }
  /**
   * Returns a the {@link DynamicModule} module.
   *
   * The {@link DynamicModule} module can be used to bypass strict typing and
   * passing in dynamic values for the queries.
   */
  get dynamic() {
    return new DynamicModule();
  }
  /**
   * Returns a {@link DatabaseIntrospector | database introspector}.
   */
  get introspection() {
    return this.#props.dialect.createIntrospector(this.withoutPlugins());
  }
  case(value) {
    return new CaseBuilder({ node: CaseNode.create(isUndefined(value) ? void 0 : parseExpression(value)) });
  }
  /**
   * Returns a {@link FunctionModule} that can be used to write somewhat type-safe function
   * calls.
   *
   * ```ts
   * const { count } = db.fn
   *
   * await db.selectFrom('person')
   *   .innerJoin('pet', 'pet.owner_id', 'person.id')
   *   .select([
   *     'id',
   *     count('pet.id').as('person_count'),
   *   ])
   *   .groupBy('person.id')
   *   .having(count('pet.id'), '>', 10)
   *   .execute()
   * ```
   *
   * The generated SQL (PostgreSQL):
   *
   * ```sql
   * select "person"."id", count("pet"."id") as "person_count"
   * from "person"
   * inner join "pet" on "pet"."owner_id" = "person"."id"
   * group by "person"."id"
   * having count("pet"."id") > $1
   * ```
   *
   * Why "somewhat" type-safe? Because the function calls are not bound to the
   * current query context. They allow you to reference columns and tables that
   * are not in the current query. E.g. remove the `innerJoin` from the previous
   * query and TypeScript won't even complain.
   *
   * If you want to make the function calls fully type-safe, you can use the
   * {@link ExpressionBuilder.fn} getter for a query context-aware, stricter {@link FunctionModule}.
   *
   * ```ts
   * await db.selectFrom('person')
   *   .innerJoin('pet', 'pet.owner_id', 'person.id')
   *   .select((eb) => [
   *     'person.id',
   *     eb.fn.count('pet.id').as('pet_count')
   *   ])
   *   .groupBy('person.id')
   *   .having((eb) => eb.fn.count('pet.id'), '>', 10)
   *   .execute()
   * ```
   */
  get fn() {
    return createFunctionModule();
  }
  /**
   * Creates a {@link TransactionBuilder} that can be used to run queries inside a transaction.
   *
   * The returned {@link TransactionBuilder} can be used to configure the transaction. The
   * {@link TransactionBuilder.execute} method can then be called to run the transaction.
   * {@link TransactionBuilder.execute} takes a function that is run inside the
   * transaction. If the function throws an exception,
   * 1. the exception is caught,
   * 2. the transaction is rolled back, and
   * 3. the exception is thrown again.
   * Otherwise the transaction is committed.
   *
   * The callback function passed to the {@link TransactionBuilder.execute | execute}
   * method gets the transaction object as its only argument. The transaction is
   * of type {@link Transaction} which inherits {@link Kysely}. Any query
   * started through the transaction object is executed inside the transaction.
   *
   * To run a controlled transaction, allowing you to commit and rollback manually,
   * use {@link startTransaction} instead.
   *
   * ### Examples
   *
   * <!-- siteExample("transactions", "Simple transaction", 10) -->
   *
   * This example inserts two rows in a transaction. If an exception is thrown inside
   * the callback passed to the `execute` method,
   * 1. the exception is caught,
   * 2. the transaction is rolled back, and
   * 3. the exception is thrown again.
   * Otherwise the transaction is committed.
   *
   * ```ts
   * const catto = await db.transaction().execute(async (trx) => {
   *   const jennifer = await trx.insertInto('person')
   *     .values({
   *       first_name: 'Jennifer',
   *       last_name: 'Aniston',
   *       age: 40,
   *     })
   *     .returning('id')
   *     .executeTakeFirstOrThrow()
   *
   *   return await trx.insertInto('pet')
   *     .values({
   *       owner_id: jennifer.id,
   *       name: 'Catto',
   *       species: 'cat',
   *       is_favorite: false,
   *     })
   *     .returningAll()
   *     .executeTakeFirst()
   * })
   * ```
   *
   * Setting the isolation level:
   *
   * ```ts
   * import type { Kysely } from 'kysely'
   *
   * await db
   *   .transaction()
   *   .setIsolationLevel('serializable')
   *   .execute(async (trx) => {
   *     await doStuff(trx)
   *   })
   *
   * async function doStuff(kysely: typeof db) {
   *   // ...
   * }
   * ```
   */
  transaction() {
    return new TransactionBuilder({ ...this.#props });
  }
  /**
   * Creates a {@link ControlledTransactionBuilder} that can be used to run queries inside a controlled transaction.
   *
   * The returned {@link ControlledTransactionBuilder} can be used to configure the transaction.
   * The {@link ControlledTransactionBuilder.execute} method can then be called
   * to start the transaction and return a {@link ControlledTransaction}.
   *
   * A {@link ControlledTransaction} allows you to commit and rollback manually,
   * execute savepoint commands. It extends {@link Transaction} which extends {@link Kysely},
   * so you can run queries inside the transaction. Once the transaction is committed,
   * or rolled back, it can't be used anymore - all queries will throw an error.
   * This is to prevent accidentally running queries outside the transaction - where
   * atomicity is not guaranteed anymore.
   *
   * ### Examples
   *
   * <!-- siteExample("transactions", "Controlled transaction", 11) -->
   *
   * A controlled transaction allows you to commit and rollback manually, execute
   * savepoint commands, and queries in general.
   *
   * In this example we start a transaction, use it to insert two rows and then commit
   * the transaction. If an error is thrown, we catch it and rollback the transaction.
   *
   * ```ts
   * const trx = await db.startTransaction().execute()
   *
   * try {
   *   const jennifer = await trx.insertInto('person')
   *     .values({
   *       first_name: 'Jennifer',
   *       last_name: 'Aniston',
   *       age: 40,
   *     })
   *     .returning('id')
   *     .executeTakeFirstOrThrow()
   *
   *   const catto = await trx.insertInto('pet')
   *     .values({
   *       owner_id: jennifer.id,
   *       name: 'Catto',
   *       species: 'cat',
   *       is_favorite: false,
   *     })
   *     .returningAll()
   *     .executeTakeFirstOrThrow()
   *
   *   await trx.commit().execute()
   *
   *   // ...
   * } catch (error) {
   *   await trx.rollback().execute()
   * }
   * ```
   *
   * <!-- siteExample("transactions", "Controlled transaction /w savepoints", 12) -->
   *
   * A controlled transaction allows you to commit and rollback manually, execute
   * savepoint commands, and queries in general.
   *
   * In this example we start a transaction, insert a person, create a savepoint,
   * try inserting a toy and a pet, and if an error is thrown, we rollback to the
   * savepoint. Eventually we release the savepoint, insert an audit record and
   * commit the transaction. If an error is thrown, we catch it and rollback the
   * transaction.
   *
   * ```ts
   * const trx = await db.startTransaction().execute()
   *
   * try {
   *   const jennifer = await trx
   *     .insertInto('person')
   *     .values({
   *       first_name: 'Jennifer',
   *       last_name: 'Aniston',
   *       age: 40,
   *     })
   *     .returning('id')
   *     .executeTakeFirstOrThrow()
   *
   *   const trxAfterJennifer = await trx.savepoint('after_jennifer').execute()
   *
   *   try {
   *     const catto = await trxAfterJennifer
   *       .insertInto('pet')
   *       .values({
   *         owner_id: jennifer.id,
   *         name: 'Catto',
   *         species: 'cat',
   *       })
   *       .returning('id')
   *       .executeTakeFirstOrThrow()
   *
   *     await trxAfterJennifer
   *       .insertInto('toy')
   *       .values({ name: 'Bone', price: 1.99, pet_id: catto.id })
   *       .execute()
   *   } catch (error) {
   *     await trxAfterJennifer.rollbackToSavepoint('after_jennifer').execute()
   *   }
   *
   *   await trxAfterJennifer.releaseSavepoint('after_jennifer').execute()
   *
   *   await trx.insertInto('audit').values({ action: 'added Jennifer' }).execute()
   *
   *   await trx.commit().execute()
   * } catch (error) {
   *   await trx.rollback().execute()
   * }
   * ```
   */
  startTransaction() {
    return new ControlledTransactionBuilder({ ...this.#props });
  }
  /**
   * Provides a kysely instance bound to a single database connection.
   *
   * ### Examples
   *
   * ```ts
   * await db
   *   .connection()
   *   .execute(async (db) => {
   *     // `db` is an instance of `Kysely` that's bound to a single
   *     // database connection. All queries executed through `db` use
   *     // the same connection.
   *     await doStuff(db)
   *   })
   *
   * async function doStuff(kysely: typeof db) {
   *   // ...
   * }
   * ```
   */
  connection() {
    return new ConnectionBuilder({ ...this.#props });
  }
  /**
   * Returns a copy of this Kysely instance with the given plugin installed.
   */
  withPlugin(plugin) {
    return new Kysely({
      ...this.#props,
      executor: this.#props.executor.withPlugin(plugin),
    });
  }
  /**
   * Returns a copy of this Kysely instance without any plugins.
   */
  withoutPlugins() {
    return new Kysely({
      ...this.#props,
      executor: this.#props.executor.withoutPlugins(),
    });
  }
  /**
   * @override
   */
  withSchema(schema) {
    return new Kysely({
      ...this.#props,
      executor: this.#props.executor.withPluginAtFront(new WithSchemaPlugin(schema)),
    });
  }
  /**
   * Returns a copy of this Kysely instance with tables added to its
   * database type.
   *
   * This method only modifies the types and doesn't affect any of the
   * executed queries in any way.
   *
   * ### Examples
   *
   * The following example adds and uses a temporary table:
   *
   * ```ts
   * await db.schema
   *   .createTable('temp_table')
   *   .temporary()
   *   .addColumn('some_column', 'integer')
   *   .execute()
   *
   * const tempDb = db.$extendTables<{
   *   temp_table: {
   *     some_column: number
   *   }
   * }>()
   *
   * await tempDb
   *   .insertInto('temp_table')
   *   .values({ some_column: 100 })
   *   .execute()
   * ```
   */
  $extendTables() {
    return new Kysely({ ...this.#props });
  }
  /**
   * Returns a copy of this Kysely instance without the given tables (provided as
   * a union type of table names).
   *
   * This method only modifies the types and doesn't affect any of the executed
   * queries in any way.
   *
   * See also {@link $pickTables} and {@link $extendTables}.
   *
   * ### Examples
   *
   * The following example omits tables not used in the downstream query. This
   * can help with compile-time performance as downstream checks and calculations
   * work against a smaller scope of the database - less tables and columns.
   *
   * Don't optimize prematurely! Build your queries first, measure later. If you
   * realize the query has a noticeable impact on compilation - try the helper.
   *
   * ```ts
   * const results = await db
   *   .$omitTables<'toy'>()
   *   .selectFrom('person')
   *   .innerJoin('pet', 'pet.owner_id', 'person.id')
   *   .selectAll()
   *   .execute()
   * ```
   *
   * The query is arguably less readable now, and changing it is less obvious -
   * e.g. adding another table.
   */
  $omitTables() {
    return new Kysely({ ...this.#props });
  }
  /**
   * Returns a copy of this Kysely instance with just the given tables (provided as
   * a union type of table names).
   *
   * This method only modifies the types and doesn't affect any of the executed
   * queries in any way.
   *
   * See also {@link $omitTables} and {@link $extendTables}.
   *
   * ### Examples
   *
   * The following example picks the tables used in the downstream query. This
   * can help with compile-time performance as downstream checks and calculations
   * work against a smaller scope of the database - less tables and columns.
   *
   * Don't optimize prematurely! Build your queries first, measure later. If you
   * realize the query has a noticeable impact on compilation - try the helper.
   *
   * ```ts
   * const results = await db
   *   .$pickTables<'person' | 'pet'>()
   *   .selectFrom('person')
   *   .innerJoin('pet', 'pet.owner_id', 'person.id')
   *   .selectAll()
   *   .execute()
   * ```
   *
   * The query is arguably less readable now, and changing it is less obvious -
   * e.g. adding another table.
   */
  $pickTables() {
    return new Kysely({ ...this.#props });
  }
  /**
   * @deprecated use {@link $extendTables} instead.
   */
  withTables() {
    return this.$extendTables();
  }
  /**
   * Releases all resources and disconnects from the database.
   *
   * Call this when you are done using the `Kysely` instance and Kysely is
   * responsible for closing its connections, pool, or database instance.
   *
   * If the pool or database instance is shared with other consumers or its
   * lifecycle is managed elsewhere, skip this call. Let the application close it
   * once all consumers, including Kysely, have finished. No separate cleanup of
   * the `Kysely` instance is needed.
   *
   * The driver is initialized lazily. If initialization hasn't started, this
   * method does nothing.
   */
  async destroy() {
    await this.#props.driver.destroy();
  }
  /**
   * Returns true if this `Kysely` instance is a transaction.
   *
   * You can also use `db instanceof Transaction`.
   */
  get isTransaction() {
    return false;
  }
  /**
   * @internal
   * @private
   */
  getExecutor() {
    return this.#props.executor;
  }
  /**
   * Executes a given compiled query or query builder.
   *
   * Returns a {@link QueryResult} containing `rows` and any metadata provided
   * by the dialect, such as `numAffectedRows` or `insertId`.
   * Unlike a query builder's `execute`, this method doesn't wrap write metadata
   * in an {@link InsertResult}, {@link UpdateResult} or {@link DeleteResult}.
   * Without `returning` or `output`, a write normally has an empty `rows` array.
   *
   * ### Examples
   *
   * ```ts
   * const query = db
   *   .selectFrom('person')
   *   .select(['id', 'first_name'])
   *   .where('id', '=', 123)
   *   .compile()
   *
   * const { rows } = await db.executeQuery(query)
   * console.log(rows[0]?.first_name)
   * ```
   *
   * The generated SQL (PostgreSQL):
   *
   * ```sql
   * select "id", "first_name"
   * from "person"
   * where "id" = $1
   * ```
   *
   * Read metadata from a write query:
   *
   * ```ts
   * const query = db
   *   .updateTable('person')
   *   .set({ first_name: 'Jennifer' })
   *   .where('id', '=', 123)
   *   .compile()
   *
   * const { numAffectedRows } = await db.executeQuery(query)
   * console.log(numAffectedRows)
   * ```
   *
   * The generated SQL (PostgreSQL):
   *
   * ```sql
   * update "person"
   * set "first_name" = $1
   * where "id" = $2
   * ```
   *
   * See {@link https://github.com/kysely-org/kysely/blob/master/site/docs/recipes/0004-splitting-query-building-and-execution.md#execute-compiled-queries splitting build, compile and execute code recipe} for more information.
   */
  async executeQuery(query, options) {
    const compiledQuery = isCompilable(query) ? query.compile() : query;
    return await this.#props.executor.executeQuery(compiledQuery, options);
  }
  async [Symbol.asyncDispose]() {
    await this.destroy();
  }
};
var Transaction = class Transaction extends Kysely {
  #props;
  constructor(props) {
    super(props);
    this.#props = props;
  }
  get isTransaction() {
    return true;
  }
  /**
   * @deprecated calling the transaction method for a Transaction is not supported
   */
  transaction() {
    throw new Error('calling the transaction method for a Transaction is not supported');
  }
  /**
   * @deprecated calling the controlled transaction method for a Transaction is not supported
   */
  startTransaction() {
    throw new Error('calling the controlled transaction method for a Transaction is not supported');
  }
  /**
   * @deprecated calling the connection method for a Transaction is not supported
   */
  connection() {
    throw new Error('calling the connection method for a Transaction is not supported');
  }
  /**
   * @deprecated calling the destroy method for a Transaction is not supported
   */
  destroy() {
    throw new Error('calling the destroy method for a Transaction is not supported');
  }
  /**
   * Similar to {@link Kysely.withPlugin} but returns the transaction.
   */
  withPlugin(plugin) {
    return new Transaction({
      ...this.#props,
      executor: this.#props.executor.withPlugin(plugin),
    });
  }
  /**
   * Similar to {@link Kysely.withoutPlugins} but returns the transaction.
   */
  withoutPlugins() {
    return new Transaction({
      ...this.#props,
      executor: this.#props.executor.withoutPlugins(),
    });
  }
  /**
   * Similar to {@link Kysely.withSchema} but returns the transaction.
   */
  withSchema(schema) {
    return new Transaction({
      ...this.#props,
      executor: this.#props.executor.withPluginAtFront(new WithSchemaPlugin(schema)),
    });
  }
  /**
   * Similar to {@link Kysely.withTables} but returns the transaction.
   *
   * @deprecated use {@link $extendTables} instead.
   */
  withTables() {
    return new Transaction({ ...this.#props });
  }
  /**
   * Similar to {@link Kysely.$extendTables} but returns the transaction.
   */
  $extendTables() {
    return new Transaction({ ...this.#props });
  }
  /**
   * Similar to {@link Kysely.$omitTables} but returns the transaction.
   */
  $omitTables() {
    return new Transaction({ ...this.#props });
  }
  /**
   * Similar to {@link Kysely.$pickTables} but returns the transaction.
   */
  $pickTables() {
    return new Transaction({ ...this.#props });
  }
};
function isKyselyProps(obj) {
  return (
    isObject(obj) && isObject(obj.config) && isObject(obj.driver) && isObject(obj.executor) && isObject(obj.dialect)
  );
}
var ConnectionBuilder = class {
  #props;
  constructor(props) {
    this.#props = freeze(props);
  }
  async execute(callback, options) {
    return this.#props.executor.provideConnection(
      async (connection) => {
        const executor = this.#props.executor.withConnectionProvider(new SingleConnectionProvider(connection));
        return await callback(
          new Kysely({
            ...this.#props,
            executor,
          }),
        );
      },
      freeze({ signal: options?.signal }),
    );
  }
};
var TransactionBuilder = class TransactionBuilder {
  #props;
  constructor(props) {
    this.#props = freeze(props);
  }
  setAccessMode(accessMode) {
    return new TransactionBuilder({
      ...this.#props,
      accessMode,
    });
  }
  setIsolationLevel(isolationLevel) {
    return new TransactionBuilder({
      ...this.#props,
      isolationLevel,
    });
  }
  async execute(callback) {
    const { isolationLevel, accessMode, ...kyselyProps } = this.#props;
    const settings = {
      isolationLevel,
      accessMode,
    };
    validateTransactionSettings(settings);
    return this.#props.executor.provideConnection(async (connection) => {
      const transactionState = { status: 'active' };
      const executor = new NotCommittedOrRolledBackAssertingExecutor(
        this.#props.executor.withConnectionProvider(new SingleConnectionProvider(connection)),
        transactionState,
      );
      const transaction = new Transaction({
        ...kyselyProps,
        executor,
      });
      let transactionBegun = false;
      try {
        await this.#props.driver.beginTransaction(connection, settings);
        transactionBegun = true;
        const result = await callback(transaction);
        await this.#props.driver.commitTransaction(connection);
        transactionState.status = 'committed';
        return result;
      } catch (error) {
        if (isAbortedTransactionError(error)) transactionState.status = 'aborted';
        else if (transactionBegun) {
          await this.#props.driver.rollbackTransaction(connection);
          transactionState.status = 'rolled back';
        }
        throw error;
      }
    });
  }
};
var ControlledTransactionBuilder = class ControlledTransactionBuilder {
  #props;
  constructor(props) {
    this.#props = freeze(props);
  }
  setAccessMode(accessMode) {
    return new ControlledTransactionBuilder({
      ...this.#props,
      accessMode,
    });
  }
  setIsolationLevel(isolationLevel) {
    return new ControlledTransactionBuilder({
      ...this.#props,
      isolationLevel,
    });
  }
  async execute() {
    const { isolationLevel, accessMode, ...props } = this.#props;
    const settings = {
      isolationLevel,
      accessMode,
    };
    validateTransactionSettings(settings);
    const connection = await provideControlledConnection(this.#props.executor);
    try {
      await this.#props.driver.beginTransaction(connection.connection, settings);
    } catch (error) {
      connection.release();
      throw error;
    }
    return new ControlledTransaction({
      ...props,
      connection,
      transactionState: { status: 'active' },
      executor: this.#props.executor.withConnectionProvider(new SingleConnectionProvider(connection.connection)),
    });
  }
};
var ControlledTransaction = class ControlledTransaction extends Transaction {
  #props;
  #compileQuery;
  constructor(props) {
    props = {
      ...props,
      executor: new NotCommittedOrRolledBackAssertingExecutor(props.executor, props.transactionState),
    };
    const { connection, transactionState, ...transactionProps } = props;
    super(transactionProps);
    this.#props = freeze(props);
    const queryId = createQueryId();
    this.#compileQuery = (node) => props.executor.compileQuery(node, queryId);
  }
  get isCommitted() {
    return this.#props.transactionState.status === 'committed';
  }
  get isRolledBack() {
    return this.#props.transactionState.status === 'rolled back' || this.#props.transactionState.status === 'aborted';
  }
  /**
   * Commits the transaction.
   *
   * If the database rolls back instead of committing, marks the transaction
   * as rolled back, releases the connection and throws {@link AbortedTransactionError}.
   *
   * Waits for ongoing queries to finish. Streams must be exhausted or closed
   * before awaiting this command. When consuming a stream with `for await`,
   * exit the loop before committing.
   *
   * See {@link rollback}.
   *
   * ### Examples
   *
   * ```ts
   * import type { Kysely } from 'kysely'
   * import type { Database } from 'type-editor' // imaginary module
   *
   * const trx = await db.startTransaction().execute()
   *
   * try {
   *   await doSomething(trx)
   *
   *   await trx.commit().execute()
   * } catch (error) {
   *   await trx.rollback().execute()
   * }
   *
   * async function doSomething(kysely: Kysely<Database>) {}
   * ```
   */
  commit() {
    return new Command(async () => {
      await this.#props.executor.provideConnection(async (connection) => {
        try {
          await this.#props.driver.commitTransaction(connection);
        } catch (error) {
          if (isAbortedTransactionError(error)) {
            this.#props.transactionState.status = 'aborted';
            this.#props.connection.release();
          }
          throw error;
        }
        this.#props.transactionState.status = 'committed';
        this.#props.connection.release();
      });
    });
  }
  /**
   * Rolls back the transaction.
   *
   * If a commit already reported that the database rolled back the transaction,
   * succeeds without sending another rollback command.
   *
   * The connection is released even if the rollback fails, so the transaction
   * cannot be used afterwards in either case.
   *
   * Waits for ongoing queries to finish. Streams must be exhausted or closed
   * before awaiting this command. When consuming a stream with `for await`,
   * exit the loop before rolling back.
   *
   * See {@link commit} and {@link rollbackToSavepoint}.
   *
   * ### Examples
   *
   * ```ts
   * import type { Kysely } from 'kysely'
   * import type { Database } from 'type-editor' // imaginary module
   *
   * const trx = await db.startTransaction().execute()
   *
   * try {
   *   await doSomething(trx)
   *
   *   await trx.commit().execute()
   * } catch (error) {
   *   await trx.rollback().execute()
   * }
   *
   * async function doSomething(kysely: Kysely<Database>) {}
   * ```
   */
  rollback() {
    return new Command(async () => {
      if (this.#props.transactionState.status === 'aborted') return;
      await this.#props.executor.provideConnection(async (connection) => {
        try {
          await this.#props.driver.rollbackTransaction(connection);
        } finally {
          this.#props.transactionState.status = 'rolled back';
          this.#props.connection.release();
        }
      });
    });
  }
  /**
   * Creates a savepoint with a given name.
   *
   * Waits for ongoing queries to finish. Streams must be exhausted or closed
   * before awaiting this command. When consuming a stream with `for await`,
   * exit the loop before creating a savepoint.
   *
   * See {@link rollbackToSavepoint} and {@link releaseSavepoint}.
   *
   * For a type-safe experience, you should use the returned instance from now on.
   *
   * ### Examples
   *
   * ```ts
   * import type { Kysely } from 'kysely'
   * import type { Database } from 'type-editor' // imaginary module
   *
   * const trx = await db.startTransaction().execute()
   *
   * await insertJennifer(trx)
   *
   * const trxAfterJennifer = await trx.savepoint('after_jennifer').execute()
   *
   * try {
   *   await doSomething(trxAfterJennifer)
   * } catch (error) {
   *   await trxAfterJennifer.rollbackToSavepoint('after_jennifer').execute()
   * }
   *
   * async function insertJennifer(kysely: Kysely<Database>) {}
   * async function doSomething(kysely: Kysely<Database>) {}
   * ```
   */
  savepoint(savepointName) {
    return new Command(async () => {
      await this.#props.executor.provideConnection(async (connection) => {
        await this.#props.driver.savepoint?.(connection, savepointName, this.#compileQuery);
      });
      return new ControlledTransaction({ ...this.#props });
    });
  }
  /**
   * Rolls back to a savepoint with a given name.
   *
   * Waits for ongoing queries to finish. Streams must be exhausted or closed
   * before awaiting this command. When consuming a stream with `for await`,
   * exit the loop before rolling back to a savepoint.
   *
   * See {@link savepoint} and {@link releaseSavepoint}.
   *
   * You must use the same instance returned by {@link savepoint}, or
   * escape the type-check by using `as any`.
   *
   * ### Examples
   *
   * ```ts
   * import type { Kysely } from 'kysely'
   * import type { Database } from 'type-editor' // imaginary module
   *
   * const trx = await db.startTransaction().execute()
   *
   * await insertJennifer(trx)
   *
   * const trxAfterJennifer = await trx.savepoint('after_jennifer').execute()
   *
   * try {
   *   await doSomething(trxAfterJennifer)
   * } catch (error) {
   *   await trxAfterJennifer.rollbackToSavepoint('after_jennifer').execute()
   * }
   *
   * async function insertJennifer(kysely: Kysely<Database>) {}
   * async function doSomething(kysely: Kysely<Database>) {}
   * ```
   */
  rollbackToSavepoint(savepointName) {
    return new Command(async () => {
      await this.#props.executor.provideConnection(async (connection) => {
        await this.#props.driver.rollbackToSavepoint?.(connection, savepointName, this.#compileQuery);
      });
      return new ControlledTransaction({ ...this.#props });
    });
  }
  /**
   * Releases a savepoint with a given name.
   *
   * Waits for ongoing queries to finish. Streams must be exhausted or closed
   * before awaiting this command. When consuming a stream with `for await`,
   * exit the loop before releasing a savepoint.
   *
   * See {@link savepoint} and {@link rollbackToSavepoint}.
   *
   * You must use the same instance returned by {@link savepoint}, or
   * escape the type-check by using `as any`.
   *
   * ### Examples
   *
   * ```ts
   * import type { Kysely } from 'kysely'
   * import type { Database } from 'type-editor' // imaginary module
   *
   * const trx = await db.startTransaction().execute()
   *
   * await insertJennifer(trx)
   *
   * const trxAfterJennifer = await trx.savepoint('after_jennifer').execute()
   *
   * try {
   *   await doSomething(trxAfterJennifer)
   * } catch (error) {
   *   await trxAfterJennifer.rollbackToSavepoint('after_jennifer').execute()
   * }
   *
   * await trxAfterJennifer.releaseSavepoint('after_jennifer').execute()
   *
   * await doSomethingElse(trx)
   *
   * async function insertJennifer(kysely: Kysely<Database>) {}
   * async function doSomething(kysely: Kysely<Database>) {}
   * async function doSomethingElse(kysely: Kysely<Database>) {}
   * ```
   */
  releaseSavepoint(savepointName) {
    return new Command(async () => {
      await this.#props.executor.provideConnection(async (connection) => {
        await this.#props.driver.releaseSavepoint?.(connection, savepointName, this.#compileQuery);
      });
      return new ControlledTransaction({ ...this.#props });
    });
  }
  withPlugin(plugin) {
    return new ControlledTransaction({
      ...this.#props,
      executor: this.#props.executor.withPlugin(plugin),
    });
  }
  withoutPlugins() {
    return new ControlledTransaction({
      ...this.#props,
      executor: this.#props.executor.withoutPlugins(),
    });
  }
  withSchema(schema) {
    return new ControlledTransaction({
      ...this.#props,
      executor: this.#props.executor.withPluginAtFront(new WithSchemaPlugin(schema)),
    });
  }
  withTables() {
    return new ControlledTransaction({ ...this.#props });
  }
  $extendTables() {
    return new ControlledTransaction({ ...this.#props });
  }
  $omitTables() {
    return new ControlledTransaction({ ...this.#props });
  }
  $pickTables() {
    return new ControlledTransaction({ ...this.#props });
  }
};
var Command = class {
  #cb;
  constructor(cb) {
    this.#cb = cb;
  }
  /**
   * Executes the command.
   */
  async execute() {
    return await this.#cb();
  }
};
function assertNotCommittedOrRolledBack(transactionState) {
  if (transactionState.status === 'committed') throw new Error('Transaction is already committed');
  if (transactionState.status !== 'active') throw new Error('Transaction is already rolled back');
}
/**
 * An executor wrapper that asserts that the transaction state is not committed
 * or rolled back when a query is executed.
 *
 * @internal
 */
var NotCommittedOrRolledBackAssertingExecutor = class NotCommittedOrRolledBackAssertingExecutor {
  #executor;
  #transactionState;
  constructor(executor, transactionState) {
    this.#executor = executor instanceof NotCommittedOrRolledBackAssertingExecutor ? executor.#executor : executor;
    this.#transactionState = transactionState;
  }
  get adapter() {
    return this.#executor.adapter;
  }
  get plugins() {
    return this.#executor.plugins;
  }
  transformQuery(node, queryId) {
    return this.#executor.transformQuery(node, queryId);
  }
  compileQuery(node, queryId) {
    return this.#executor.compileQuery(node, queryId);
  }
  provideConnection(consumer, options) {
    assertNotCommittedOrRolledBack(this.#transactionState);
    return this.#executor.provideConnection(async (connection) => {
      assertNotCommittedOrRolledBack(this.#transactionState);
      return await consumer(connection);
    }, options);
  }
  executeQuery(compiledQuery, options) {
    assertNotCommittedOrRolledBack(this.#transactionState);
    return this.#executor.withConnectionProvider(this).executeQuery(compiledQuery, options);
  }
  stream(compiledQuery, chunkSize, options) {
    assertNotCommittedOrRolledBack(this.#transactionState);
    return this.#executor.withConnectionProvider(this).stream(compiledQuery, chunkSize, options);
  }
  withConnectionProvider(connectionProvider) {
    return new NotCommittedOrRolledBackAssertingExecutor(
      this.#executor.withConnectionProvider(connectionProvider),
      this.#transactionState,
    );
  }
  withPlugin(plugin) {
    return new NotCommittedOrRolledBackAssertingExecutor(this.#executor.withPlugin(plugin), this.#transactionState);
  }
  withPlugins(plugins) {
    return new NotCommittedOrRolledBackAssertingExecutor(this.#executor.withPlugins(plugins), this.#transactionState);
  }
  withPluginAtFront(plugin) {
    return new NotCommittedOrRolledBackAssertingExecutor(
      this.#executor.withPluginAtFront(plugin),
      this.#transactionState,
    );
  }
  withoutPlugins() {
    return new NotCommittedOrRolledBackAssertingExecutor(this.#executor.withoutPlugins(), this.#transactionState);
  }
};
// node_modules/kysely/dist/operation-node/operation-node-visitor.js
var OperationNodeVisitor = class {
  nodeStack = [];
  get parentNode() {
    return this.nodeStack[this.nodeStack.length - 2];
  }
  #visitors = freeze({
    AliasNode: this.visitAlias.bind(this),
    ColumnNode: this.visitColumn.bind(this),
    IdentifierNode: this.visitIdentifier.bind(this),
    SchemableIdentifierNode: this.visitSchemableIdentifier.bind(this),
    RawNode: this.visitRaw.bind(this),
    ReferenceNode: this.visitReference.bind(this),
    SelectQueryNode: this.visitSelectQuery.bind(this),
    SelectionNode: this.visitSelection.bind(this),
    TableNode: this.visitTable.bind(this),
    FromNode: this.visitFrom.bind(this),
    SelectAllNode: this.visitSelectAll.bind(this),
    AndNode: this.visitAnd.bind(this),
    OrNode: this.visitOr.bind(this),
    ValueNode: this.visitValue.bind(this),
    ValueListNode: this.visitValueList.bind(this),
    PrimitiveValueListNode: this.visitPrimitiveValueList.bind(this),
    ParensNode: this.visitParens.bind(this),
    JoinNode: this.visitJoin.bind(this),
    OperatorNode: this.visitOperator.bind(this),
    WhereNode: this.visitWhere.bind(this),
    InsertQueryNode: this.visitInsertQuery.bind(this),
    DeleteQueryNode: this.visitDeleteQuery.bind(this),
    ReturningNode: this.visitReturning.bind(this),
    CreateTableNode: this.visitCreateTable.bind(this),
    AddColumnNode: this.visitAddColumn.bind(this),
    ColumnDefinitionNode: this.visitColumnDefinition.bind(this),
    DropTableNode: this.visitDropTable.bind(this),
    DataTypeNode: this.visitDataType.bind(this),
    OrderByNode: this.visitOrderBy.bind(this),
    OrderByItemNode: this.visitOrderByItem.bind(this),
    GroupByNode: this.visitGroupBy.bind(this),
    GroupByItemNode: this.visitGroupByItem.bind(this),
    UpdateQueryNode: this.visitUpdateQuery.bind(this),
    ColumnUpdateNode: this.visitColumnUpdate.bind(this),
    LimitNode: this.visitLimit.bind(this),
    OffsetNode: this.visitOffset.bind(this),
    OnConflictNode: this.visitOnConflict.bind(this),
    OnDuplicateKeyNode: this.visitOnDuplicateKey.bind(this),
    CreateIndexNode: this.visitCreateIndex.bind(this),
    DropIndexNode: this.visitDropIndex.bind(this),
    ListNode: this.visitList.bind(this),
    PrimaryKeyConstraintNode: this.visitPrimaryKeyConstraint.bind(this),
    UniqueConstraintNode: this.visitUniqueConstraint.bind(this),
    ReferencesNode: this.visitReferences.bind(this),
    CheckConstraintNode: this.visitCheckConstraint.bind(this),
    WithNode: this.visitWith.bind(this),
    CommonTableExpressionNode: this.visitCommonTableExpression.bind(this),
    CommonTableExpressionNameNode: this.visitCommonTableExpressionName.bind(this),
    HavingNode: this.visitHaving.bind(this),
    CreateSchemaNode: this.visitCreateSchema.bind(this),
    DropSchemaNode: this.visitDropSchema.bind(this),
    AlterTableNode: this.visitAlterTable.bind(this),
    DropColumnNode: this.visitDropColumn.bind(this),
    RenameColumnNode: this.visitRenameColumn.bind(this),
    AlterColumnNode: this.visitAlterColumn.bind(this),
    ModifyColumnNode: this.visitModifyColumn.bind(this),
    AddConstraintNode: this.visitAddConstraint.bind(this),
    DropConstraintNode: this.visitDropConstraint.bind(this),
    RenameConstraintNode: this.visitRenameConstraint.bind(this),
    ForeignKeyConstraintNode: this.visitForeignKeyConstraint.bind(this),
    CreateViewNode: this.visitCreateView.bind(this),
    RefreshMaterializedViewNode: this.visitRefreshMaterializedView.bind(this),
    DropViewNode: this.visitDropView.bind(this),
    GeneratedNode: this.visitGenerated.bind(this),
    DefaultValueNode: this.visitDefaultValue.bind(this),
    OnNode: this.visitOn.bind(this),
    ValuesNode: this.visitValues.bind(this),
    SelectModifierNode: this.visitSelectModifier.bind(this),
    CreateTypeNode: this.visitCreateType.bind(this),
    DropTypeNode: this.visitDropType.bind(this),
    ExplainNode: this.visitExplain.bind(this),
    DefaultInsertValueNode: this.visitDefaultInsertValue.bind(this),
    AggregateFunctionNode: this.visitAggregateFunction.bind(this),
    OverNode: this.visitOver.bind(this),
    PartitionByNode: this.visitPartitionBy.bind(this),
    PartitionByItemNode: this.visitPartitionByItem.bind(this),
    SetOperationNode: this.visitSetOperation.bind(this),
    BinaryOperationNode: this.visitBinaryOperation.bind(this),
    UnaryOperationNode: this.visitUnaryOperation.bind(this),
    UsingNode: this.visitUsing.bind(this),
    FunctionNode: this.visitFunction.bind(this),
    CaseNode: this.visitCase.bind(this),
    WhenNode: this.visitWhen.bind(this),
    JSONReferenceNode: this.visitJSONReference.bind(this),
    JSONPathNode: this.visitJSONPath.bind(this),
    JSONPathLegNode: this.visitJSONPathLeg.bind(this),
    JSONOperatorChainNode: this.visitJSONOperatorChain.bind(this),
    TupleNode: this.visitTuple.bind(this),
    MergeQueryNode: this.visitMergeQuery.bind(this),
    MatchedNode: this.visitMatched.bind(this),
    AddIndexNode: this.visitAddIndex.bind(this),
    CastNode: this.visitCast.bind(this),
    FetchNode: this.visitFetch.bind(this),
    TopNode: this.visitTop.bind(this),
    OutputNode: this.visitOutput.bind(this),
    OrActionNode: this.visitOrAction.bind(this),
    CollateNode: this.visitCollate.bind(this),
    AlterTypeNode: this.visitAlterType.bind(this),
    AddValueNode: this.visitAddValue.bind(this),
    RenameValueNode: this.visitRenameValue.bind(this),
  });
  visitNode = (node) => {
    this.nodeStack.push(node);
    this.#visitors[node.kind](node);
    this.nodeStack.pop();
  };
};
// node_modules/kysely/dist/query-compiler/default-query-compiler.js
var LIT_WRAP_REGEX = /'/g;
var JSON_PATH_MEMBER_WRAP_REGEX = /['"]/g;
var DefaultQueryCompiler = class extends OperationNodeVisitor {
  #sql = '';
  #parameters = [];
  get numParameters() {
    return this.#parameters.length;
  }
  compileQuery(node, queryId) {
    this.#sql = '';
    this.#parameters = [];
    this.nodeStack.splice(0, this.nodeStack.length);
    this.visitNode(node);
    return freeze({
      query: node,
      queryId,
      sql: this.getSql(),
      parameters: [...this.#parameters],
    });
  }
  getSql() {
    return this.#sql;
  }
  visitSelectQuery(node) {
    const wrapInParens =
      this.parentNode !== void 0 &&
      !ParensNode.is(this.parentNode) &&
      !InsertQueryNode.is(this.parentNode) &&
      !CreateTableNode.is(this.parentNode) &&
      !CreateViewNode.is(this.parentNode) &&
      !SetOperationNode.is(this.parentNode);
    if (this.parentNode === void 0 && node.explain) {
      this.visitNode(node.explain);
      this.append(' ');
    }
    if (wrapInParens) this.append('(');
    if (node.with) {
      this.visitNode(node.with);
      this.append(' ');
    }
    this.append('select');
    if (node.distinctOn) {
      this.append(' ');
      this.compileDistinctOn(node.distinctOn);
    }
    if (node.frontModifiers?.length) {
      this.append(' ');
      this.compileList(node.frontModifiers, ' ');
    }
    if (node.top) {
      this.append(' ');
      this.visitNode(node.top);
    }
    if (node.selections) {
      this.append(' ');
      this.compileList(node.selections);
    }
    if (node.from) {
      this.append(' ');
      this.visitNode(node.from);
    }
    if (node.joins) {
      this.append(' ');
      this.compileList(node.joins, ' ');
    }
    if (node.where) {
      this.append(' ');
      this.visitNode(node.where);
    }
    if (node.groupBy) {
      this.append(' ');
      this.visitNode(node.groupBy);
    }
    if (node.having) {
      this.append(' ');
      this.visitNode(node.having);
    }
    if (node.setOperations) {
      this.append(' ');
      this.compileList(node.setOperations, ' ');
    }
    if (node.orderBy) {
      this.append(' ');
      this.visitNode(node.orderBy);
    }
    if (node.limit) {
      this.append(' ');
      this.visitNode(node.limit);
    }
    if (node.offset) {
      this.append(' ');
      this.visitNode(node.offset);
    }
    if (node.fetch) {
      this.append(' ');
      this.visitNode(node.fetch);
    }
    if (node.endModifiers?.length) {
      this.append(' ');
      this.compileList(this.sortSelectModifiers(node.endModifiers), ' ');
    }
    if (wrapInParens) this.append(')');
  }
  visitFrom(node) {
    this.append('from ');
    this.compileList(node.froms);
  }
  visitSelection(node) {
    this.visitNode(node.selection);
  }
  visitColumn(node) {
    this.visitNode(node.column);
  }
  compileDistinctOn(expressions) {
    this.append('distinct on (');
    this.compileList(expressions);
    this.append(')');
  }
  compileList(nodes, separator = ', ') {
    const lastIndex = nodes.length - 1;
    for (let i = 0; i <= lastIndex; i++) {
      this.visitNode(nodes[i]);
      if (i < lastIndex) this.append(separator);
    }
  }
  visitWhere(node) {
    this.append('where ');
    this.visitNode(node.where);
  }
  visitHaving(node) {
    this.append('having ');
    this.visitNode(node.having);
  }
  visitInsertQuery(node) {
    const wrapInParens =
      this.parentNode !== void 0 &&
      !ParensNode.is(this.parentNode) &&
      !RawNode.is(this.parentNode) &&
      !WhenNode.is(this.parentNode);
    if (this.parentNode === void 0 && node.explain) {
      this.visitNode(node.explain);
      this.append(' ');
    }
    if (wrapInParens) this.append('(');
    if (node.with) {
      this.visitNode(node.with);
      this.append(' ');
    }
    this.append(node.replace ? 'replace' : 'insert');
    if (node.orAction) {
      this.append(' ');
      this.visitNode(node.orAction);
    }
    if (node.top) {
      this.append(' ');
      this.visitNode(node.top);
    }
    if (node.into) {
      this.append(' into ');
      this.visitNode(node.into);
    }
    if (node.columns) {
      this.append(' (');
      this.compileList(node.columns);
      this.append(')');
    }
    if (node.output) {
      this.append(' ');
      this.visitNode(node.output);
    }
    if (node.values) {
      this.append(' ');
      this.visitNode(node.values);
    }
    if (node.defaultValues) {
      this.append(' ');
      this.append('default values');
    }
    if (node.onConflict) {
      this.append(' ');
      this.visitNode(node.onConflict);
    }
    if (node.onDuplicateKey) {
      this.append(' ');
      this.visitNode(node.onDuplicateKey);
    }
    if (node.returning) {
      this.append(' ');
      this.visitNode(node.returning);
    }
    if (wrapInParens) this.append(')');
    if (node.endModifiers?.length) {
      this.append(' ');
      this.compileList(node.endModifiers, ' ');
    }
  }
  visitValues(node) {
    this.append('values ');
    this.compileList(node.values);
  }
  visitDeleteQuery(node) {
    const wrapInParens = this.parentNode !== void 0 && !ParensNode.is(this.parentNode) && !RawNode.is(this.parentNode);
    if (this.parentNode === void 0 && node.explain) {
      this.visitNode(node.explain);
      this.append(' ');
    }
    if (wrapInParens) this.append('(');
    if (node.with) {
      this.visitNode(node.with);
      this.append(' ');
    }
    this.append('delete ');
    if (node.top) {
      this.visitNode(node.top);
      this.append(' ');
    }
    this.visitNode(node.from);
    if (node.output) {
      this.append(' ');
      this.visitNode(node.output);
    }
    if (node.using) {
      this.append(' ');
      this.visitNode(node.using);
    }
    if (node.joins) {
      this.append(' ');
      this.compileList(node.joins, ' ');
    }
    if (node.where) {
      this.append(' ');
      this.visitNode(node.where);
    }
    if (node.returning) {
      this.append(' ');
      this.visitNode(node.returning);
    }
    if (node.orderBy) {
      this.append(' ');
      this.visitNode(node.orderBy);
    }
    if (node.limit) {
      this.append(' ');
      this.visitNode(node.limit);
    }
    if (wrapInParens) this.append(')');
    if (node.endModifiers?.length) {
      this.append(' ');
      this.compileList(node.endModifiers, ' ');
    }
  }
  visitReturning(node) {
    this.append('returning ');
    this.compileList(node.selections);
  }
  visitAlias(node) {
    this.visitNode(node.node);
    this.append(' as ');
    this.visitNode(node.alias);
  }
  visitReference(node) {
    if (node.table) {
      this.visitNode(node.table);
      this.append('.');
    }
    this.visitNode(node.column);
  }
  visitSelectAll(_) {
    this.append('*');
  }
  visitIdentifier(node) {
    this.append(this.getLeftIdentifierWrapper());
    this.compileUnwrappedIdentifier(node);
    this.append(this.getRightIdentifierWrapper());
  }
  compileUnwrappedIdentifier(node) {
    if (!isString(node.name)) throw new Error('a non-string identifier was passed to compileUnwrappedIdentifier.');
    this.append(this.sanitizeIdentifier(node.name));
  }
  visitAnd(node) {
    this.visitNode(node.left);
    this.append(' and ');
    this.visitNode(node.right);
  }
  visitOr(node) {
    this.visitNode(node.left);
    this.append(' or ');
    this.visitNode(node.right);
  }
  visitValue(node) {
    if (node.immediate) this.appendImmediateValue(node.value);
    else this.appendValue(node.value);
  }
  visitValueList(node) {
    this.append('(');
    this.compileList(node.values);
    this.append(')');
  }
  visitTuple(node) {
    this.append('(');
    this.compileList(node.values);
    this.append(')');
  }
  visitPrimitiveValueList(node) {
    this.append('(');
    const { values } = node;
    for (let i = 0; i < values.length; ++i) {
      this.appendValue(values[i]);
      if (i !== values.length - 1) this.append(', ');
    }
    this.append(')');
  }
  visitParens(node) {
    this.append('(');
    this.visitNode(node.node);
    this.append(')');
  }
  visitJoin(node) {
    this.append(JOIN_TYPE_SQL[node.joinType]);
    this.append(' ');
    this.visitNode(node.table);
    if (node.on) {
      this.append(' ');
      this.visitNode(node.on);
    }
  }
  visitOn(node) {
    this.append('on ');
    this.visitNode(node.on);
  }
  visitRaw(node) {
    const { sqlFragments, parameters: params } = node;
    for (let i = 0; i < sqlFragments.length; ++i) {
      this.append(sqlFragments[i]);
      if (params.length > i) this.visitNode(params[i]);
    }
  }
  visitOperator(node) {
    this.append(node.operator);
  }
  visitTable(node) {
    this.visitNode(node.table);
  }
  visitSchemableIdentifier(node) {
    if (node.schema) {
      this.visitNode(node.schema);
      this.append('.');
    }
    this.visitNode(node.identifier);
  }
  visitCreateTable(node) {
    this.append('create ');
    if (node.frontModifiers?.length) {
      this.compileList(node.frontModifiers, ' ');
      this.append(' ');
    }
    if (node.temporary) this.append('temporary ');
    this.append('table ');
    if (node.ifNotExists) this.append('if not exists ');
    this.visitNode(node.table);
    if (!node.selectQuery) {
      this.append(' (');
      this.compileList([...node.columns, ...(node.constraints ?? []), ...(node.indexes ?? [])]);
      this.append(')');
    }
    if (node.onCommit) {
      this.append(' on commit ');
      this.append(node.onCommit);
    }
    if (node.endModifiers?.length) {
      this.append(' ');
      this.compileList(node.endModifiers, ' ');
    }
    if (node.selectQuery) {
      this.append(' as ');
      this.visitNode(node.selectQuery);
    }
  }
  visitColumnDefinition(node) {
    if (node.ifNotExists) this.append('if not exists ');
    this.visitNode(node.column);
    this.append(' ');
    this.visitNode(node.dataType);
    if (node.unsigned) this.append(' unsigned');
    if (node.frontModifiers && node.frontModifiers.length > 0) {
      this.append(' ');
      this.compileList(node.frontModifiers, ' ');
    }
    if (node.generated) {
      this.append(' ');
      this.visitNode(node.generated);
    }
    if (node.identity) this.append(' identity');
    if (node.defaultTo) {
      this.append(' ');
      this.visitNode(node.defaultTo);
    }
    if (node.notNull) this.append(' not null');
    if (node.unique) this.append(' unique');
    if (node.nullsNotDistinct) this.append(' nulls not distinct');
    if (node.primaryKey) this.append(' primary key');
    if (node.autoIncrement) {
      this.append(' ');
      this.append(this.getAutoIncrement());
    }
    if (node.references) {
      this.append(' ');
      this.visitNode(node.references);
    }
    if (node.check) {
      this.append(' ');
      this.visitNode(node.check);
    }
    if (node.endModifiers && node.endModifiers.length > 0) {
      this.append(' ');
      this.compileList(node.endModifiers, ' ');
    }
  }
  getAutoIncrement() {
    return 'auto_increment';
  }
  visitReferences(node) {
    this.append('references ');
    this.visitNode(node.table);
    this.append(' (');
    this.compileList(node.columns);
    this.append(')');
    if (node.onDelete) {
      this.append(' on delete ');
      this.append(node.onDelete);
    }
    if (node.onUpdate) {
      this.append(' on update ');
      this.append(node.onUpdate);
    }
  }
  visitDropTable(node) {
    this.append('drop ');
    if (node.temporary) this.append('temporary ');
    this.append('table ');
    if (node.ifExists) this.append('if exists ');
    this.visitNode(node.table);
    if (node.cascade) this.append(' cascade');
  }
  visitDataType(node) {
    this.append(node.dataType);
  }
  visitOrderBy(node) {
    this.append('order by ');
    this.compileList(node.items);
  }
  visitOrderByItem(node) {
    this.visitNode(node.orderBy);
    if (node.collation) {
      this.append(' ');
      this.visitNode(node.collation);
    }
    if (node.direction) {
      this.append(' ');
      this.visitNode(node.direction);
    }
    if (node.nulls) {
      this.append(' nulls ');
      this.append(node.nulls);
    }
  }
  visitGroupBy(node) {
    this.append('group by ');
    this.compileList(node.items);
  }
  visitGroupByItem(node) {
    this.visitNode(node.groupBy);
  }
  visitUpdateQuery(node) {
    const wrapInParens =
      this.parentNode !== void 0 &&
      !ParensNode.is(this.parentNode) &&
      !RawNode.is(this.parentNode) &&
      !WhenNode.is(this.parentNode);
    if (this.parentNode === void 0 && node.explain) {
      this.visitNode(node.explain);
      this.append(' ');
    }
    if (wrapInParens) this.append('(');
    if (node.with) {
      this.visitNode(node.with);
      this.append(' ');
    }
    this.append('update ');
    if (node.top) {
      this.visitNode(node.top);
      this.append(' ');
    }
    if (node.table) {
      this.visitNode(node.table);
      this.append(' ');
    }
    this.append('set ');
    if (node.updates) this.compileList(node.updates);
    if (node.output) {
      this.append(' ');
      this.visitNode(node.output);
    }
    if (node.from) {
      this.append(' ');
      this.visitNode(node.from);
    }
    if (node.joins) {
      if (!node.from)
        throw new Error(
          "Joins in an update query are only supported as a part of a PostgreSQL 'update set from join' query. If you want to create a MySQL 'update join set' query, see https://kysely.dev/docs/examples/update/my-sql-joins",
        );
      this.append(' ');
      this.compileList(node.joins, ' ');
    }
    if (node.where) {
      this.append(' ');
      this.visitNode(node.where);
    }
    if (node.returning) {
      this.append(' ');
      this.visitNode(node.returning);
    }
    if (node.orderBy) {
      this.append(' ');
      this.visitNode(node.orderBy);
    }
    if (node.limit) {
      this.append(' ');
      this.visitNode(node.limit);
    }
    if (wrapInParens) this.append(')');
    if (node.endModifiers?.length) {
      this.append(' ');
      this.compileList(node.endModifiers, ' ');
    }
  }
  visitColumnUpdate(node) {
    this.visitNode(node.column);
    this.append(' = ');
    this.visitNode(node.value);
  }
  visitLimit(node) {
    this.append('limit ');
    this.visitNode(node.limit);
  }
  visitOffset(node) {
    this.append('offset ');
    this.visitNode(node.offset);
  }
  visitOnConflict(node) {
    this.append('on conflict');
    if (node.columns) {
      this.append(' (');
      this.compileList(node.columns);
      this.append(')');
    } else if (node.constraint) {
      this.append(' on constraint ');
      this.visitNode(node.constraint);
    } else if (node.indexExpression) {
      this.append(' (');
      this.visitNode(node.indexExpression);
      this.append(')');
    }
    if (node.indexWhere) {
      this.append(' ');
      this.visitNode(node.indexWhere);
    }
    if (node.doNothing === true) this.append(' do nothing');
    else if (node.updates) {
      this.append(' do update set ');
      this.compileList(node.updates);
      if (node.updateWhere) {
        this.append(' ');
        this.visitNode(node.updateWhere);
      }
    }
  }
  visitOnDuplicateKey(node) {
    this.append('on duplicate key update ');
    this.compileList(node.updates);
  }
  visitCreateIndex(node) {
    this.append('create ');
    if (node.unique) this.append('unique ');
    this.append('index ');
    if (node.ifNotExists) this.append('if not exists ');
    this.visitNode(node.name);
    if (node.table) {
      this.append(' on ');
      this.visitNode(node.table);
    }
    if (node.using) {
      this.append(' using ');
      this.visitNode(node.using);
    }
    if (node.columns) {
      this.append(' (');
      this.compileList(node.columns);
      this.append(')');
    }
    if (node.nullsNotDistinct) this.append(' nulls not distinct');
    if (node.where) {
      this.append(' ');
      this.visitNode(node.where);
    }
  }
  visitDropIndex(node) {
    this.append('drop index ');
    if (node.ifExists) this.append('if exists ');
    this.visitNode(node.name);
    if (node.table) {
      this.append(' on ');
      this.visitNode(node.table);
    }
    if (node.cascade) this.append(' cascade');
  }
  visitCreateSchema(node) {
    this.append('create schema ');
    if (node.ifNotExists) this.append('if not exists ');
    this.visitNode(node.schema);
  }
  visitDropSchema(node) {
    this.append('drop schema ');
    if (node.ifExists) this.append('if exists ');
    this.visitNode(node.schema);
    if (node.cascade) this.append(' cascade');
  }
  visitPrimaryKeyConstraint(node) {
    if (node.name) {
      this.append('constraint ');
      this.visitNode(node.name);
      this.append(' ');
    }
    this.append('primary key (');
    this.compileList(node.columns);
    this.append(')');
    this.buildDeferrable(node);
  }
  buildDeferrable(node) {
    if (node.deferrable !== void 0) {
      if (node.deferrable) this.append(' deferrable');
      else this.append(' not deferrable');
    }
    if (node.initiallyDeferred !== void 0) {
      if (node.initiallyDeferred) this.append(' initially deferred');
      else this.append(' initially immediate');
    }
  }
  visitUniqueConstraint(node) {
    if (node.name) {
      this.append('constraint ');
      this.visitNode(node.name);
      this.append(' ');
    }
    this.append('unique');
    if (node.nullsNotDistinct) this.append(' nulls not distinct');
    this.append(' (');
    this.compileList(node.columns);
    this.append(')');
    this.buildDeferrable(node);
  }
  visitCheckConstraint(node) {
    if (node.name) {
      this.append('constraint ');
      this.visitNode(node.name);
      this.append(' ');
    }
    this.append('check (');
    this.visitNode(node.expression);
    this.append(')');
  }
  visitForeignKeyConstraint(node) {
    if (node.name) {
      this.append('constraint ');
      this.visitNode(node.name);
      this.append(' ');
    }
    this.append('foreign key (');
    this.compileList(node.columns);
    this.append(') ');
    this.visitNode(node.references);
    if (node.onDelete) {
      this.append(' on delete ');
      this.append(node.onDelete);
    }
    if (node.onUpdate) {
      this.append(' on update ');
      this.append(node.onUpdate);
    }
    this.buildDeferrable(node);
  }
  visitList(node) {
    this.compileList(node.items);
  }
  visitWith(node) {
    this.append('with ');
    if (node.recursive) this.append('recursive ');
    this.compileList(node.expressions);
  }
  visitCommonTableExpression(node) {
    this.visitNode(node.name);
    this.append(' as ');
    if (isBoolean(node.materialized)) {
      if (!node.materialized) this.append('not ');
      this.append('materialized ');
    }
    this.visitNode(node.expression);
  }
  visitCommonTableExpressionName(node) {
    this.visitNode(node.table);
    if (node.columns) {
      this.append('(');
      this.compileList(node.columns);
      this.append(')');
    }
  }
  visitAlterTable(node) {
    this.append('alter table ');
    this.visitNode(node.table);
    this.append(' ');
    if (node.renameTo) {
      this.append('rename to ');
      this.visitNode(node.renameTo);
    }
    if (node.setSchema) {
      this.append('set schema ');
      this.visitNode(node.setSchema);
    }
    if (node.addConstraint) this.visitNode(node.addConstraint);
    if (node.dropConstraint) this.visitNode(node.dropConstraint);
    if (node.renameConstraint) this.visitNode(node.renameConstraint);
    if (node.columnAlterations) this.compileColumnAlterations(node.columnAlterations);
    if (node.addIndex) this.visitNode(node.addIndex);
    if (node.dropIndex) this.visitNode(node.dropIndex);
  }
  visitAddColumn(node) {
    this.append('add column ');
    this.visitNode(node.column);
  }
  visitRenameColumn(node) {
    this.append('rename column ');
    this.visitNode(node.column);
    this.append(' to ');
    this.visitNode(node.renameTo);
  }
  visitDropColumn(node) {
    this.append('drop column ');
    if (node.ifExists) this.append('if exists ');
    this.visitNode(node.column);
  }
  visitAlterColumn(node) {
    this.append('alter column ');
    this.visitNode(node.column);
    this.append(' ');
    if (node.dataType) {
      if (this.announcesNewColumnDataType()) this.append('type ');
      this.visitNode(node.dataType);
      if (node.dataTypeExpression) {
        this.append('using ');
        this.visitNode(node.dataTypeExpression);
      }
    }
    if (node.setDefault) {
      this.append('set default ');
      this.visitNode(node.setDefault);
    }
    if (node.dropDefault) this.append('drop default');
    if (node.setNotNull) this.append('set not null');
    if (node.dropNotNull) this.append('drop not null');
  }
  visitModifyColumn(node) {
    this.append('modify column ');
    this.visitNode(node.column);
  }
  visitAddConstraint(node) {
    this.append('add ');
    this.visitNode(node.constraint);
  }
  visitDropConstraint(node) {
    this.append('drop constraint ');
    if (node.ifExists) this.append('if exists ');
    this.visitNode(node.constraintName);
    if (node.modifier === 'cascade') this.append(' cascade');
    else if (node.modifier === 'restrict') this.append(' restrict');
  }
  visitRenameConstraint(node) {
    this.append('rename constraint ');
    this.visitNode(node.oldName);
    this.append(' to ');
    this.visitNode(node.newName);
  }
  visitSetOperation(node) {
    this.append(node.operator);
    this.append(' ');
    if (node.all) this.append('all ');
    this.visitNode(node.expression);
  }
  visitCreateView(node) {
    this.append('create ');
    if (node.orReplace) this.append('or replace ');
    if (node.materialized) this.append('materialized ');
    if (node.temporary) this.append('temporary ');
    this.append('view ');
    if (node.ifNotExists) this.append('if not exists ');
    this.visitNode(node.name);
    this.append(' ');
    if (node.columns) {
      this.append('(');
      this.compileList(node.columns);
      this.append(') ');
    }
    if (node.as) {
      this.append('as ');
      this.visitNode(node.as);
    }
  }
  visitRefreshMaterializedView(node) {
    this.append('refresh materialized view ');
    if (node.concurrently) this.append('concurrently ');
    this.visitNode(node.name);
    if (node.withNoData) this.append(' with no data');
    else this.append(' with data');
  }
  visitDropView(node) {
    this.append('drop ');
    if (node.materialized) this.append('materialized ');
    this.append('view ');
    if (node.ifExists) this.append('if exists ');
    this.visitNode(node.name);
    if (node.cascade) this.append(' cascade');
  }
  visitGenerated(node) {
    this.append('generated ');
    if (node.always) this.append('always ');
    if (node.byDefault) this.append('by default ');
    this.append('as ');
    if (node.identity) this.append('identity');
    if (node.expression) {
      this.append('(');
      this.visitNode(node.expression);
      this.append(')');
    }
    if (node.stored) this.append(' stored');
  }
  visitDefaultValue(node) {
    this.append('default ');
    this.visitNode(node.defaultValue);
  }
  visitSelectModifier(node) {
    if (node.rawModifier) this.visitNode(node.rawModifier);
    else this.append(SELECT_MODIFIER_SQL[node.modifier]);
    if (node.of) {
      this.append(' of ');
      this.compileList(node.of, ', ');
    }
  }
  visitCreateType(node) {
    this.append('create type ');
    this.visitNode(node.name);
    if (node.enum) {
      this.append(' as enum ');
      this.visitNode(node.enum);
    }
  }
  visitDropType(node) {
    this.append('drop type ');
    if (node.ifExists) this.append('if exists ');
    this.visitNode(node.name);
    if (node.additionalNames?.length) {
      this.append(', ');
      this.compileList(node.additionalNames);
    }
    if (node.cascade) this.append(' cascade');
  }
  visitAlterType(node) {
    this.append('alter type ');
    this.visitNode(node.name);
    this.append(' ');
    if (node.addValue) this.visitNode(node.addValue);
    else if (node.renameTo) {
      this.append('rename to ');
      this.visitNode(node.renameTo);
    } else if (node.renameValue) this.visitNode(node.renameValue);
    else if (node.setSchema) {
      this.append('set schema ');
      this.visitNode(node.setSchema);
    }
  }
  visitAddValue(node) {
    this.append('add value ');
    if (node.ifNotExists) this.append('if not exists ');
    this.visitNode(node.value);
    if (node.neighborValue) {
      this.append(node.isBefore ? ' before ' : ' after ');
      this.visitNode(node.neighborValue);
    }
  }
  visitRenameValue(node) {
    this.append('rename value ');
    this.visitNode(node.oldValue);
    this.append(' to ');
    this.visitNode(node.newValue);
  }
  visitExplain(node) {
    this.append('explain');
    if (node.options || node.format) {
      this.append(' ');
      this.append(this.getLeftExplainOptionsWrapper());
      if (node.options) {
        this.visitNode(node.options);
        if (node.format) this.append(this.getExplainOptionsDelimiter());
      }
      if (node.format) {
        this.append('format');
        this.append(this.getExplainOptionAssignment());
        this.append(node.format);
      }
      this.append(this.getRightExplainOptionsWrapper());
    }
  }
  visitDefaultInsertValue(_) {
    this.append('default');
  }
  visitAggregateFunction(node) {
    this.append(node.func);
    this.append('(');
    if (node.distinct) this.append('distinct ');
    this.compileList(node.aggregated);
    if (node.orderBy) {
      this.append(' ');
      this.visitNode(node.orderBy);
    }
    this.append(')');
    if (node.withinGroup) {
      this.append(' within group (');
      this.visitNode(node.withinGroup);
      this.append(')');
    }
    if (node.filter) {
      this.append(' filter(');
      this.visitNode(node.filter);
      this.append(')');
    }
    if (node.over) {
      this.append(' ');
      this.visitNode(node.over);
    }
  }
  visitOver(node) {
    this.append('over(');
    if (node.partitionBy) {
      this.visitNode(node.partitionBy);
      if (node.orderBy) this.append(' ');
    }
    if (node.orderBy) this.visitNode(node.orderBy);
    this.append(')');
  }
  visitPartitionBy(node) {
    this.append('partition by ');
    this.compileList(node.items);
  }
  visitPartitionByItem(node) {
    this.visitNode(node.partitionBy);
  }
  visitBinaryOperation(node) {
    this.visitNode(node.leftOperand);
    this.append(' ');
    this.visitNode(node.operator);
    this.append(' ');
    this.visitNode(node.rightOperand);
  }
  visitUnaryOperation(node) {
    this.visitNode(node.operator);
    if (!this.isMinusOperator(node.operator)) this.append(' ');
    this.visitNode(node.operand);
  }
  isMinusOperator(node) {
    return OperatorNode.is(node) && node.operator === '-';
  }
  visitUsing(node) {
    this.append('using ');
    this.compileList(node.tables);
  }
  visitFunction(node) {
    this.append(node.func);
    this.append('(');
    this.compileList(node.arguments);
    this.append(')');
  }
  visitCase(node) {
    this.append('case');
    if (node.value) {
      this.append(' ');
      this.visitNode(node.value);
    }
    if (node.when) {
      this.append(' ');
      this.compileList(node.when, ' ');
    }
    if (node.else) {
      this.append(' else ');
      this.visitNode(node.else);
    }
    this.append(' end');
    if (node.isStatement) this.append(' case');
  }
  visitWhen(node) {
    this.append('when ');
    this.visitNode(node.condition);
    if (node.result) {
      this.append(' then ');
      this.visitNode(node.result);
    }
  }
  visitJSONReference(node) {
    this.visitNode(node.reference);
    this.visitNode(node.traversal);
  }
  visitJSONPath(node) {
    if (node.inOperator) this.visitNode(node.inOperator);
    this.append("'$");
    for (const pathLeg of node.pathLegs) this.visitNode(pathLeg);
    this.append("'");
  }
  visitJSONPathLeg(node) {
    const isArrayLocation = node.type === 'ArrayLocation';
    const value = String(node.value);
    if (isArrayLocation) {
      this.append('[');
      this.append(this.sanitizeStringLiteral(value));
      this.append(']');
    } else {
      this.append('."');
      this.append(this.sanitizeJSONPathMemberValue(value));
      this.append('"');
    }
  }
  visitJSONOperatorChain(node) {
    for (let i = 0, len = node.values.length; i < len; i++) {
      if (i === len - 1) this.visitNode(node.operator);
      else this.append('->');
      this.visitNode(node.values[i]);
    }
  }
  visitMergeQuery(node) {
    if (node.with) {
      this.visitNode(node.with);
      this.append(' ');
    }
    this.append('merge ');
    if (node.top) {
      this.visitNode(node.top);
      this.append(' ');
    }
    this.append('into ');
    this.visitNode(node.into);
    if (node.using) {
      this.append(' ');
      this.visitNode(node.using);
    }
    if (node.whens) {
      this.append(' ');
      this.compileList(node.whens, ' ');
    }
    if (node.returning) {
      this.append(' ');
      this.visitNode(node.returning);
    }
    if (node.output) {
      this.append(' ');
      this.visitNode(node.output);
    }
    if (node.endModifiers?.length) {
      this.append(' ');
      this.compileList(node.endModifiers, ' ');
    }
  }
  visitMatched(node) {
    if (node.not) this.append('not ');
    this.append('matched');
    if (node.bySource) this.append(' by source');
  }
  visitAddIndex(node) {
    if (!this.parentNode || !CreateTableNode.is(this.parentNode)) this.append('add ');
    if (node.unique) this.append('unique ');
    this.append('index ');
    this.visitNode(node.name);
    if (node.columns) {
      this.append(' (');
      this.compileList(node.columns);
      this.append(')');
    }
    if (node.using) {
      this.append(' using ');
      this.visitNode(node.using);
    }
  }
  visitCast(node) {
    this.append('cast(');
    this.visitNode(node.expression);
    this.append(' as ');
    this.visitNode(node.dataType);
    this.append(')');
  }
  visitFetch(node) {
    this.append('fetch next ');
    this.visitNode(node.rowCount);
    this.append(` rows ${node.modifier}`);
  }
  visitOutput(node) {
    this.append('output ');
    this.compileList(node.selections);
  }
  visitTop(node) {
    this.append(`top(${node.expression})`);
    if (node.modifiers) this.append(` ${node.modifiers}`);
  }
  visitOrAction(node) {
    this.append(node.action);
  }
  visitCollate(node) {
    this.append('collate ');
    this.visitNode(node.collation);
  }
  append(str) {
    this.#sql += str;
  }
  appendValue(parameter) {
    this.addParameter(parameter);
    this.append(this.getCurrentParameterPlaceholder());
  }
  getLeftIdentifierWrapper() {
    return '"';
  }
  getRightIdentifierWrapper() {
    return '"';
  }
  getCurrentParameterPlaceholder() {
    return '$' + this.numParameters;
  }
  getLeftExplainOptionsWrapper() {
    return '(';
  }
  getExplainOptionAssignment() {
    return ' ';
  }
  getExplainOptionsDelimiter() {
    return ', ';
  }
  getRightExplainOptionsWrapper() {
    return ')';
  }
  sanitizeIdentifier(identifier) {
    const leftWrap = this.getLeftIdentifierWrapper();
    const rightWrap = this.getRightIdentifierWrapper();
    let sanitized = '';
    for (const c of identifier) {
      sanitized += c;
      if (c === leftWrap) sanitized += leftWrap;
      else if (c === rightWrap) sanitized += rightWrap;
    }
    return sanitized;
  }
  sanitizeStringLiteral(value) {
    return value.replace(LIT_WRAP_REGEX, "''");
  }
  sanitizeJSONPathMemberValue(value) {
    return value.replace(JSON_PATH_MEMBER_WRAP_REGEX, (char) => (char === "'" ? "''" : '\\"'));
  }
  addParameter(parameter) {
    this.#parameters.push(parameter);
  }
  appendImmediateValue(value) {
    if (isString(value)) this.appendStringLiteral(value);
    else if (isNumber(value) || isBoolean(value) || isBigInt(value)) this.append(value.toString());
    else if (isNull(value)) this.append('null');
    else if (isDate(value)) this.appendImmediateValue(value.toISOString());
    else throw new Error(`invalid immediate value ${value}`);
  }
  appendStringLiteral(value) {
    this.append("'");
    this.append(this.sanitizeStringLiteral(value));
    this.append("'");
  }
  sortSelectModifiers(arr) {
    return freeze(
      arr.toSorted((left, right) =>
        left.modifier && right.modifier
          ? SELECT_MODIFIER_PRIORITY[left.modifier] - SELECT_MODIFIER_PRIORITY[right.modifier]
          : 1,
      ),
    );
  }
  compileColumnAlterations(columnAlterations) {
    this.compileList(columnAlterations);
  }
  /**
   * controls whether the dialect adds a "type" keyword before a column's new data
   * type in an ALTER TABLE statement.
   */
  announcesNewColumnDataType() {
    return true;
  }
};
var SELECT_MODIFIER_SQL = freeze({
  ForKeyShare: 'for key share',
  ForNoKeyUpdate: 'for no key update',
  ForUpdate: 'for update',
  ForShare: 'for share',
  NoWait: 'nowait',
  SkipLocked: 'skip locked',
  Distinct: 'distinct',
});
var SELECT_MODIFIER_PRIORITY = freeze({
  ForKeyShare: 1,
  ForNoKeyUpdate: 1,
  ForUpdate: 1,
  ForShare: 1,
  NoWait: 2,
  SkipLocked: 2,
  Distinct: 0,
});
var JOIN_TYPE_SQL = freeze({
  InnerJoin: 'inner join',
  LeftJoin: 'left join',
  RightJoin: 'right join',
  FullJoin: 'full join',
  CrossJoin: 'cross join',
  LateralInnerJoin: 'inner join lateral',
  LateralLeftJoin: 'left join lateral',
  LateralCrossJoin: 'cross join lateral',
  OuterApply: 'outer apply',
  CrossApply: 'cross apply',
  Using: 'using',
});
// node_modules/kysely/dist/query-compiler/compiled-query.js
var CompiledQuery = freeze({
  raw(sql, parameters = []) {
    return freeze({
      sql,
      query: RawNode.createWithSql(sql),
      parameters: freeze(parameters),
      queryId: createQueryId(),
    });
  },
});
// node_modules/kysely/dist/dialect/dialect-adapter-base.js
/**
 * A basic implementation of `DialectAdapter` with sensible default values.
 * Third-party dialects can extend this instead of implementing the `DialectAdapter`
 * interface from scratch. That way all new settings will get default values when
 * they are added and there will be less breaking changes.
 */
var DialectAdapterBase = class {
  get supportsCreateIfNotExists() {
    return true;
  }
  get supportsMultipleConnections() {
    return true;
  }
  get supportsTransactionalDdl() {
    return false;
  }
  get supportsReturning() {
    return false;
  }
  get supportsOutput() {
    return false;
  }
};
// node_modules/kysely/dist/parser/savepoint-parser.js
function parseSavepointCommand(command, savepointName) {
  return RawNode.createWithChildren([RawNode.createWithSql(`${command} `), IdentifierNode.create(savepointName)]);
}
// node_modules/kysely/dist/plugin/noop-plugin.js
var NoopPlugin = class {
  transformQuery(args) {
    return args.node;
  }
  async transformResult(args) {
    return args.result;
  }
};
// node_modules/kysely/dist/migration/migrator.js
var DEFAULT_MIGRATION_TABLE = 'kysely_migration';
var DEFAULT_MIGRATION_LOCK_TABLE = 'kysely_migration_lock';
var MIGRATION_LOCK_ID = 'migration_lock';
freeze({ __noMigrations__: true });
var CLOCK_BEHIND_WARNING_THRESHOLD_MILLISECONDS = 1e3;
/**
 * A class for running migrations.
 *
 * ### Example
 *
 * This example uses the {@link FileMigrationProvider} that reads migrations
 * files from a single folder. You can easily implement your own
 * {@link MigrationProvider} if you want to provide migrations some
 * other way.
 *
 * ```ts
 * import { promises as fs } from 'node:fs'
 * import path from 'node:path'
 * import * as Sqlite from 'better-sqlite3'
 * import { Kysely, SqliteDialect } from 'kysely'
 * import { FileMigrationProvider, Migrator } from 'kysely/migration'
 *
 * const db = new Kysely<any>({
 *   dialect: new SqliteDialect({
 *     database: Sqlite(':memory:')
 *   })
 * })
 *
 * const migrator = new Migrator({
 *   db,
 *   provider: new FileMigrationProvider({
 *     fs,
 *     // Path to the folder that contains all your migrations.
 *     migrationFolder: 'some/path/to/migrations',
 *     path,
 *   })
 * })
 * ```
 */
var Migrator = class {
  #props;
  constructor(props) {
    this.#props = freeze(props);
  }
  /**
   * Returns a {@link MigrationInfo} object for each migration.
   *
   * The returned array is sorted by migration name.
   */
  async getMigrations() {
    const executedMigrations = (await this.#doesTableExist(this.#migrationTable))
      ? await this.#props.db
          .withPlugin(this.#schemaPlugin)
          .selectFrom(this.#migrationTable)
          .select(['name', 'timestamp'])
          .$narrowType()
          .execute()
      : [];
    return (await this.#resolveMigrations()).map(({ name, ...migration }) => {
      const executed = executedMigrations.find((it) => it.name === name);
      return {
        name,
        migration,
        executedAt: executed ? new Date(executed.timestamp) : void 0,
      };
    });
  }
  /**
   * Runs all migrations that have not yet been run.
   *
   * This method returns a {@link MigrationResultSet} instance and _never_ throws.
   * {@link MigrationResultSet.error} holds the error if something went wrong.
   * {@link MigrationResultSet.results} contains information about which migrations
   * were executed and which failed. See the examples below.
   *
   * This method goes through all possible migrations provided by the provider and runs the
   * ones whose names come alphabetically after the last migration that has been run. If the
   * list of executed migrations doesn't match the beginning of the list of possible migrations
   * an error is returned.
   *
   * ### Examples
   *
   * ```ts
   * import { promises as fs } from 'node:fs'
   * import path from 'node:path'
   * import * as Sqlite from 'better-sqlite3'
   * import { FileMigrationProvider, Migrator } from 'kysely/migration'
   *
   * const migrator = new Migrator({
   *   db,
   *   provider: new FileMigrationProvider({
   *     fs,
   *     migrationFolder: 'some/path/to/migrations',
   *     path,
   *   })
   * })
   *
   * const { error, results } = await migrator.migrateToLatest()
   *
   * results?.forEach((it) => {
   *   if (it.status === 'Success') {
   *     console.log(`migration "${it.migrationName}" was executed successfully`)
   *   } else if (it.status === 'Error') {
   *     console.error(`failed to execute migration "${it.migrationName}"`)
   *   }
   * })
   *
   * if (error) {
   *   console.error('failed to run `migrateToLatest`')
   *   console.error(error)
   * }
   * ```
   */
  async migrateToLatest(options) {
    return this.#migrate(
      () => ({
        direction: 'Up',
        step: Infinity,
      }),
      options,
    );
  }
  /**
   * Migrate up/down to a specific migration.
   *
   * This method returns a {@link MigrationResultSet} instance and _never_ throws.
   * {@link MigrationResultSet.error} holds the error if something went wrong.
   * {@link MigrationResultSet.results} contains information about which migrations
   * were executed and which failed.
   *
   * ### Examples
   *
   * ```ts
   * import { promises as fs } from 'node:fs'
   * import path from 'node:path'
   * import { FileMigrationProvider, Migrator } from 'kysely/migration'
   *
   * const migrator = new Migrator({
   *   db,
   *   provider: new FileMigrationProvider({
   *     fs,
   *     // Path to the folder that contains all your migrations.
   *     migrationFolder: 'some/path/to/migrations',
   *     path,
   *   })
   * })
   *
   * await migrator.migrateTo('some_migration')
   * ```
   *
   * If you specify the name of the first migration, this method migrates
   * down to the first migration, but doesn't run the `down` method of
   * the first migration. In case you want to migrate all the way down,
   * you can use a special constant `NO_MIGRATIONS`:
   *
   * ```ts
   * import { promises as fs } from 'node:fs'
   * import path from 'node:path'
   * import { FileMigrationProvider, Migrator, NO_MIGRATIONS } from 'kysely/migration'
   *
   * const migrator = new Migrator({
   *   db,
   *   provider: new FileMigrationProvider({
   *     fs,
   *     // Path to the folder that contains all your migrations.
   *     migrationFolder: 'some/path/to/migrations',
   *     path,
   *   })
   * })
   *
   * await migrator.migrateTo(NO_MIGRATIONS)
   * ```
   */
  async migrateTo(targetMigrationName, options) {
    return this.#migrate(({ migrations, executedMigrations, pendingMigrations }) => {
      if (isObject(targetMigrationName) && targetMigrationName.__noMigrations__ === true)
        return {
          direction: 'Down',
          step: Infinity,
        };
      if (!migrations.find((m) => m.name === targetMigrationName))
        throw new Error(`migration "${targetMigrationName}" doesn't exist`);
      const executedIndex = executedMigrations.indexOf(targetMigrationName);
      const pendingIndex = pendingMigrations.findIndex((m) => m.name === targetMigrationName);
      if (executedIndex !== -1)
        return {
          direction: 'Down',
          step: executedMigrations.length - executedIndex - 1,
        };
      if (pendingIndex !== -1)
        return {
          direction: 'Up',
          step: pendingIndex + 1,
        };
      throw new Error(`migration "${targetMigrationName}" isn't executed or pending`);
    }, options);
  }
  /**
   * Migrate one step up.
   *
   * This method returns a {@link MigrationResultSet} instance and _never_ throws.
   * {@link MigrationResultSet.error} holds the error if something went wrong.
   * {@link MigrationResultSet.results} contains information about which migrations
   * were executed and which failed.
   *
   * ### Examples
   *
   * ```ts
   * import { promises as fs } from 'node:fs'
   * import path from 'node:path'
   * import { FileMigrationProvider, Migrator } from 'kysely/migration'
   *
   * const migrator = new Migrator({
   *   db,
   *   provider: new FileMigrationProvider({
   *     fs,
   *     // Path to the folder that contains all your migrations.
   *     migrationFolder: 'some/path/to/migrations',
   *     path,
   *   })
   * })
   *
   * await migrator.migrateUp()
   * ```
   */
  async migrateUp(options) {
    return this.#migrate(
      () => ({
        direction: 'Up',
        step: 1,
      }),
      options,
    );
  }
  /**
   * Migrate one step down.
   *
   * This method returns a {@link MigrationResultSet} instance and _never_ throws.
   * {@link MigrationResultSet.error} holds the error if something went wrong.
   * {@link MigrationResultSet.results} contains information about which migrations
   * were executed and which failed.
   *
   * ### Examples
   *
   * ```ts
   * import { promises as fs } from 'node:fs'
   * import path from 'node:path'
   * import { FileMigrationProvider, Migrator } from 'kysely/migration'
   *
   * const migrator = new Migrator({
   *   db,
   *   provider: new FileMigrationProvider({
   *     fs,
   *     // Path to the folder that contains all your migrations.
   *     migrationFolder: 'some/path/to/migrations',
   *     path,
   *   })
   * })
   *
   * await migrator.migrateDown()
   * ```
   */
  async migrateDown(options) {
    return this.#migrate(
      () => ({
        direction: 'Down',
        step: 1,
      }),
      options,
    );
  }
  async #migrate(getMigrationDirectionAndStep, options) {
    try {
      await this.#ensureMigrationTableSchemaExists();
      await this.#ensureMigrationTableExists();
      await this.#ensureMigrationLockTableExists();
      await this.#ensureLockRowExists();
      return await this.#runMigrations(getMigrationDirectionAndStep, options);
    } catch (error) {
      if (error instanceof MigrationResultSetError) return error.resultSet;
      return { error };
    }
  }
  get #migrationTableSchema() {
    return this.#props.migrationTableSchema;
  }
  get #migrationTable() {
    return this.#props.migrationTableName ?? 'kysely_migration';
  }
  get #migrationLockTable() {
    return this.#props.migrationLockTableName ?? 'kysely_migration_lock';
  }
  get #allowUnorderedMigrations() {
    return this.#props.allowUnorderedMigrations ?? false;
  }
  get #schemaPlugin() {
    if (this.#migrationTableSchema) return new WithSchemaPlugin(this.#migrationTableSchema);
    return new NoopPlugin();
  }
  async #ensureMigrationTableSchemaExists() {
    if (!this.#migrationTableSchema) return;
    if (await this.#doesSchemaExist()) return;
    try {
      await this.#createIfNotExists(this.#props.db.schema.createSchema(this.#migrationTableSchema));
    } catch (error) {
      if (!(await this.#doesSchemaExist())) throw error;
    }
  }
  async #ensureMigrationTableExists() {
    if (await this.#doesTableExist(this.#migrationTable)) return;
    try {
      await this.#createIfNotExists(
        this.#props.db.schema
          .withPlugin(this.#schemaPlugin)
          .createTable(this.#migrationTable)
          .addColumn('name', 'varchar(255)', (col) => col.notNull().primaryKey())
          .addColumn('timestamp', 'varchar(255)', (col) => col.notNull()),
      );
    } catch (error) {
      if (!(await this.#doesTableExist(this.#migrationTable))) throw error;
    }
  }
  async #ensureMigrationLockTableExists() {
    if (await this.#doesTableExist(this.#migrationLockTable)) return;
    try {
      await this.#createIfNotExists(
        this.#props.db.schema
          .withPlugin(this.#schemaPlugin)
          .createTable(this.#migrationLockTable)
          .addColumn('id', 'varchar(255)', (col) => col.notNull().primaryKey())
          .addColumn('is_locked', 'integer', (col) => col.notNull().defaultTo(0)),
      );
    } catch (error) {
      if (!(await this.#doesTableExist(this.#migrationLockTable))) throw error;
    }
  }
  async #ensureLockRowExists() {
    if (await this.#doesLockRowExists()) return;
    try {
      await this.#props.db
        .withPlugin(this.#schemaPlugin)
        .insertInto(this.#migrationLockTable)
        .values({
          id: MIGRATION_LOCK_ID,
          is_locked: 0,
        })
        .execute();
    } catch (error) {
      if (!(await this.#doesLockRowExists())) throw error;
    }
  }
  async #doesSchemaExist() {
    return (await this.#props.db.introspection.getSchemas()).some((it) => it.name === this.#migrationTableSchema);
  }
  async #doesTableExist(tableName) {
    const schema = this.#migrationTableSchema;
    return (await this.#props.db.introspection.getTables({ withInternalKyselyTables: true })).some(
      (it) => it.name === tableName && (!schema || it.schema === schema),
    );
  }
  async #doesLockRowExists() {
    return !!(await this.#props.db
      .withPlugin(this.#schemaPlugin)
      .selectFrom(this.#migrationLockTable)
      .where('id', '=', MIGRATION_LOCK_ID)
      .select('id')
      .executeTakeFirst());
  }
  async #runMigrations(getMigrationDirectionAndStep, options) {
    const adapter = this.#props.db.getExecutor().adapter;
    const lockOptions = freeze({
      lockTable: this.#props.migrationLockTableName ?? 'kysely_migration_lock',
      lockRowId: MIGRATION_LOCK_ID,
      lockTableSchema: this.#props.migrationTableSchema,
    });
    const run = async (db) => {
      const state = await this.#getState(db);
      if (state.migrations.length === 0) return { results: [] };
      const { direction, step } = getMigrationDirectionAndStep(state);
      if (step <= 0) return { results: [] };
      if (direction === 'Down') return await this.#migrateDown(db, state, step);
      else if (direction === 'Up') return await this.#migrateUp(db, state, step);
      return { results: [] };
    };
    const runWithLock = async (db, cb) => {
      try {
        await adapter.acquireMigrationLock(db, lockOptions);
        return await cb(db);
      } finally {
        await adapter.releaseMigrationLock(db, lockOptions);
      }
    };
    const disableTransactions = options?.disableTransactions ?? this.#props.disableTransactions;
    if (this.#props.db.isTransaction) {
      if (!adapter.supportsTransactionalDdl)
        throw new Error(
          'Transactional DDL is not supported in this dialect. Passing a transaction to this migrator would result in failure or unexpected behavior.',
        );
      if (disableTransactions)
        throw new Error(
          '`disableTransactions` is true but the migrator was given a transaction. Passing a transaction to this migrator would result in failure or unexpected behavior.',
        );
      return runWithLock(this.#props.db, run);
    }
    if (adapter.supportsTransactionalDdl && !disableTransactions)
      return this.#props.db
        .connection()
        .execute((db) => runWithLock(db, (db) => db.transaction().execute((trx) => run(trx))));
    return this.#props.db.connection().execute((db) => runWithLock(db, run));
  }
  async #getState(db) {
    const migrations = await this.#resolveMigrations();
    const { executedMigrations, maxExecutedAt } = await this.#getExecutedMigrations(db);
    this.#ensureNoMissingMigrations(migrations, executedMigrations);
    if (!this.#allowUnorderedMigrations) this.#ensureMigrationsInOrder(migrations, executedMigrations);
    const pendingMigrations = this.#getPendingMigrations(migrations, executedMigrations);
    return freeze({
      migrations,
      executedMigrations,
      lastMigration: getLast(executedMigrations),
      maxExecutedAt,
      pendingMigrations,
    });
  }
  #getPendingMigrations(migrations, executedMigrations) {
    return migrations.filter((migration) => {
      return !executedMigrations.includes(migration.name);
    });
  }
  async #resolveMigrations() {
    const allMigrations = await this.#props.provider.getMigrations();
    return Object.keys(allMigrations)
      .sort()
      .map((name) => ({
        ...allMigrations[name],
        name,
      }));
  }
  async #getExecutedMigrations(db) {
    const rows = await db
      .withPlugin(this.#schemaPlugin)
      .selectFrom(this.#migrationTable)
      .select(['name', 'timestamp'])
      .$narrowType()
      .execute();
    if (rows.length === 0)
      return {
        executedMigrations: [],
        maxExecutedAt: 0,
      };
    if (rows.length === 1) {
      const [{ name, timestamp }] = rows;
      return {
        executedMigrations: [name],
        maxExecutedAt: this.#getExecutedAt(name, timestamp),
      };
    }
    const nameComparator = this.#props.nameComparator || ((a, b) => a.localeCompare(b));
    let maxExecutedAt = 0;
    return {
      executedMigrations: rows
        .sort((a, b) => {
          const aExecutedAt = this.#getExecutedAt(a.name, a.timestamp);
          const bExecutedAt = this.#getExecutedAt(b.name, b.timestamp);
          maxExecutedAt = Math.max(maxExecutedAt, aExecutedAt, bExecutedAt);
          if (aExecutedAt === bExecutedAt) return nameComparator(a.name, b.name);
          return aExecutedAt - bExecutedAt;
        })
        .map((it) => it.name),
      maxExecutedAt,
    };
  }
  #getExecutedAt(name, timestamp) {
    const executedAt = new Date(timestamp).getTime();
    if (Number.isNaN(executedAt))
      throw new Error(
        `corrupted migrations: previously executed migration ${name} has an invalid timestamp ${timestamp}`,
      );
    return executedAt;
  }
  #ensureNoMissingMigrations(migrations, executedMigrations) {
    for (const executed of executedMigrations)
      if (!migrations.some((it) => it.name === executed))
        throw new Error(`corrupted migrations: previously executed migration ${executed} is missing`);
  }
  #ensureMigrationsInOrder(migrations, executedMigrations) {
    for (let i = 0; i < executedMigrations.length; ++i)
      if (migrations[i].name !== executedMigrations[i])
        throw new Error(
          `corrupted migrations: expected previously executed migration ${executedMigrations[i]} to be at index ${i} but ${migrations[i].name} was found in its place. New migrations must always have a name that comes alphabetically after the last executed migration.`,
        );
  }
  async #migrateDown(db, state, step) {
    const migrationsToRollback = state.executedMigrations
      .toReversed()
      .slice(0, step)
      .map((name) => {
        return state.migrations.find((it) => it.name === name);
      });
    const results = migrationsToRollback.map((migration) => {
      return {
        migrationName: migration.name,
        direction: 'Down',
        status: 'NotExecuted',
      };
    });
    for (let i = 0; i < results.length; ++i) {
      const migration = migrationsToRollback[i];
      try {
        if (migration.down) {
          await migration.down(db);
          await db
            .withPlugin(this.#schemaPlugin)
            .deleteFrom(this.#migrationTable)
            .where('name', '=', migration.name)
            .execute();
          results[i] = {
            migrationName: migration.name,
            direction: 'Down',
            status: 'Success',
          };
        }
      } catch (error) {
        results[i] = {
          migrationName: migration.name,
          direction: 'Down',
          status: 'Error',
        };
        throw new MigrationResultSetError({
          error,
          results,
        });
      }
    }
    return { results };
  }
  async #migrateUp(db, state, step) {
    const results = state.pendingMigrations.slice(0, step).map((migration) => {
      return {
        migrationName: migration.name,
        direction: 'Up',
        status: 'NotExecuted',
      };
    });
    let { maxExecutedAt } = state;
    for (let i = 0; i < results.length; i++) {
      const migration = state.pendingMigrations[i];
      try {
        await migration.up(db);
        maxExecutedAt = this.#getNextExecutedAt(maxExecutedAt);
        await db
          .withPlugin(this.#schemaPlugin)
          .insertInto(this.#migrationTable)
          .values({
            name: migration.name,
            timestamp: new Date(maxExecutedAt).toISOString(),
          })
          .execute();
        results[i] = {
          migrationName: migration.name,
          direction: 'Up',
          status: 'Success',
        };
      } catch (error) {
        results[i] = {
          migrationName: migration.name,
          direction: 'Up',
          status: 'Error',
        };
        throw new MigrationResultSetError({
          error,
          results,
        });
      }
    }
    return { results };
  }
  async #createIfNotExists(qb) {
    if (this.#props.db.getExecutor().adapter.supportsCreateIfNotExists) qb = qb.ifNotExists();
    await qb.execute();
  }
  #getNextExecutedAt(maxExecutedAt) {
    const now = Date.now();
    if (now > maxExecutedAt) return now;
    if (maxExecutedAt - now >= CLOCK_BEHIND_WARNING_THRESHOLD_MILLISECONDS)
      warnOnce(
        'The machine clock is behind the latest migration `executedAt`. Recording migrations 1 millisecond after it instead.',
      );
    return maxExecutedAt + 1;
  }
};
var MigrationResultSetError = class extends Error {
  #resultSet;
  constructor(result) {
    super();
    this.#resultSet = result;
  }
  get resultSet() {
    return this.#resultSet;
  }
};
// node_modules/kysely/dist/util/stack-trace-utils.js
function extendStackTrace(err, stackError) {
  if (isStackHolder(err) && stackError.stack) {
    const stackExtension = stackError.stack.split('\n').slice(1).join('\n');
    err.stack += `\n${stackExtension}`;
    return err;
  }
  return err;
}
function isStackHolder(obj) {
  return isObject(obj) && isString(obj.stack);
}
// node_modules/kysely/dist/dialect/postgres/postgres-introspector.js
var PostgresIntrospector = class {
  #db;
  constructor(db) {
    this.#db = db;
  }
  async getSchemas() {
    return (await this.#db.selectFrom('pg_catalog.pg_namespace').select('nspname').$castTo().execute()).map((it) => ({
      name: it.nspname,
    }));
  }
  async getTables(options = { withInternalKyselyTables: false }) {
    let query = this.#db
      .selectFrom('pg_catalog.pg_attribute as a')
      .innerJoin('pg_catalog.pg_class as c', 'a.attrelid', 'c.oid')
      .innerJoin('pg_catalog.pg_namespace as ns', 'c.relnamespace', 'ns.oid')
      .innerJoin('pg_catalog.pg_type as typ', 'a.atttypid', 'typ.oid')
      .innerJoin('pg_catalog.pg_namespace as dtns', 'typ.typnamespace', 'dtns.oid')
      .select([
        'a.attname as column',
        'a.attnotnull as not_null',
        'a.atthasdef as has_default',
        'c.relname as table',
        'c.relkind as table_type',
        'ns.nspname as schema',
        'typ.typname as type',
        'dtns.nspname as type_schema',
        sql`col_description(a.attrelid, a.attnum)`.as('column_description'),
        sql`pg_get_serial_sequence(quote_ident(ns.nspname) || '.' || quote_ident(c.relname), a.attname)`.as(
          'auto_incrementing',
        ),
      ])
      .where('c.relkind', 'in', ['r', 'v', 'p', 'f'])
      .where('ns.nspname', '!~', '^pg_')
      .where('ns.nspname', '!=', 'information_schema')
      .where('ns.nspname', '!=', 'crdb_internal')
      .where(sql`has_schema_privilege(ns.nspname, 'USAGE')`)
      .where('a.attnum', '>=', 0)
      .where('a.attisdropped', '!=', true)
      .orderBy('ns.nspname')
      .orderBy('c.relname')
      .orderBy('a.attnum')
      .$castTo();
    if (!options.withInternalKyselyTables)
      query = query
        .where('c.relname', '!=', DEFAULT_MIGRATION_TABLE)
        .where('c.relname', '!=', DEFAULT_MIGRATION_LOCK_TABLE);
    const rawColumns = await query.execute();
    return this.#parseTableMetadata(rawColumns);
  }
  #parseTableMetadata(columns) {
    const tables = [];
    const schemas = /* @__PURE__ */ new Map();
    for (const column of columns) {
      let schema = schemas.get(column.schema);
      if (!schema) {
        schema = /* @__PURE__ */ new Map();
        schemas.set(column.schema, schema);
      }
      let table = schema.get(column.table);
      if (!table) {
        table = freeze({
          columns: [],
          isForeign: column.table_type === 'f',
          isView: column.table_type === 'v',
          name: column.table,
          schema: column.schema,
        });
        schema.set(column.table, table);
        tables.push(table);
      }
      table.columns.push(
        freeze({
          comment: column.column_description ?? void 0,
          dataType: column.type,
          dataTypeSchema: column.type_schema,
          hasDefaultValue: column.has_default,
          isAutoIncrementing: column.auto_incrementing !== null,
          isNullable: !column.not_null,
          name: column.column,
        }),
      );
    }
    return tables;
  }
};
// node_modules/kysely/dist/dialect/postgres/postgres-query-compiler.js
var ID_WRAP_REGEX = /"/g;
var PostgresQueryCompiler = class extends DefaultQueryCompiler {
  sanitizeIdentifier(identifier) {
    return identifier.replace(ID_WRAP_REGEX, '""');
  }
};
// node_modules/kysely/dist/dialect/postgres/postgres-adapter.js
var LOCK_ID = BigInt('3853314791062309107');
var LOCK_TIMEOUT_MILLISECONDS = 36e5;
var PostgresAdapter = class extends DialectAdapterBase {
  get supportsTransactionalDdl() {
    return true;
  }
  get supportsReturning() {
    return true;
  }
  async acquireMigrationLock(db, _opt) {
    await sql`
    with set_timeout as (
      select set_config('lock_timeout', '${sql.lit(LOCK_TIMEOUT_MILLISECONDS)}', true) as config_val
    )
    select pg_advisory_lock(${sql.lit(LOCK_ID)})
    from set_timeout`.execute(db);
  }
  async releaseMigrationLock(db, _opt) {
    await sql`select pg_advisory_unlock(${sql.lit(LOCK_ID)})`.execute(db);
  }
};
// node_modules/kysely/dist/dialect/pglite/pglite-adapter.js
var PGliteAdapter = class extends PostgresAdapter {
  get supportsMultipleConnections() {
    return false;
  }
  async acquireMigrationLock() {}
  async releaseMigrationLock() {}
};
// node_modules/kysely/dist/dialect/pglite/pglite-driver.js
var PRIVATE_BEGIN_TRANSACTION_METHOD = Symbol();
var PRIVATE_COMMIT_TRANSACTION_METHOD = Symbol();
var PRIVATE_ROLLBACK_TRANSACTION_METHOD = Symbol();
var PGliteDriver = class {
  #config;
  #connection;
  #pglite;
  constructor(config) {
    this.#config = freeze({ ...config });
  }
  async acquireConnection() {
    return this.#connection;
  }
  async beginTransaction(connection) {
    await connection[PRIVATE_BEGIN_TRANSACTION_METHOD]();
  }
  async commitTransaction(connection) {
    await connection[PRIVATE_COMMIT_TRANSACTION_METHOD]();
  }
  async destroy() {
    if (!this.#pglite?.closed) await this.#pglite?.close();
  }
  async init(options) {
    this.#pglite ??= isFunction(this.#config.pglite) ? await this.#config.pglite(options) : this.#config.pglite;
    if (this.#pglite.closed) throw new Error('PGlite instance is already closed.');
    if (!this.#pglite.ready) await waitOrAbort(this.#pglite.waitReady, options?.signal, 'wait ready');
    this.#connection = new PGliteConnection(this.#pglite);
    if (this.#config.onCreateConnection) await this.#config.onCreateConnection(this.#connection, options);
  }
  async releaseConnection() {}
  async releaseSavepoint(connection, savepointName, compileQuery) {
    await connection.executeQuery(compileQuery(parseSavepointCommand('release', savepointName), createQueryId()));
  }
  async rollbackToSavepoint(connection, savepointName, compileQuery) {
    await connection.executeQuery(compileQuery(parseSavepointCommand('rollback to', savepointName), createQueryId()));
  }
  async rollbackTransaction(connection) {
    await connection[PRIVATE_ROLLBACK_TRANSACTION_METHOD]();
  }
  async savepoint(connection, savepointName, compileQuery) {
    await connection.executeQuery(compileQuery(parseSavepointCommand('savepoint', savepointName), createQueryId()));
  }
};
var PGliteConnection = class {
  #pglite;
  #commitTransaction;
  #rollbackTransaction;
  #transaction;
  #transactionClosedPromise;
  constructor(pglite) {
    this.#pglite = pglite;
  }
  async executeQuery(compiledQuery) {
    try {
      const { affectedRows, rows } = await (this.#transaction || this.#pglite).query(
        compiledQuery.sql,
        compiledQuery.parameters,
        { rowMode: 'object' },
      );
      return {
        numAffectedRows: affectedRows != null ? BigInt(affectedRows) : void 0,
        rows: rows || [],
      };
    } catch (error) {
      throw extendStackTrace(error, /* @__PURE__ */ new Error());
    }
  }
  async *streamQuery() {
    throw new Error('Streaming is not supported by PGlite.');
  }
  async [PRIVATE_BEGIN_TRANSACTION_METHOD]() {
    const { promise: waitForCommit, reject: rollback, resolve: commit } = new Deferred();
    const { promise: waitForBegin, resolve: hasBegun } = new Deferred();
    this.#commitTransaction = commit;
    this.#rollbackTransaction = rollback;
    this.#transactionClosedPromise = this.#pglite.transaction(async (tx) => {
      this.#transaction = tx;
      hasBegun();
      await waitForCommit;
    });
    await waitForBegin;
  }
  async [PRIVATE_COMMIT_TRANSACTION_METHOD]() {
    this.#commitTransaction?.();
    try {
      await this.#transactionClosedPromise;
    } catch (error) {
      if (isObject(error) && 'code' in error && error.code === '25P02')
        throw new AbortedTransactionError({ cause: error });
      throw error;
    } finally {
      this.#commitTransaction = void 0;
      this.#rollbackTransaction = void 0;
      this.#transaction = void 0;
      this.#transactionClosedPromise = void 0;
    }
  }
  async [PRIVATE_ROLLBACK_TRANSACTION_METHOD]() {
    this.#rollbackTransaction?.();
    await this.#transactionClosedPromise?.catch(() => {});
    this.#commitTransaction = void 0;
    this.#rollbackTransaction = void 0;
    this.#transaction = void 0;
    this.#transactionClosedPromise = void 0;
  }
};
// server/system/privateFolder.ts
/**
 * A folder or file that other users of the machine could read or replace; the message says which, why, and what to do.
 */
var FolderUnsafe = class extends Error {
  name = 'FolderUnsafe';
};
/** Makes all files that this process creates from now on readable by its user only, the database's among them. */
var keepFilesPrivate = () => void process.umask(63);
/** The id of this process's user; null on a system without such ids, where permissions work in another way. */
var me = () => process.getuid?.() ?? null;
/**
 * Makes sure that `path` is a folder of this user alone: creates it where it is missing, and closes it to others where
 * it was open. Throws FolderUnsafe for a folder of somebody else, a link, a folder that cannot be closed, and one that
 * contains somebody else's files.
 */
function makeOwnFolder(path) {
  mkdirSync(path, {
    recursive: true,
    mode: 448,
  });
  const user = me();
  if (user === null) return;
  checkFolder(path, user);
  if ((lstatSync(path).mode & 63) !== 0) chmodSync(path, 448);
  if ((lstatSync(path).mode & 63) !== 0)
    throw new FolderUnsafe(
      `Other users may read ${path}, and its disk does not let that be changed. Choose a folder on another disk.`,
    );
  for (const name of readdirSync(path)) mustBeMine(join(path, name), user);
}
/** Closes everything in a folder to other users. */
function closeFiles(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, String(name));
    const found = lstatSync(path);
    if (found.isSymbolicLink() || (found.mode & 63) === 0) continue;
    chmodSync(path, found.mode & 448);
  }
}
/** Throws FolderUnsafe when a file belongs to somebody else. A file that does not exist is all right. */
function mustBeMine(path, user = me()) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (user !== null && found !== void 0 && found.uid !== user) throw new FolderUnsafe(othersOwn(path, found, user));
}
function checkFolder(path, user) {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) throw new FolderUnsafe(`${path} is a link. Name the folder itself.`);
  if (!found.isDirectory()) throw new FolderUnsafe(`${path} is no folder.`);
  if (found.uid !== user) throw new FolderUnsafe(othersOwn(path, found, user));
}
var othersOwn = (path, { uid }, user) =>
  `${path} belongs to user ${uid}, and this program runs as user ${user}. Run it as that user, hand the folder over (chown -R), or choose another folder.`;
/**
 * Says why the place of `path` is not safe; null where it is. Whoever may write into a folder above `path` may move it
 * away and put another in its place. In a folder like /tmp (with the sticky bit) only an entry's owner may do that.
 * Folders that the user's own group or group 0 may write into count as safe.
 */
function placeFault(path) {
  if (me() === null || !existsSync(path)) return null;
  for (let folder = dirname(realpathSync(path)); ; folder = dirname(folder)) {
    const { mode, gid } = statSync(folder);
    if (((mode & 2) !== 0 || ((mode & 16) !== 0 && gid !== 0 && gid !== process.getgid?.())) && (mode & 512) === 0)
      return `${path} lies in ${folder}, where other users may put another in its place. Close that folder to them (chmod g-w,o-w), or choose another place.`;
    if (folder === dirname(folder)) return null;
  }
}
// server/db/appointmentDetails.ts
/** The details of an appointment beside its columns, as given in the booking. Imported appointments may have none. */
var fields = ({ text, id, instant, date, flag, oneOf }) => ({
  /** The name of the type that was booked, in case the type goes. */
  label: text(),
  productIds: array(id()),
  anyone: flag(),
  specific_doctor_requested: flag(),
  /** The segments of a compound visit, each with its start (D-63). */
  segments: array(
    object({
      at: instant(),
      providerId: optional(nullable(id())),
      roomId: optional(nullable(id())),
    }),
  ),
  location_id: id(),
  species_id: id(),
  isReturningClient: flag(),
  isReminderSMS: flag(),
  isReminderEmail: flag(),
  isSendConfirmation: flag(),
  /** A deposit is to be paid before the clinic decides (D-95). */
  deposit_due: flag(),
  client_dob: date(),
  has_wellness_plan: flag(),
  /** Where the owner's answers about a pet differ from the clinic's record, in words (D-411). */
  pet_corrections: array(
    object({
      fact: oneOf('sex', 'birthdate', 'breed', 'color'),
      said: text(),
      on_file: text(),
    }),
  ),
  /** The clinic's rule for the deposit as it applied when the owner canceled (D-414). */
  deposit_on_cancel: oneOf('refunded', 'kept', 'asked'),
  /** The keyword notice that the owner confirmed (D-93). */
  confirmed_keyword_action: id(),
  referral_source: text(),
});
/** Makes each field optional; null is the same as missing. */
var maybe = (all) => type(eachField(all, (struct) => optional(nullable(struct))));
/** Makes the struct of `appointments.details`, for the stored form and, with stricter kinds, for clinic files. */
var appointmentDetails = {
  Stored: maybe(
    fields({
      text: string,
      id: string,
      instant: string,
      date: string,
      flag: boolean,
      oneOf: (...values) => enums(values),
    }),
  ),
  written: (kinds) => maybe(fields(kinds)),
};
// server/db/documents.ts
/**
 * The structs of the jsonb columns; every read goes through them (documentReader.ts). They accept whatever any earlier
 * version wrote, so texts are plain here; values are checked where they come in.
 */
/** The clinic's settings from its file, without its locations, which are rows of the catalogue. */
var StoredShop = type({
  id: string(),
  name: string(),
  avatar: nullable(string()),
  phone: string(),
  phoneNumber: string(),
  phoneCode: string(),
  url: nullable(string()),
  address: nullable(string()),
  timezone: string(),
  is_demo: boolean(),
  notify_email: optional(nullable(string())),
  notify_phone: optional(nullable(string())),
  stripe_account: optional(nullable(string())),
  metadata: ShopMetadata,
  feature_settings: FeatureSettings,
});
/** The day and month of an owner's birth, where they gave it. */
var birthday = {
  dateOfBirth: optional(nullable(number())),
  monthOfBirth: optional(nullable(number())),
};
var ClientNotes = type({
  ...birthday,
  ...contactNotes,
  /** Other records that may be the same owner's, for the operator to tell apart (D-214). */
  possible_duplicates: optional(array(string())),
});
var UserMetadata = type(birthday);
/** The pet as the insurer asks about it; `age` is in years. */
var InsuredPet = type({
  species: string(),
  breed: nullable(string()),
  age: number(),
  plan: string(),
  state: nullable(string()),
  zip: nullable(string()),
});
/** `content` is base64. */
var MessageAttachment = type({
  name: string(),
  type: string(),
  content: string(),
});
/** One part of an e-mail: a line, a link under its words, or a table. An empty line ends a paragraph. */
var MailLine = union([
  string(),
  type({
    words: string(),
    link: string(),
  }),
  type({
    head: array(string()),
    rows: array(array(string())),
  }),
]);
/** The owner that a notice is about, with the e-mail's subject and lines or the text message's text. */
var WaitingNotice = union([
  type({
    name: string(),
    subject: string(),
    lines: array(MailLine),
  }),
  type({
    name: string(),
    short: string(),
  }),
]);
/** `data` is the call's reply; absent while the call runs. */
var KeptReply = type({ data: optional(unknown()) });
/** The body of the create call that is carried out on payment; it can hold fields of earlier versions (D-215). */
var Booking = type(CreateAppointment.schema);
/** The struct of each jsonb column. For catalogue rows it depends on their kind (modules/clinics/catalogueRows.ts). */
var documents = {
  clinics: { shop: StoredShop },
  users: { metadata: UserMetadata },
  clients: { metadata: ClientNotes },
  appointments: { details: appointmentDetails.Stored },
  payment_requests: {
    booking: Booking,
    next_action: NextAction,
  },
  insurance_quotes: { details: InsuredPet },
  idempotency_keys: { reply: KeptReply },
  messages: {
    attachment: MessageAttachment,
    waiting: WaitingNotice,
  },
};
// server/db/folderLock.ts
var Owner = type({
  pid: number(),
  startedAt: nullable(string()),
  host: string(),
  nonce: string(),
});
var heartbeatMs = 5e3;
/**
 * Milliseconds after its last sign of life for which a process on another machine (a shared volume) counts as alive.
 */
var foreignSilenceMs = 3e4;
var takeoverMs = 1e4;
/** The error for a folder whose embedded database another process has open. */
var FolderInUse = class extends Error {
  name = 'FolderInUse';
  constructor(folder, owner) {
    const who = owner
      ? `process ${owner.pid}${owner.host === hostname() ? '' : ` on ${owner.host}`}`
      : 'another process';
    super(
      `The data folder ${folder} is in use by ${who}. The embedded database belongs to one process: stop that one first, choose another DATA_DIR, or use PostgreSQL by setting DATABASE_URL.`,
    );
  }
};
/**
 * Locks the folder for this process; two processes on one embedded database lose rows. A lock whose process is gone
 * (killed, power loss) is taken over. Returns the function that releases the lock.
 */
async function lockFolder(folder) {
  const path = join(folder, 'lock');
  const me = {
    pid: process.pid,
    startedAt: startOf(process.pid),
    host: hostname(),
    nonce: randomUUID(),
  };
  if (!(await place(path, me))) await takeOver(folder, path, me);
  const heartbeat = setInterval(
    () => void utimes(path, /* @__PURE__ */ new Date(), /* @__PURE__ */ new Date()).catch(() => {}),
    heartbeatMs,
  );
  heartbeat.unref();
  const onExit = () => {
    if (ownerSync(path)?.nonce === me.nonce) rmSync(path, { force: true });
  };
  process.on('exit', onExit);
  return async () => {
    clearInterval(heartbeat);
    process.off('exit', onExit);
    if ((await ownerOf(path))?.nonce === me.nonce) await rm(path, { force: true });
  };
}
/**
 * Creates the lock file with its content in one step, so that nobody reads half of it. False when there is one already.
 */
async function place(path, owner) {
  const draft = `${path}.${owner.nonce}`;
  await writeFile(draft, JSON.stringify(owner), { mode: 384 });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
/**
 * Replaces the lock of a process that is gone. A second file lets one process try at a time, so that nobody removes a
 * fresh lock.
 */
async function takeOver(folder, path, me) {
  const mutex = `${path}.takeover`;
  if ((await ageOf(mutex)) > takeoverMs) await rm(mutex, { force: true });
  if (!(await place(mutex, me))) throw new FolderInUse(folder, await ownerOf(path));
  try {
    const owner = await ownerOf(path);
    if (owner && (await isAlive(owner, path))) throw new FolderInUse(folder, owner);
    await rm(path, { force: true });
    if (!(await place(path, me))) throw new FolderInUse(folder, await ownerOf(path));
  } finally {
    await rm(mutex, { force: true });
  }
}
async function isAlive(owner, path) {
  if (owner.host !== hostname()) return (await ageOf(path)) < foreignSilenceMs;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (error.code === 'ESRCH') return false;
  }
  return startOf(owner.pid) === owner.startedAt;
}
/** Returns a process's start time in the kernel's ticks; null where the system does not tell. */
function startOf(pid) {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? 'ended' : (fields[18] ?? null);
  } catch {
    return null;
  }
}
/** Returns the milliseconds since the file was last touched; -1 without the file. */
async function ageOf(path) {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch {
    return -1;
  }
}
var parse = (text) => {
  try {
    const owner = JSON.parse(text);
    return is(owner, Owner) ? owner : null;
  } catch {
    return null;
  }
};
var ownerOf = async (path) => parse(await readFile(path, 'utf8').catch(() => ''));
function ownerSync(path) {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
// server/db/prepared.ts
/**
 * The embedded database that the build prepared: migrated and empty. It lies beside the compiled server, made by that
 * same code, so it fits its migrations; beside the sources there is none.
 */
var preparedFolder = join(dirname(fileURLToPath(import.meta.url)), 'database');
/**
 * Copies a prepared database to `files` where there is no database yet, which takes a tenth of the time of making one.
 * The copy gets its name once it is whole, so that a start that is interrupted leaves no half of a database.
 */
function copyPrepared(files, prepared = preparedFolder) {
  if (existsSync(files) || !existsSync(prepared)) return;
  const draft = `${files}.draft`;
  rmSync(draft, {
    recursive: true,
    force: true,
  });
  cpSync(prepared, draft, { recursive: true });
  renameSync(draft, files);
}
// server/db/queue.ts
/** A connection that can send several queries at once and can hold queries back until the next one is sent. */
var Connection = class {
  waiting = [];
  async executeQuery(query) {
    const [answer] = await this.sendTogether([query]);
    return answer;
  }
  /**
   * Sends the queries held back, then these, and returns the answers to these. Throws the error of the first that
   * failed, with the stack of the code that asked for it.
   */
  async sendTogether(queries) {
    const waiting = this.waiting;
    this.waiting = [];
    const { answers, failure } = await this.send([...waiting.map(({ query }) => query), ...queries]);
    if (failure !== null)
      throw from(waiting[answers.length]?.askedAt ?? /* @__PURE__ */ new Error('sent'), failure.error);
    return answers.slice(waiting.length);
  }
  /** Holds a query back until the next one is sent. */
  defer(query, askedAt) {
    this.waiting.push({
      query,
      askedAt,
    });
  }
  /** Drops the queries held back, because their transaction is given up. */
  forgetWaiting() {
    this.waiting = [];
  }
  async *streamQuery() {
    throw new Error('Nothing here reads a result in pieces.');
  }
};
/** Replaces the error's stack, which begins in the driver's socket, with that of the code that asked for the query. */
function from(askedAt, error) {
  if (!(error instanceof Error)) return error;
  const frames = (stack = '') => stack.split('\n').filter((line) => /^\s+at /.test(line));
  error.stack = [`${error.name}: ${error.message}`, ...frames(askedAt.stack), ...frames(error.stack)].join('\n');
  return error;
}
// server/db/reopening.ts
var firstPauseMs = 500;
var longestPauseMs = 15e3;
/**
 * Wraps an embedded database and opens it again after it gave up, as on a full disk; a PostgreSQL server would restart
 * itself. Until then statements fail as they do without a connection. `canOpen` tells whether a try is worthwhile.
 */
async function reopening(open, canOpen) {
  let isClosed = false;
  const opened = async () => {
    const database = await open();
    refuseOnceGivenUp(database, () => {
      current = null;
      openAgain();
    });
    return database;
  };
  async function openAgain() {
    for (let pause = firstPauseMs; !isClosed; pause = Math.min(2 * pause, longestPauseMs)) {
      await setTimeout$1(pause, void 0, { ref: false });
      if (isClosed || !(await canOpen().catch(() => true))) continue;
      const next = await opened().catch(() => null);
      if (next === null) continue;
      if (isClosed) await next.close();
      else current = next;
      return;
    }
  }
  const refuse = async () => {
    throw new Error(`${lostConnection}: the embedded database is being opened again`);
  };
  let current = await opened();
  return {
    query: (...given) => current?.query(...given) ?? refuse(),
    async transaction(run) {
      let isBegun = false;
      try {
        return await (current?.transaction((inside) => ((isBegun = true), run(inside))) ?? refuse());
      } catch (error) {
        if (isBegun) throw error;
        return run({ query: refuse });
      }
    },
    async close() {
      isClosed = true;
      await current?.close();
    },
    get closed() {
      return isClosed;
    },
    ready: true,
    waitReady: Promise.resolve(),
  };
}
/** After the database gave up, nothing may be sent to it, not even a rollback: the call would never return. */
function refuseOnceGivenUp(database, tell) {
  const send = database.execProtocolStream.bind(database);
  let last = null;
  database.execProtocolStream = async (...given) => {
    if (last !== null) throw last;
    try {
      return await send(...given);
    } catch (error) {
      if (['PANIC', 'FATAL'].includes(error.severity ?? '')) {
        last = error;
        tell();
      }
      throw error;
    }
  };
}
// server/db/values.ts
/** Makes both databases return the same JavaScript values: int8 → number, date → text, timestamptz → Date. */
/** PostgreSQL's type ids. */
var oids = {
  int8: 20,
  date: 1082,
  timestamptz: 1184,
};
var toNumber = (value) => Number(value);
var toText = (value) => value;
var toDate = (value) => new Date(value);
// server/db/embedded.ts
/** The database embedded in this process (PGlite). */
/** The parsers that turn its values into the server's own. */
var embeddedParsers = {
  [oids.int8]: toNumber,
  [oids.date]: toText,
  [oids.timestamptz]: toDate,
};
/**
 * Opens the database in a folder that only this process may use; closing it releases the folder. Throws FolderInUse
 * when another process has it open, and FolderUnsafe when the folder is not this user's alone.
 */
async function openEmbedded(dataDir) {
  makeOwnFolder(dataDir);
  const unlock = await lockFolder(dataDir);
  try {
    const [embedded, { btree_gist }] = await Promise.all([
      import('@electric-sql/pglite'),
      import('@electric-sql/pglite/contrib/btree_gist'),
    ]);
    const files = join(dataDir, 'db');
    copyPrepared(files);
    const open = async () => {
      const pglite = await embedded.PGlite.create({
        dataDir: files,
        extensions: { btree_gist },
        parsers: embeddedParsers,
        startParams: [...embedded.PGlite.defaultStartParams, ...small],
      });
      keepPrivate(pglite, files);
      return pglite;
    };
    const hasRoom = async () => {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize >= roomBytes;
    };
    return await embeddedDatabase(await reopening(open, hasRoom), unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}
/**
 * Restricts the files of the embedded database to this user, since it ignores the process's own setting: those present
 * at the start, and each later one.
 */
function keepPrivate({ Module: { FS } }, files) {
  const chmod = FS.chmod.bind(FS);
  FS.chmod = (path, mode, ...more) => chmod(path, mode & -64, ...more);
  closeFiles(files);
}
/**
 * What the database keeps in memory: it serves one connection, and what its cache lacks the system's has. Its own
 * default takes 130 MB more, and the time to fill them with zeros at every start.
 */
var small = ['-c', 'shared_buffers=16MB', '-c', 'max_connections=5'];
/** The embedded database opens with two files of its journal, 16 MiB each. */
var roomBytes = 33554432;
/** Makes a Kysely for an embedded database that is already open; `afterClose` runs after closing it. */
async function embeddedDatabase(pglite, afterClose = async () => {}) {
  const close = pglite.close.bind(pglite);
  pglite.close = async () => {
    await close();
    await afterClose();
  };
  const db = new Kysely({
    dialect: {
      createDriver: () => new EmbeddedDriver(pglite),
      createAdapter: () => new PGliteAdapter(),
      createIntrospector: (introspected) => new PostgresIntrospector(introspected),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [documentReader(documents)],
  });
  await sql`select 1`.execute(db);
  return db;
}
var EmbeddedConnection = class extends Connection {
  inner;
  constructor(inner) {
    super();
    this.inner = inner;
  }
  async send(queries) {
    const answers = [];
    for (const query of queries)
      try {
        answers.push(await this.inner.executeQuery(query));
      } catch (error) {
        return {
          answers,
          failure: { error },
        };
      }
    return {
      answers,
      failure: null,
    };
  }
};
/** Kysely's driver for the database, with a queue in front of its one connection. */
var EmbeddedDriver = class {
  inner;
  connections = /* @__PURE__ */ new WeakMap();
  constructor(pglite) {
    this.inner = new PGliteDriver({ pglite });
  }
  init() {
    return this.inner.init();
  }
  async acquireConnection() {
    const inner = await this.inner.acquireConnection();
    const connection = this.connections.get(inner) ?? new EmbeddedConnection(inner);
    this.connections.set(inner, connection);
    return connection;
  }
  beginTransaction(connection) {
    return this.inner.beginTransaction(connection.inner, {});
  }
  async commitTransaction(connection) {
    await connection.sendTogether([]);
    await this.inner.commitTransaction(connection.inner);
  }
  async rollbackTransaction(connection) {
    connection.forgetWaiting();
    await this.inner.rollbackTransaction(connection.inner);
  }
  async releaseConnection() {}
  destroy() {
    return this.inner.destroy();
  }
};
// server/db/migrations/0001_start.ts
var _0001_start_exports = /* @__PURE__ */ __exportAll({ up: () => up$12 });
var statements$7 = [
  `create extension if not exists btree_gist`,
  `create table clinics (
    id text primary key,
    shop jsonb not null,
    version integer not null,
    created_at timestamptz not null)`,
  `create table clinic_files (
    clinic_id text not null references clinics on delete cascade,
    source text not null,
    content_hash text not null,
    imported_at timestamptz not null,
    primary key (clinic_id, source))`,
  `create table catalogue (
    clinic_id text not null references clinics on delete cascade,
    kind text not null,
    id text not null,
    position integer not null,
    data jsonb not null,
    primary key (clinic_id, kind, id))`,
  `create table users (
    clinic_id text not null references clinics on delete cascade,
    id text not null,
    first_name text,
    email text,
    email_verified_at timestamptz,
    phone text,
    phone_verified_at timestamptz,
    avatar text,
    metadata jsonb not null,
    password_hash text,
    is_admin boolean not null,
    deactivated_at timestamptz,
    created_at timestamptz not null,
    primary key (clinic_id, id))`,
  `create unique index users_verified_email on users (clinic_id, email) where email_verified_at is not null`,
  `create unique index users_verified_phone on users (clinic_id, phone) where phone_verified_at is not null`,
  `create table sessions (
    clinic_id text not null,
    id text not null,
    token_hash text not null,
    previous_token_hash text,
    user_id text not null,
    address text,
    created_at timestamptz not null,
    rotated_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    primary key (clinic_id, id),
    foreign key (clinic_id, user_id) references users on delete cascade)`,
  `create index sessions_token on sessions (token_hash)`,
  `create index sessions_previous_token on sessions (previous_token_hash) where previous_token_hash is not null`,
  `create index sessions_user on sessions (clinic_id, user_id)`,
  `create index sessions_address on sessions (clinic_id, address, created_at)`,
  `create table codes (
    clinic_id text not null,
    id text not null,
    session_id text not null,
    purpose text not null,
    identifier text not null,
    code_hash text not null,
    attempts integer not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    primary key (clinic_id, id),
    foreign key (clinic_id, session_id) references sessions on delete cascade)`,
  `create index codes_of_session on codes (clinic_id, session_id, purpose, created_at)`,
  `create table counters (
    clinic_id text not null,
    key text not null,
    window_start timestamptz not null,
    count integer not null,
    primary key (clinic_id, key))`,
  `create table access_blocks (
    clinic_id text not null references clinics on delete cascade,
    identifier text not null,
    primary key (clinic_id, identifier))`,
  `create table clients (
    clinic_id text not null references clinics on delete cascade,
    id text not null,
    user_id text,
    first_name text,
    last_name text,
    email text,
    phone text,
    address1 text,
    address2 text,
    city text,
    state text,
    country text,
    zip text,
    metadata jsonb not null,
    created_at timestamptz not null,
    changed_at timestamptz,
    primary key (clinic_id, id),
    foreign key (clinic_id, user_id) references users)`,
  `create unique index clients_user on clients (clinic_id, user_id)`,
  `create index clients_email on clients (clinic_id, email)`,
  `create index clients_phone on clients (clinic_id, phone)`,
  `create table patients (
    clinic_id text not null,
    id text not null,
    client_id text not null,
    name text not null,
    species_id text,
    sex text,
    birthdate text,
    breed text,
    breed_id text,
    patient_color_id text,
    patient_sex_id text,
    deceased_at text,
    changed_at timestamptz,
    primary key (clinic_id, id),
    foreign key (clinic_id, client_id) references clients on delete cascade)`,
  `create index patients_of_client on patients (clinic_id, client_id)`,
  `create table vaccinations (
    clinic_id text not null,
    id text not null,
    patient_id text not null,
    description text not null,
    issue_date text,
    expiration_date text,
    primary key (clinic_id, id),
    foreign key (clinic_id, patient_id) references patients on delete cascade)`,
  `create index vaccinations_of_patient on vaccinations (clinic_id, patient_id)`,
  `create table medications (
    clinic_id text not null,
    id text not null,
    patient_id text not null,
    description text not null,
    issue_date text,
    instructions text,
    primary key (clinic_id, id),
    foreign key (clinic_id, patient_id) references patients on delete cascade)`,
  `create index medications_of_patient on medications (clinic_id, patient_id)`,
  `create table appointments (
    clinic_id text not null,
    id text not null,
    client_id text not null,
    patient_id text,
    product_id text not null,
    provider_id text,
    room_id text,
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    status text not null,
    note text,
    is_dropoff boolean not null,
    details jsonb not null,
    created_at timestamptz not null,
    changed_at timestamptz,
    primary key (clinic_id, id),
    check (starts_at < ends_at),
    foreign key (clinic_id, client_id) references clients on delete cascade,
    foreign key (clinic_id, patient_id) references patients)`,
  `create index appointments_of_client on appointments (clinic_id, client_id, starts_at)`,
  `create index appointments_by_time on appointments (clinic_id, starts_at)`,
  `create table holds (
    clinic_id text not null,
    id text not null,
    session_id text not null,
    product_id text not null,
    starts_at timestamptz not null,
    expires_at timestamptz not null,
    extended boolean not null,
    created_at timestamptz not null,
    primary key (clinic_id, id),
    foreign key (clinic_id, session_id) references sessions on delete cascade)`,
  `create unique index holds_one_a_session on holds (clinic_id, session_id)`,
  `create table claims (
    clinic_id text not null,
    id text not null,
    resource text not null,
    lane integer not null,
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    hold_id text,
    appointment_id text,
    expires_at timestamptz,
    primary key (clinic_id, id),
    check (starts_at < ends_at),
    check ((hold_id is null) <> (appointment_id is null)),
    check ((hold_id is null) = (expires_at is null)),
    foreign key (clinic_id, hold_id) references holds on delete cascade,
    foreign key (clinic_id, appointment_id) references appointments on delete cascade,
    constraint claims_apart exclude using gist
      (clinic_id with =, resource with =, lane with =, tstzrange(starts_at, ends_at) with &&))`,
  `create index claims_by_end on claims (clinic_id, resource, ends_at)`,
  `create index claims_of_hold on claims (clinic_id, hold_id)`,
  `create index claims_of_appointment on claims (clinic_id, appointment_id)`,
  `create table payment_requests (
    clinic_id text not null,
    id text not null,
    client_id text not null,
    appointment_id text,
    product_id text not null,
    amount_cents integer not null,
    status text not null,
    created_at timestamptz not null,
    primary key (clinic_id, id),
    foreign key (clinic_id, client_id) references clients on delete cascade)`,
  `create table idempotency_keys (
    clinic_id text not null,
    user_id text not null,
    key text not null,
    endpoint text not null,
    body_hash text not null,
    reply jsonb not null,
    created_at timestamptz not null,
    primary key (clinic_id, user_id, key))`,
  `create table messages (
    clinic_id text not null references clinics on delete cascade,
    id text not null,
    position bigint generated always as identity,
    channel text not null check (channel in ('email', 'sms')),
    recipient text not null,
    subject text,
    body_text text not null,
    body_html text,
    demo_code text,
    kind text not null,
    attempts integer not null,
    next_attempt_at timestamptz not null,
    expires_at timestamptz,
    delivered_at timestamptz,
    failed_at timestamptz,
    last_error text,
    created_at timestamptz not null,
    primary key (clinic_id, id))`,
  `create index messages_waiting on messages (next_attempt_at) where delivered_at is null and failed_at is null`,
  `create index messages_by_recipient on messages (recipient, created_at)`,
  `create table text_requests (
    clinic_id text not null references clinics on delete cascade,
    id text not null,
    user_id text not null,
    phone text not null,
    created_at timestamptz not null,
    primary key (clinic_id, id))`,
];
async function up$12(db) {
  for (const statement of statements$7) await sql.raw(statement).execute(db);
}
// server/db/migrations/0002_accounts.ts
var _0002_accounts_exports = /* @__PURE__ */ __exportAll({ up: () => up$11 });
var statements$6 = [
  `alter table users add column pending_email text, add column pending_phone text`,
  `create index users_email on users (clinic_id, email)`,
  `create index users_phone on users (clinic_id, phone)`,
  `create table sign_ups (
    clinic_id text not null,
    session_id text not null,
    email text,
    phone text,
    password_hash text not null,
    expires_at timestamptz not null,
    primary key (clinic_id, session_id),
    foreign key (clinic_id, session_id) references sessions on delete cascade)`,
  `create index sign_ups_email on sign_ups (clinic_id, email)`,
  `create index sign_ups_phone on sign_ups (clinic_id, phone)`,
];
async function up$11(db) {
  for (const statement of statements$6) await sql.raw(statement).execute(db);
}
// server/db/migrations/0003_appointments.ts
var _0003_appointments_exports = /* @__PURE__ */ __exportAll({ up: () => up$10 });
var statements$5 = [
  `alter table appointments add column reminded_for timestamptz, add column linked_for timestamptz`,
  `create index appointments_to_remind on appointments (starts_at)
    where status in ('ACCEPTED', 'CONFIRMED') and reminded_for is distinct from starts_at
      and (details->>'isReminderSMS' = 'true' or details->>'isReminderEmail' = 'true')`,
  `create index appointments_to_link on appointments (starts_at)
    where status in ('ACCEPTED', 'CONFIRMED') and linked_for is distinct from starts_at and details->'isReminderSMS' is not null`,
  `alter table messages add column appointment_id text`,
  `create index messages_of_appointment on messages (clinic_id, appointment_id) where delivered_at is null and appointment_id is not null`,
];
async function up$10(db) {
  for (const statement of statements$5) await sql.raw(statement).execute(db);
}
// server/db/migrations/0004_requests.ts
var _0004_requests_exports = /* @__PURE__ */ __exportAll({ up: () => up$9 });
var statements$4 = [
  `create table refills (
    clinic_id text not null,
    id text not null,
    client_id text not null,
    patient_id text not null,
    medication_id text,
    note text,
    created_at timestamptz not null,
    primary key (clinic_id, id),
    foreign key (clinic_id, client_id) references clients on delete cascade,
    foreign key (clinic_id, patient_id) references patients on delete cascade)`,
  `create index refills_by_time on refills (clinic_id, created_at)`,
  `create table waitlisters (
    clinic_id text not null,
    appointment_id text not null,
    id text not null,
    client_id text not null,
    created_at timestamptz not null,
    primary key (clinic_id, appointment_id),
    foreign key (clinic_id, appointment_id) references appointments on delete cascade)`,
  `create table booking_sessions (
    clinic_id text not null references clinics on delete cascade,
    session_id text not null,
    id text not null,
    user_id text not null,
    appointment_id text,
    last_recorded_step integer not null,
    device jsonb not null,
    referral jsonb not null,
    created_at timestamptz not null,
    recorded_at timestamptz not null,
    primary key (clinic_id, session_id, id))`,
  `create index booking_sessions_by_time on booking_sessions (recorded_at)`,
];
async function up$9(db) {
  for (const statement of statements$4) await sql.raw(statement).execute(db);
}
// server/db/migrations/0005_payments.ts
var _0005_payments_exports = /* @__PURE__ */ __exportAll({ up: () => up$8 });
var statements$3 = [
  `alter table payment_requests
    add column session_id text,
    add column user_id text,
    add column attempt integer not null default 0,
    add column customer_ref text,
    add column setup_ref text,
    add column intent_ref text,
    add column next_action jsonb,
    add column message text,
    add column booking jsonb,
    add column booking_key text,
    add column completed_at timestamptz,
    add column confirmation_number text,
    add column charged_at timestamptz,
    add column expires_at timestamptz`,
  `update payment_requests set completed_at = created_at where status = 'complete'`,
  `create index payment_requests_of_client on payment_requests (clinic_id, client_id, product_id)`,
  `create index payment_requests_of_appointment on payment_requests (clinic_id, appointment_id)`,
  `create index payment_requests_under_way on payment_requests (clinic_id, user_id) where status in ('processing', 'requires_action')`,
  `create index payment_requests_open on payment_requests (expires_at) where status in ('pending', 'failed', 'processing', 'requires_action')`,
  `create table payment_events (
    clinic_id text not null references clinics on delete cascade,
    id text not null,
    created_at timestamptz not null,
    primary key (clinic_id, id))`,
  `alter table holds add column payment_id text, add column pinned boolean not null default false`,
  `drop index holds_one_a_session`,
  `create unique index holds_one_a_session on holds (clinic_id, session_id) where not pinned`,
  `create index holds_of_session on holds (clinic_id, session_id)`,
  `create unique index holds_of_payment on holds (clinic_id, payment_id) where payment_id is not null`,
  `create table insurance_quotes (
    clinic_id text not null,
    id text not null,
    quote_ref text not null,
    client_id text not null,
    pet_name text not null,
    details jsonb not null,
    premium_cents integer not null,
    status text not null,
    appointment_id text,
    created_at timestamptz not null,
    completed_at timestamptz,
    primary key (clinic_id, id),
    foreign key (clinic_id, client_id) references clients on delete cascade)`,
  `create unique index insurance_quotes_by_ref on insurance_quotes (clinic_id, quote_ref)`,
  `create index insurance_quotes_of_client on insurance_quotes (clinic_id, client_id)`,
  `create table sandbox_intents (
    clinic_id text not null,
    id text not null,
    kind text not null check (kind in ('setup', 'payment')),
    key text not null,
    secret text not null,
    customer text not null,
    card text,
    receipt_email text,
    status text not null,
    amount_cents integer,
    payment_request_id text,
    return_url text,
    message text,
    created_at timestamptz not null,
    primary key (clinic_id, id))`,
  `create unique index sandbox_intents_by_key on sandbox_intents (clinic_id, key)`,
];
async function up$8(db) {
  for (const statement of statements$3) await sql.raw(statement).execute(db);
}
// server/db/migrations/0006_attachments.ts
var _0006_attachments_exports = /* @__PURE__ */ __exportAll({ up: () => up$7 });
async function up$7(db) {
  await sql`alter table messages add column attachment jsonb`.execute(db);
}
// server/db/migrations/0007_claims_by_start.ts
var _0007_claims_by_start_exports = /* @__PURE__ */ __exportAll({ up: () => up$6 });
/**
 * Open times are mostly asked for near days. With an index by the end alone, the database reads every later claim and
 * skips it. So claims of at most a day are found by their start, and the few longer ones by an index of their own.
 */
async function up$6(db) {
  await sql`create index claims_by_start on claims (clinic_id, resource, starts_at)`.execute(db);
  await sql`create index claims_long on claims (clinic_id, resource, ends_at) where ends_at - starts_at > interval '1 day'`.execute(
    db,
  );
  await sql`drop index claims_by_end`.execute(db);
}
// server/db/migrations/0008_refunds.ts
var _0008_refunds_exports = /* @__PURE__ */ __exportAll({ up: () => up$5 });
var statements$2 = [
  `alter table payment_requests add column card_last4 text`,
  `create table refunds (
    clinic_id text not null,
    payment_id text not null,
    reason text not null,
    round integer not null default 0,
    ref text,
    tries integer not null default 0,
    next_attempt_at timestamptz,
    created_at timestamptz not null,
    done_at timestamptz,
    failed_at timestamptz,
    failure text,
    primary key (clinic_id, payment_id),
    foreign key (clinic_id, payment_id) references payment_requests on delete cascade)`,
  `create index refunds_to_make on refunds (next_attempt_at) where next_attempt_at is not null`,
  `alter table sandbox_intents add column refund_of text`,
  `alter table sandbox_intents drop constraint sandbox_intents_kind_check`,
  `alter table sandbox_intents add constraint sandbox_intents_kind_check check (kind in ('setup', 'payment', 'refund'))`,
  `create index sandbox_intents_of_charge on sandbox_intents (clinic_id, refund_of) where refund_of is not null`,
];
async function up$5(db) {
  for (const statement of statements$2) await sql.raw(statement).execute(db);
}
// server/db/migrations/0009_withdrawn.ts
var _0009_withdrawn_exports = /* @__PURE__ */ __exportAll({ up: () => up$4 });
/**
 * Records that the clinic has withdrawn stay in their table without being shown, so that what refers to them can still
 * name them.
 */
async function up$4(db) {
  for (const table of ['vaccinations', 'medications'])
    await sql`alter table ${sql.table(table)} add column withdrawn boolean not null default false`.execute(db);
}
// server/db/migrations/0010_devices.ts
var _0010_devices_exports = /* @__PURE__ */ __exportAll({ up: () => up$3 });
var statements$1 = [
  `create table devices (
    clinic_id text not null,
    user_id text not null,
    device_hash text not null,
    first_used_at timestamptz not null,
    last_used_at timestamptz not null,
    primary key (clinic_id, user_id, device_hash),
    foreign key (clinic_id, user_id) references users on delete cascade)`,
  `alter table sessions add column device_hash text, add column device_label text, add column last_used_at timestamptz`,
];
async function up$3(db) {
  for (const statement of statements$1) await sql.raw(statement).execute(db);
}
// server/db/migrations/0011_caps.ts
var _0011_caps_exports = /* @__PURE__ */ __exportAll({ up: () => up$2 });
var statements = [
  'alter table clients add column known boolean not null default true',
  'alter table clients alter column known set default false',
  'alter table idempotency_keys add column hold_id text',
  'alter table idempotency_keys add constraint idempotency_keys_of_hold foreign key (clinic_id, hold_id) references holds on delete cascade',
  'create index idempotency_keys_by_hold on idempotency_keys (clinic_id, hold_id) where hold_id is not null',
  'alter table messages add column notice_of text, add column leaves_at timestamptz, add column waiting jsonb',
  'create index messages_by_notice on messages (clinic_id, notice_of, channel, leaves_at) where notice_of is not null',
  'create index messages_gathering on messages (channel, leaves_at) where waiting is not null',
];
async function up$2(db) {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
// server/db/migrations/0012_awaited_contacts.ts
var _0012_awaited_contacts_exports = /* @__PURE__ */ __exportAll({ up: () => up$1 });
/**
 * A client record can await a contact that still has to be verified (D-401). Whenever somebody verifies a contact, the
 * records that await it are searched by its value; few records await any.
 */
async function up$1(db) {
  await sql`create index clients_awaiting_phone on clients (clinic_id, (metadata->'pending'->>'phone')) where metadata->'pending' is not null`.execute(
    db,
  );
  await sql`create index clients_awaiting_email on clients (clinic_id, (metadata->'pending'->>'email')) where metadata->'pending' is not null`.execute(
    db,
  );
}
// server/db/migrations/0013_typeless_holds.ts
var _0013_typeless_holds_exports = /* @__PURE__ */ __exportAll({ up: () => up });
/** A hold may be without an appointment type (D-412). */
async function up(db) {
  await sql`alter table holds alter column product_id drop not null`.execute(db);
}
// server/db/migrations/index.ts
/** Every migration by name, in order. A released one is never edited; a change is a new file. */
var migrations = {
  '0001_start': _0001_start_exports,
  '0002_accounts': _0002_accounts_exports,
  '0003_appointments': _0003_appointments_exports,
  '0004_requests': _0004_requests_exports,
  '0005_payments': _0005_payments_exports,
  '0006_attachments': _0006_attachments_exports,
  '0007_claims_by_start': _0007_claims_by_start_exports,
  '0008_refunds': _0008_refunds_exports,
  '0009_withdrawn': _0009_withdrawn_exports,
  '0010_devices': _0010_devices_exports,
  '0011_caps': _0011_caps_exports,
  '0012_awaited_contacts': _0012_awaited_contacts_exports,
  '0013_typeless_holds': _0013_typeless_holds_exports,
};
// server/db/migrate.ts
/** PostgreSQL's code for a table that does not exist. */
var undefinedTable = '42P01';
/** Runs the missing migrations. When two servers start at once, the second waits for the first. */
async function migrate(db) {
  if (await isUpToDate(db)) return;
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest();
  if (error) throw error;
}
/**
 * Whether every migration has run. One query, since the migrator would first read the database's whole catalogue at
 * every start.
 */
async function isUpToDate(db) {
  try {
    const { rows } = await sql`select name from kysely_migration order by name`.execute(db);
    return rows.map((row) => row.name).join() === Object.keys(migrations).sort().join();
  } catch (error) {
    if (sqlState(error) === undefinedTable) return false;
    throw error;
  }
}
// server/db/server.ts
/** A database on a PostgreSQL server. */
/** Milliseconds beyond a statement's time limit after which a silent connection counts as lost. */
var onTheWayMs = 2e3;
/**
 * Handles a broken connection's `error` event: its statements get the error anyway, and without a listener the process
 * would end.
 */
var ignore = () => {};
/** Opens a pool of connections. A statement may take `patienceMs` milliseconds, waiting for locks included. */
async function openServer(databaseUrl, patienceMs) {
  const { default: pg } = await import('./esm-C6ImylYm.js');
  const types = new pg.TypeOverrides();
  types.setTypeParser(oids.int8, toNumber);
  types.setTypeParser(oids.date, toText);
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    types,
    max: 20,
    connectionTimeoutMillis: 5e3,
    idleTimeoutMillis: 3e4,
    statement_timeout: patienceMs,
    idle_in_transaction_session_timeout: MINUTE,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5e3,
    application_name: 'clinic-portal',
    options:
      '-c plan_cache_mode=force_generic_plan -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
    pipeline: true,
  });
  pool.on('error', ignore);
  pool.on('connect', (client) => void client.on('error', ignore));
  return new Kysely({
    dialect: {
      createDriver: () => new ServerDriver(pool, patienceMs + onTheWayMs),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [documentReader(documents)],
  });
}
/**
 * Lets the server choose between kept and new plans within transactions: their tables grow and shrink quickly, so that
 * an earlier plan can be a bad one. Reads keep theirs (see `options` above).
 */
var begin = CompiledQuery.raw('begin; set local plan_cache_mode = auto');
var commit = CompiledQuery.raw('commit');
var rollback = CompiledQuery.raw('rollback');
var ServerConnection = class extends Connection {
  client;
  silenceMs;
  isLost = false;
  constructor(client, silenceMs) {
    super();
    this.client = client;
    this.silenceMs = silenceMs;
  }
  async send(queries) {
    const { stream } = this.client.connection;
    const silent = /* @__PURE__ */ new Error(`${lostConnection}: the database is silent`);
    const silence = setTimeout(() => stream.destroy(silent), this.silenceMs);
    stream.cork();
    const sent = queries.map(({ sql, parameters, preparedAs }) =>
      this.client.query({
        ...(preparedAs && { name: preparedAs }),
        text: sql,
        values: [...parameters],
      }),
    );
    stream.uncork();
    const settled = await Promise.allSettled(sent);
    clearTimeout(silence);
    const answers = [];
    for (const one of settled) {
      if (one.status === 'rejected') {
        this.isLost ||= isConnectionLost(one.reason);
        return {
          answers,
          failure: { error: one.reason },
        };
      }
      answers.push(answerOf(one.value));
    }
    return {
      answers,
      failure: null,
    };
  }
  /** Nothing is sent yet: the transaction begins together with its first statement. */
  begin() {
    this.defer(begin, /* @__PURE__ */ new Error('begun'));
  }
  get hasSentNothing() {
    return this.waiting.length === 1 && this.waiting[0].query === begin;
  }
  async commit() {
    if (this.hasSentNothing) return this.forgetWaiting();
    const [answer] = await this.sendTogether([commit]);
    if (answer.rows[0].command === 'ROLLBACK') throw new AbortedTransactionError();
  }
  /**
   * Rolls the transaction back. Never throws, so that the original error is reported; a connection that fails to roll
   * back is discarded.
   */
  async rollback() {
    const isBegun = this.waiting[0]?.query !== begin;
    this.forgetWaiting();
    if (!isBegun || this.isLost) return;
    const { failure } = await this.send([rollback]);
    this.isLost ||= failure !== null;
  }
  /** Returns the connection to its pool, which closes it if it is lost. */
  release() {
    this.client.release(this.isLost);
  }
};
var changing = /* @__PURE__ */ new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
function answerOf({ command, rowCount, rows }) {
  if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command }] };
  return {
    rows,
    ...(changing.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
  };
}
/** Kysely's driver on top of a pool. */
var ServerDriver = class {
  pool;
  silenceMs;
  connections = /* @__PURE__ */ new WeakMap();
  constructor(pool, silenceMs) {
    this.pool = pool;
    this.silenceMs = silenceMs;
  }
  async init() {}
  async acquireConnection() {
    const client = await this.pool.connect();
    const connection = this.connections.get(client) ?? new ServerConnection(client, this.silenceMs);
    this.connections.set(client, connection);
    return connection;
  }
  async beginTransaction(connection) {
    connection.begin();
  }
  commitTransaction(connection) {
    return connection.commit();
  }
  rollbackTransaction(connection) {
    return connection.rollback();
  }
  async releaseConnection(connection) {
    connection.release();
  }
  destroy() {
    return this.pool.end();
  }
};
// server/db/open.ts
/** Milliseconds that a statement may take on a server, waiting for locks included. */
var statementMs = 1e4;
/** Milliseconds that a statement of a migration may take, since changing a large table is slow. */
var migrationMs = 15 * MINUTE;
/**
 * Opens the database; `db.destroy()` closes it and releases the folder. On a server a statement may take `patienceMs`
 * milliseconds. Throws FolderInUse when another process has the embedded database open, and FolderUnsafe when its
 * folder is not this user's alone.
 */
async function openDatabase(place, patienceMs = statementMs) {
  return place.databaseUrl === void 0 ? openEmbedded(place.dataDir) : openServer(place.databaseUrl, patienceMs);
}
/** Opens the database and runs the missing migrations. Throws as `openDatabase` does. */
async function openMigrated(place) {
  const db = await openDatabase(place);
  try {
    if (place.databaseUrl === void 0) await migrate(db);
    else if (!(await isUpToDate(db))) await migratePatiently(place.databaseUrl);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
async function migratePatiently(databaseUrl) {
  const patient = await openServer(databaseUrl, migrationMs);
  try {
    await migrate(patient);
  } finally {
    await patient.destroy();
  }
}
// server/system/root.ts
/** The project's folder, which holds package.json: the same for the sources and for the compiled server. */
var projectRoot = rootAbove(dirname(fileURLToPath(import.meta.url)));
function rootAbove(folder) {
  if (existsSync(join(folder, 'package.json'))) return folder;
  if (folder === dirname(folder)) throw new Error('No folder above the server holds package.json.');
  return rootAbove(dirname(folder));
}
export {
  appointmentDetails as a,
  makeOwnFolder as c,
  chargePaymentMethod as d,
  getPayment as f,
  startPayment as h,
  FolderInUse as i,
  placeFault as l,
  payments_exports as m,
  openMigrated as n,
  FolderUnsafe as o,
  linkPayment as p,
  migrations as r,
  keepFilesPrivate as s,
  projectRoot as t,
  NextAction as u,
};
