import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { TypeID } from 'typeid-js';
import { v7 } from 'uuid';
import { deliveryId } from '../../../functions/deliveries/new-delivery.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const eventAt = (msecs: number) => TypeID.fromUUID('evt', v7({ msecs })).toString();
const webhook = 'whk_01h455vb4pex5vsknk084sn02q';

test('a delivery id is a TypeID: the event time and 80 bits of the hash of both ids', () => {
  const time_ms = 1_785_542_400_123;
  const event = eventAt(time_ms);
  const bytes = TypeID.fromString(deliveryId(event, webhook, sha256)).toUUIDBytes();
  assert.equal(Buffer.from(bytes).readUIntBE(0, 6), time_ms);
  assert.deepEqual(Buffer.from(bytes).subarray(6), sha256(`${event}/${webhook}`).subarray(0, 10));
});

test('the same event and webhook always have the same delivery, others have another', () => {
  const event = eventAt(1);
  assert.equal(deliveryId(event, webhook, sha256), deliveryId(event, webhook, sha256));
  assert.notEqual(deliveryId(event, webhook, sha256), deliveryId(event, `${webhook.slice(0, -1)}r`, sha256));
  assert.notEqual(deliveryId(event, webhook, sha256), deliveryId(eventAt(1), webhook, sha256));
});

test('deliveries sort with their events', () => {
  const time = fc.integer({ min: 0, max: 2 ** 48 - 1 });
  fc.assert(
    fc.property(time, time, (one, other) => {
      const [first, second] = [one, other].map((at) => deliveryId(eventAt(at), webhook, sha256));
      if (one !== other) assert.equal((first ?? '') < (second ?? ''), one < other);
    }),
  );
});
