import { createHash, randomFillSync, randomInt } from 'node:crypto';
import { TypeID } from 'typeid-js';
import { v7 } from 'uuid';
import { idPrefixes, type NewId, type Noun } from '../domain/id.ts';

/** Half of the 32-bit counter of a UUIDv7 is left to count ids of one request upwards from a random start. */
const counterStart = 2 ** 31;
/** What uuid wants for one id, though it takes the moment and the counter from elsewhere. */
const randomBytesOfId = 16;

/** Ids that carry the moment `now`: a request's ids equal its `created_at` to the millisecond and sort in the order made. */
export const idsAt = (now: Date): NewId => {
  let seq = randomInt(counterStart);
  return (noun) => {
    // Bytes of our own: uuid would load what the web calls crypto for them, at the first id.
    const uuid = v7({ msecs: now.getTime(), seq: seq++, random: randomBytes() });
    return TypeID.fromUUID(idPrefixes[noun], uuid).toString();
  };
};

/** Node is asked for so many ids at a time: asking takes longer than the bytes do. */
const pool = Buffer.alloc(256 * randomBytesOfId);
let used = pool.length;

const randomBytes = (): Buffer => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += randomBytesOfId;
  return pool.subarray(used - randomBytesOfId, used);
};

/** The smallest id that a noun can have at a moment: every id made before sorts below it. */
export const firstIdAt = (noun: Noun, moment: Date): string => idOf(noun, moment, '0'.repeat(restDigits));

/** The one id that something of a moment has here by its name elsewhere: who comes twice with it collides with himself. */
export const idNamed = (noun: Noun, moment: Date, name: string): string =>
  idOf(noun, moment, createHash('sha256').update(name).digest('hex').slice(0, restDigits));

/** What follows the 48 bits of time, in hexadecimal digits. */
const restDigits = 20;

const idOf = (noun: Noun, moment: Date, rest: string): string => {
  const time = Math.max(0, moment.getTime()).toString(16).padStart(12, '0').slice(-12);
  const uuid = `${time}${rest}`.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return TypeID.fromUUID(idPrefixes[noun], uuid).toString();
};
