import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { AwsError, BadConfiguration } from '../../../errors.ts';

/** Rows below the tables: prepared statements, and changes that happen whole or not at all. */
export type SqlDatabase = {
  run(sql: string, ...values: readonly SQLInputValue[]): void;
  get<Row>(sql: string, ...values: readonly SQLInputValue[]): Row | undefined;
  /** Rows one after another, as far as the caller reads. */
  rows<Row>(sql: string, ...values: readonly SQLInputValue[]): Iterable<Row>;
  /** Keeps all that `action` changes, or nothing of it when it throws. */
  transaction<T>(action: () => T): T;
  close(): void;
};

/** Opens a file, or memory; throws BadConfiguration where another process has the file open. */
export const openDatabase = (file: string | undefined): SqlDatabase => {
  const database = new DatabaseSync(file ?? ':memory:');
  try {
    prepareFile(database, file);
  } catch (error) {
    database.close();
    throw isBusy(error)
      ? new BadConfiguration(`Another process has the data in ${file} open: end it first, or take another folder.`)
      : error;
  }
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const run: SqlDatabase['run'] = (sql, ...values) => void prepared(sql).run(...values);
  return {
    run,
    get: <Row>(sql: string, ...values: readonly SQLInputValue[]) => prepared(sql).get(...values) as Row | undefined,
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
        throw isFull(error) ? fullDisk() : error;
      }
    },
    close: () => {
      statements.clear();
      database.close();
    },
  };
};

/** A file is written ahead of, and its one process keeps its lock: a second one cannot open it. */
const prepareFile = (database: DatabaseSync, file: string | undefined): void => {
  if (file === undefined) return;
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  // The lock is taken with the first change.
  database.exec('BEGIN IMMEDIATE; COMMIT');
};

const codeOf = (error: unknown): number => (error as { errcode?: number }).errcode ?? 0;

/** SQLITE_BUSY and SQLITE_LOCKED, whatever their extended code. */
const isBusy = (error: unknown): boolean => [5, 6].includes(codeOf(error) & 0xff);

/** SQLITE_FULL and SQLITE_IOERR. */
const isFull = (error: unknown): boolean => [10, 13].includes(codeOf(error) & 0xff);

const fullDisk = (): AwsError =>
  new AwsError(503, 'ServiceUnavailable', 'The disk of the data folder is full or cannot be written.');
