import { createHash, randomInt, randomUUID } from 'node:crypto';
import { TypeID } from 'typeid-js';
import { v7 } from 'uuid';
import { idPrefixes, type NewId, type ResourceType } from './ids.ts';

/** Half of the 32-bit counter of a UUIDv7 is left to count ids of one request upwards from a random start. */
const counterStart = 2 ** 31;

/** Ids that carry the moment `now`: a request's ids equal its `created_at` to the millisecond and sort in the order made. */
export const idsAt = (now: Date): NewId => {
  let seq = randomInt(counterStart);
  return (resourceType) => {
    // Its last six bytes are taken, random in every UUID. Node has them ready; uuid would load what the web calls crypto.
    const random = Buffer.from(randomUUID().replaceAll('-', ''), 'hex');
    const uuid = v7({ msecs: now.getTime(), seq: seq++, random });
    return TypeID.fromUUID(idPrefixes[resourceType], uuid).toString();
  };
};

/** The smallest id of a kind at a time: every id created before sorts below it. */
export const firstIdAt = (resourceType: ResourceType, moment: Date): string =>
  idOf(resourceType, moment, '0'.repeat(restDigits));

/** The one id that something of a moment has here by its name elsewhere: who comes twice with it collides with himself. */
export const idNamed = (resourceType: ResourceType, moment: Date, name: string): string =>
  idOf(resourceType, moment, createHash('sha256').update(name).digest('hex').slice(0, restDigits));

/** The hexadecimal digits that follow the 48 bits of time. */
const restDigits = 20;

const idOf = (resourceType: ResourceType, moment: Date, rest: string): string => {
  const time = Math.max(0, moment.getTime()).toString(16).padStart(12, '0').slice(-12);
  const uuid = `${time}${rest}`.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return TypeID.fromUUID(idPrefixes[resourceType], uuid).toString();
};
