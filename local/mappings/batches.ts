import { payload_bytes_max } from '../functions/outcome.ts';

/** Splits records into invocations that each fit into Lambda's payload; none for none. */
export const inPayloads = <T>(records: readonly T[]): T[][] => {
  const batches: T[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const record of records) {
    const size = Buffer.byteLength(JSON.stringify(record)) + 1;
    if (bytes + size > payload_bytes_max) {
      batches.push([]);
      bytes = envelope_bytes;
    }
    batches.at(-1)?.push(record);
    bytes += size;
  }
  return batches;
};

const envelope_bytes = Buffer.byteLength('{"Records":[]}');
