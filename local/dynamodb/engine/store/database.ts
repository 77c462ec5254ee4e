import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { AwsError, BadConfiguration } from '../../../errors.ts';
import { isUnwritable } from '../../../files.ts';

/** Rows below the tables: prepared statements, and changes that happen whole or not at all. */
export type SqlDatabase = {
  /** How many rows it changed. */
  run(sql: string, ...values: readonly SQLInputValue[]): number;
  get<Row>(sql: string, ...values: readonly SQLInputValue[]): Row | undefined;
  /** Rows one after another, as far as the caller reads. */
  rows<Row>(sql: string, ...values: readonly SQLInputValue[]): Iterable<Row>;
  /** Keeps all that `action` changes, or nothing of it when it throws. */
  transaction<T>(action: () => T): T;
  close(): void;
};

/** Opens a file, or memory; throws BadConfiguration for a file that is open elsewhere, unreadable or of another form. */
export const openDatabase = (file: string | undefined): SqlDatabase => {
  const database = file === undefined ? openMemory() : openFile(file);
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const run: SqlDatabase['run'] = (sql, ...values) => Number(prepared(sql).run(...values).changes);
  return {
    run,
    get: <Row>(sql: string, ...values: readonly SQLInputValue[]) =>
      prepared(sql).get(...values) as Row | undefined,
    rows: <Row>(sql: string, ...values: readonly SQLInputValue[]) =>
      prepared(sql).iterate(...values) as unknown as Iterable<Row>,
    transaction: (action) => {
      try {
        run('BEGIN IMMEDIATE');
        const result = action();
        run('COMMIT');
        return result;
      } catch (error) {
        if (database.isTransaction) run('ROLLBACK');
        throw isUnwritable(error) ? fullDisk(error) : error;
      }
    },
    close: () => {
      statements.clear();
      database.close();
    },
  };
};

/** Most items fit into a page of this size; one that does not is kept in a chain of pages, which takes longer. */
const openMemory = (): DatabaseSync => {
  const database = new DatabaseSync(':memory:');
  database.exec('PRAGMA page_size = 8192');
  return database;
};

const openFile = (file: string): DatabaseSync => {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    prepareFile(database, file);
    return database;
  } catch (error) {
    database?.close();
    throw error instanceof BadConfiguration ? error : unopened(file, error);
  }
};

/** The number of this form of files; another form has another number. */
const format = 1;

/** A file is written ahead of, and its one process keeps its lock: a second one cannot open it. */
const prepareFile = (database: DatabaseSync, file: string): void => {
  database.exec('PRAGMA locking_mode = EXCLUSIVE');
  // Before anything is written: the file may be another program's.
  const { user_version: found } = database.prepare('PRAGMA user_version').get() as {
    user_version: number;
  };
  const { count } = database.prepare('SELECT COUNT(*) AS count FROM sqlite_schema').get() as {
    count: number;
  };
  if (found !== format && (found !== 0 || count > 0))
    throw new BadConfiguration(
      `The data in ${file} were written by another release: empty the folder with \`npm run local:reset\`.`,
    );
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  // The lock is taken with the first change.
  database.exec(
    `BEGIN IMMEDIATE; ${found === format ? '' : `PRAGMA user_version = ${format};`} COMMIT`,
  );
};

const busy = (file: string) =>
  `Another process has the data in ${file} open: end it first, or take another folder.`;
const closed = (file: string) =>
  `The data in ${file} cannot be opened: this user has to be able to read and write the file and its folder.`;
const full = (file: string) =>
  `The data in ${file} cannot be written: make room on its disk first.`;
const damaged = (file: string) =>
  `The data in ${file} are damaged, or another program's: empty the folder with \`npm run local:reset\`.`;

/** Why a file cannot be opened, by SQLite's code without its extension */
const sentences: Readonly<Record<number, (file: string) => string>> = {
  // SQLITE_BUSY and SQLITE_LOCKED
  5: busy,
  6: busy,
  // SQLITE_PERM, SQLITE_READONLY and SQLITE_CANTOPEN
  3: closed,
  8: closed,
  14: closed,
  // SQLITE_IOERR and SQLITE_FULL
  10: full,
  13: full,
  // SQLITE_CORRUPT and SQLITE_NOTADB
  11: damaged,
  26: damaged,
};

const unopened = (file: string, error: unknown): unknown => {
  const sentence = sentences[Number((error as { errcode?: number }).errcode) & 0xff]?.(file);
  return sentence === undefined ? error : new BadConfiguration(sentence, { cause: error });
};

const fullDisk = (cause: unknown): AwsError =>
  Object.assign(
    new AwsError(
      503,
      'ServiceUnavailable',
      'The disk of the data folder is full or cannot be written.',
    ),
    {
      cause,
    },
  );
