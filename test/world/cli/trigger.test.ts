import '../process.ts';
import assert from 'node:assert/strict';
import { apiOf } from '../../../cli/context.ts';
import { produce } from '../../../cli/produce.ts';
import { eventRecords } from '../../../functions/app/event-records.ts';
import { eventTypeNames } from '../../../functions/core/event-types.ts';
import { describe, test } from '../../helpers/tests.ts';
import { world } from '../world.ts';

const { aBusiness } = await world();
const { baseUrl, secret_key, client } = await aBusiness();
const api = apiOf({ base_url: baseUrl, secret_key, environment: 'sandbox' });

test('each type of event has its calls, or a sentence on why a program cannot cause it', () => {
  assert.deepEqual(Object.keys(eventRecords).toSorted(), eventTypeNames.toSorted());
  for (const { trigger } of Object.values(eventRecords))
    if ('why' in trigger) assert.match(trigger.why, /^[A-Z].+\.$/);
});

describe('the sandbox emits', () => {
  for (const type of eventTypeNames) {
    const { trigger } = eventRecords[type];
    if ('why' in trigger) continue;
    test(type, async () => {
      const event = await produce(api, type, trigger);
      assert.equal(event?.type, trigger.later === undefined ? type : undefined);
    });
  }
});

test('no webhook is left behind', async () => {
  assert.deepEqual((await client.webhooks.list()).body.data, []);
});
