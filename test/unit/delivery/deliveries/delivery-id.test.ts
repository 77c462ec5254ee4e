import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { TypeID } from 'typeid-js';
import { v7 } from 'uuid';
import { idOfDelivery } from '../../../../functions/delivery/deliveries/new-delivery.ts';
import { test } from '../../../helpers/tests.ts';

const eventAt = (msecs: number) => TypeID.fromUUID('evt', v7({ msecs })).toString();
const webhook = 'whk_01h455vb4pex5vsknk084sn02q';

test('a delivery id is a TypeID: the event time and 80 bits of the hash of both ids', () => {
  const time_ms = 1_785_542_400_123;
  const event = eventAt(time_ms);
  const bytes = TypeID.fromString(idOfDelivery(event, webhook)).toUUIDBytes();
  assert.equal(Buffer.from(bytes).readUIntBE(0, 6), time_ms);
  const hash = createHash('sha256').update(`${event}/${webhook}`).digest();
  assert.deepEqual(Buffer.from(bytes).subarray(6), hash.subarray(0, 10));
});

test('the same event and webhook always have the same id, others have another', () => {
  const event = eventAt(1);
  assert.equal(idOfDelivery(event, webhook), idOfDelivery(event, webhook));
  assert.notEqual(idOfDelivery(event, webhook), idOfDelivery(event, `${webhook.slice(0, -1)}r`));
  assert.notEqual(idOfDelivery(event, webhook), idOfDelivery(eventAt(1), webhook));
});

test('deliveries sort with their events', () => {
  const time = fc.integer({ min: 0, max: 2 ** 48 - 1 });
  fc.assert(
    fc.property(time, time, (one, other) => {
      const [first, second] = [one, other].map((at) => idOfDelivery(eventAt(at), webhook));
      if (one !== other) assert.equal((first ?? '') < (second ?? ''), one < other);
    }),
  );
});
