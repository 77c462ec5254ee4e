import { randomInt } from 'node:crypto';
import { TypeID } from 'typeid-js';
import { v7 } from 'uuid';
import { idPrefixes, type NewId, type Noun } from '../domain/id.ts';

/** Half of the 32-bit counter of a UUIDv7 is left to count ids of one request upwards from a random start. */
const counterStart = 2 ** 31;

/** Ids that carry the moment `now`: a request's ids equal its `created_at` to the millisecond and sort in the order made. */
export const idsAt = (now: Date): NewId => {
  let seq = randomInt(counterStart);
  return (noun) => TypeID.fromUUID(idPrefixes[noun], v7({ msecs: now.getTime(), seq: seq++ })).toString();
};

/** The smallest id that a noun can have at a moment: every id made before sorts below it. */
export const firstIdAt = (noun: Noun, moment: Date): string => {
  const time = Math.max(0, moment.getTime()).toString(16).padStart(12, '0').slice(-12);
  return TypeID.fromUUID(idPrefixes[noun], `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`).toString();
};
