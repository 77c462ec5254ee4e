import { DatabaseSync } from 'node:sqlite';

/** The engine's stream records, which it neither indexes nor ever deletes by itself. */
export type StreamRecords = {
  /**
   * Deletes up to `portion` records of a table, oldest first, that are older than this time and lie before this number;
   * how many. The last record always stays, for the engine counts on from it.
   */
  trim(table: string, limits: { readonly before_ms: number; readonly beforeNumber: number }, portion: number): number;
  close(): void;
};

/** Opens the file beside the engine that runs on it, and gives it the index for what it asks at every write and read. */
export const openStreamRecords = (file: string): StreamRecords => {
  // The engine may be writing at any moment: then we wait, and so does it.
  const database = new DatabaseSync(file, { timeout: 5_000 });
  database.exec(`CREATE INDEX IF NOT EXISTS _stream_records_in_order ON _stream_records (table_name, ${number})`);
  const last = database.prepare(`SELECT MAX(${number}) AS number FROM _stream_records WHERE table_name = ?`);
  const remove = database.prepare(
    `DELETE FROM _stream_records WHERE id IN (
       SELECT id FROM _stream_records WHERE table_name = ? AND created_at < ? AND ${number} < ?
       ORDER BY ${number} LIMIT ?)`,
  );
  return {
    trim: (table, { before_ms, beforeNumber }, portion) => {
      const lastNumber = Number(last.get(table)?.number ?? 0);
      const { changes } = remove.run(table, Math.floor(before_ms / 1000), Math.min(beforeNumber, lastNumber), portion);
      return Number(changes);
    },
    close: () => database.close(),
  };
};

/** As the engine writes it; an index serves only the very same expression. */
const number = 'CAST(sequence_number AS INTEGER)';
