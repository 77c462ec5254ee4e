import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DeliveryMessage } from '../../functions/core/messages.ts';
import type { Work } from '../../functions/core/outbox/unit-of-work.ts';
import { findNotified } from '../../functions/delivery/deliveries/table.ts';
import { settingsFor } from '../../local/test/helpers/data-plane.ts';
import type { Any } from './printed-document.ts';
import { bodyOf } from './receiver.ts';
import { startStores } from './store-machine.ts';

/** The stores on the local engine for tasks that also send messages, and what they send: a queue that takes everything. */
export const startStoresWithQueue = async () => {
  const stores = await startStores();
  const sent: Any[] = [];
  const queue = createServer(async (request, response) => {
    const { Entries } = JSON.parse(await bodyOf(request));
    sent.push(
      ...Entries.map((one: Any) => ({
        ...JSON.parse(one.MessageBody),
        delay_seconds: one.DelaySeconds,
      })),
    );
    response.end('{"Successful":[],"Failed":[]}');
  });
  await new Promise<void>((done) => queue.listen(0, '127.0.0.1', done));
  const { region, credentials } = settingsFor(stores.plane.endpoint);
  const address = `http://127.0.0.1:${(queue.address() as AddressInfo).port}`;
  // Workers read their settings when they are loaded.
  Object.assign(process.env, {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_SQS: address,
    DELIVER_QUEUE_URL: `${address}/000000000000/deliver`,
  });
  const stop = async () => {
    queue.close();
    await stores.stop();
  };
  return { stores, sent, stop };
};

/** Claims the one delivery of a batch, as deliver-webhook does. */
export const claiming = async (notification: DeliveryMessage, token: string, work: Work) => {
  // It reads its settings when it is loaded.
  const { claim } = await import('../../functions/delivery/deliveries/claim.ts');
  const [late = assert.fail()] = await findNotified(work.db, [notification], 'late');
  return claim(notification, late(), token, work);
};
