import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { apiOf } from '../../../cli/context.ts';
import { produce } from '../../../cli/produce.ts';
import { triggers } from '../../../cli/triggers.ts';
import { eventTypeNames } from '../../../functions/events/types.ts';
import { aBusiness } from '../../helpers/service.ts';
import { sharedTimeScaled } from '../../helpers/time-scaled.ts';

const local = await sharedTimeScaled();
const { baseUrl, secret_key, client } = await aBusiness(local);
const api = apiOf({ base_url: baseUrl, secret_key, environment: 'sandbox' });

test('each type of event has its calls, or a sentence on why a program cannot cause it', () => {
  assert.deepEqual(Object.keys(triggers).toSorted(), eventTypeNames.toSorted());
  for (const trigger of Object.values(triggers)) if ('why' in trigger) assert.match(trigger.why, /^[A-Z].+\.$/);
});

describe('the sandbox emits', { concurrency: 8 }, () => {
  for (const type of eventTypeNames) {
    const trigger = triggers[type];
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
