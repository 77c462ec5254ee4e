import { payload_bytes_max } from '../functions/outcome.ts';

/** The event of a batch whose records are written as JSON already. */
export const payloadOf = (texts: readonly string[]): string => `${opening}${texts.join(',')}${closing}`;

/** Cuts a list into batches that one invocation can carry. */
export const intoPayloads = <T extends { readonly text: string }>(items: readonly T[]): T[][] => {
  const batches: T[][] = [];
  let left = 0;
  for (const item of items) {
    const bytes = Buffer.byteLength(item.text) + 1;
    if (bytes > left || batches.length === 0) {
      batches.push([]);
      left = payload_bytes_max - opening.length - closing.length;
    }
    batches.at(-1)?.push(item);
    left -= bytes;
  }
  return batches;
};

const opening = '{"Records":[';
const closing = ']}';
