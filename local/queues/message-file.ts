import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BadConfiguration } from '../errors.ts';
import { isUnwritable, privateFolder } from '../files.ts';
import type { QueueSettings } from './settings.ts';
import type { StoredMessage } from './stored-message.ts';

/** A message as a restart finds it: when it can be received, milliseconds since 1970. */
export type KeptMessage = Omit<StoredMessage, 'timer' | 'receipt' | 'state'> & {
  readonly visibleAt: number;
};

/**
 * The queues' messages as kept beyond the end of the process: each change is one transaction, and
 * the call returns after it.
 */
export type MessageFile = {
  /** The messages of a queue, oldest first. One that was received is visible: who received it has ended. */
  messagesOf(queue: string): KeptMessage[];
  /** Returns the number of its row. */
  add(queue: string, message: StoredMessage, visibleAt: number): number;
  /** How often these have been received by now. */
  received(messages: readonly StoredMessage[]): void;
  remove(row: number): void;
  /** The queues that other accounts have created. */
  queues(): QueueSettings[];
  addQueue(settings: QueueSettings): void;
  policies(): { readonly arn: string; readonly document: unknown }[];
  setPolicy(arn: string, document: unknown): void;
  close(): void;
};

const tables = `
  CREATE TABLE IF NOT EXISTS messages (
    row INTEGER PRIMARY KEY, queue TEXT NOT NULL, visible_at REAL NOT NULL, content TEXT NOT NULL,
    receives INTEGER NOT NULL, receives_here INTEGER NOT NULL, first_received_at REAL, is_received INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS messages_by_queue ON messages (queue);
  CREATE TABLE IF NOT EXISTS queues (arn TEXT PRIMARY KEY, settings TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS policies (arn TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;`;

/** Opens the file of a data folder, or makes it. Throws BadConfiguration where it cannot be read. */
export const openMessageFile = (folder: string): MessageFile => {
  privateFolder(folder);
  const database = opened(join(folder, 'queues.sqlite'));
  const inTransaction = transactionsOn(database);
  const insert = database.prepare(
    `INSERT INTO messages (queue, visible_at, content, receives, receives_here, first_received_at, is_received)
     VALUES (?, ?, ?, ?, ?, ?, 0)`,
  );
  const receive = database.prepare(
    'UPDATE messages SET receives = ?, receives_here = ?, first_received_at = ?, is_received = 1 WHERE row = ?',
  );
  const erase = database.prepare('DELETE FROM messages WHERE row = ?');
  const select = database.prepare('SELECT * FROM messages WHERE queue = ? ORDER BY row');
  return {
    messagesOf: (queue) => select.all(queue).map((row) => keptIn(row as Row)),
    add: (queue, message, visibleAt) => {
      const { receives, receivesHere, firstReceivedAt = null } = message;
      const content = JSON.stringify(contentOf(message));
      return Number(
        insert.run(queue, visibleAt, content, receives, receivesHere, firstReceivedAt)
          .lastInsertRowid,
      );
    },
    received: (messages) =>
      inTransaction(() => {
        for (const { receives, receivesHere, firstReceivedAt = null, row } of messages)
          if (row !== undefined) receive.run(receives, receivesHere, firstReceivedAt, row);
      }),
    remove: (row) => {
      if (database.isOpen) erase.run(row);
    },
    queues: () =>
      database
        .prepare('SELECT settings FROM queues')
        .all()
        .map(({ settings }) => JSON.parse(String(settings))),
    addQueue: (settings) =>
      void database
        .prepare('INSERT OR IGNORE INTO queues VALUES (?, ?)')
        .run(settings.arn, JSON.stringify(settings)),
    policies: () =>
      database
        .prepare('SELECT arn, document FROM policies')
        .all()
        .map(({ arn, document }) => ({ arn: String(arn), document: JSON.parse(String(document)) })),
    setPolicy: (arn, document) =>
      void database
        .prepare('INSERT OR REPLACE INTO policies VALUES (?, ?)')
        .run(arn, JSON.stringify(document)),
    close: () => database.close(),
  };
};

const opened = (path: string): DatabaseSync => {
  try {
    // SQLite gives the files beside it the mode of this one.
    writeFileSync(path, '', { flag: 'a', mode: 0o600 });
    const database = new DatabaseSync(path);
    // A committed change survives the end of the process; the system's own end may take the last of
    // it.
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${tables}`);
    return database;
  } catch (cause) {
    if (isUnwritable(cause))
      throw new BadConfiguration(
        `The file ${path} cannot be written: ${(cause as Error).message}.`,
      );
    const remedy = 'empty the data folder with `npm run local:reset`';
    throw new BadConfiguration(`The file ${path} cannot be read: ${remedy}.`, { cause });
  }
};

const transactionsOn =
  (database: DatabaseSync) =>
  (change: () => void): void => {
    if (!database.isOpen) return;
    database.exec('BEGIN IMMEDIATE');
    try {
      change();
      database.exec('COMMIT');
    } catch (error) {
      // A disk that is full ends the transaction by itself.
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  };

const contentOf = ({
  messageId,
  body,
  md5,
  group,
  messageAttributes,
  sentAt,
  from,
}: StoredMessage) => ({
  messageId,
  body,
  md5,
  group,
  messageAttributes,
  sentAt,
  ...(from !== undefined && { from }),
});

type Row = Readonly<
  Record<'row' | 'visible_at' | 'receives' | 'receives_here' | 'is_received', number>
> & {
  readonly content: string;
  readonly first_received_at: number | null;
};

const keptIn = ({
  row,
  content,
  visible_at,
  receives,
  receives_here,
  first_received_at,
  is_received,
}: Row): KeptMessage => ({
  ...(JSON.parse(content) as ReturnType<typeof contentOf>),
  row,
  receives,
  visibleAt: is_received ? 0 : visible_at,
  isRemoved: false,
  // The receive that the end of the process cut off was no failure of its receiver.
  receivesHere: is_received ? Math.max(0, receives_here - 1) : receives_here,
  ...(first_received_at !== null && { firstReceivedAt: first_received_at }),
});
