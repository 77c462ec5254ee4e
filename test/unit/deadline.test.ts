import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventbridgeBus } from '../../functions/core/aws/eventbridge.ts';
import { kmsCipher, kmsFingerprinter } from '../../functions/core/aws/kms.ts';
import { s3DocumentReader } from '../../functions/core/aws/s3.ts';
import { secretsManager } from '../../functions/core/aws/secrets.ts';
import { sqsWorkQueue } from '../../functions/core/aws/sqs.ts';
import { httpHandler } from '../../functions/core/http/handler.ts';
import type { ReadRequest } from '../../functions/core/http/request.ts';
import { cutOffAt, deadlineOf, systemClock, until } from '../../functions/core/time.ts';
import { toCustomerResource } from '../../functions/identity/customers/model.ts';
import { getCustomer } from '../../functions/identity/customers/routes.ts';
import { customerKeys } from '../../functions/identity/customers/table.ts';
import { toIssuerCard } from '../../functions/issuing/cards/model.ts';
import { cardSimulator, simulatedControl } from '../../functions/issuing/issuers/simulator.ts';
import { stripeIssuer } from '../../functions/issuing/issuers/stripe/issuer.ts';
import { anEvent, customerId, invoke, tenant } from '../helpers/api-event.ts';
import { aCard, anOrder } from '../helpers/fixtures/cards.ts';
import { anIndividual } from '../helpers/fixtures/customers.ts';
import { aContext } from '../helpers/lambda-context.ts';
import { after, before, describe, test } from '../helpers/tests.ts';
import '../helpers/table-names.ts';

/** AWS as far as these tests go: it takes every request and answers none, and ends no connection that is asked on again. */
let asked = 0;
const aws = createServer({ keepAliveTimeout: 0 }, (request, response) => {
  if (request.url === settled) response.end();
  else asked += 1;
});
const settled = '/settled';

/** How much was asked by now: what was sent before this question has arrived before it. */
const askedByNow = async (): Promise<number> => {
  await (await fetch(`${address()}${settled}`)).text();
  return asked;
};
const address = () => `http://127.0.0.1:${(aws.address() as AddressInfo).port}`;
const environment = { ...process.env };

before(async () => {
  await new Promise<void>((resolve) => aws.listen(0, '127.0.0.1', resolve));
  const services = ['DYNAMODB', 'KMS', 'S3', 'SQS', 'EVENTBRIDGE', 'SECRETS_MANAGER'];
  for (const service of services) process.env[`AWS_ENDPOINT_URL_${service}`] = address();
  const credentials = {
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_REGION: 'eu-west-1',
  };
  const places = {
    DELIVER_QUEUE_URL: `${address()}/queue`,
    DOCUMENT_BUCKET: 'documents',
    EVENT_BUS_NAME: 'bus',
  };
  const keyIds = { TAX_ID_KEY_ID: 'key', FINGERPRINT_KEY_ID: 'key', ISSUER_KEY_ID: 'key' };
  Object.assign(process.env, { ...credentials, ...places, ...keyIds, ISSUER_TABLE: 'test-issuer' });
});
after(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  aws.closeAllConnections();
  aws.close();
});

const key = customerKeys.customer(tenant, customerId);
const owner = { tenant, resource: customerId };
const shown = toCustomerResource(anIndividual());
const order = anOrder();
const message = { kind: 'account', tenant_id: tenant } as const;

/** Every way on which a handler can leave this process. */
const ways: Readonly<
  Record<string, (request: ReadRequest<typeof getCustomer>) => () => Promise<unknown>>
> = {
  'reads an item':
    ({ db }) =>
    () =>
      db.get(key),
  'reads several items':
    ({ db }) =>
    () =>
      db.batch([key]),
  'reads a list':
    ({ db }) =>
    () =>
      db.query({ table: 'resources', partition: 'p', limit: 1 }),
  seals: () => () => kmsCipher('alias/key').seal('a', owner),
  opens: () => () => kmsCipher('alias/key').open('a', owner),
  fingerprints: () => () => kmsFingerprinter().of('a', owner),
  'orders a card': () => () => cardSimulator().issue(order),
  'voids a card': () => () => simulatedControl().void('card'),
  'pushes a card': () => () => simulatedControl().push(toIssuerCard(aCard())),
  'looks at a card': () => () => cardSimulator().secrets('card'),
  'reads a secret': () => () => secretsManager().read('a'),
  'asks Stripe': () => () => stripeIssuer().secrets('ic_1'),
  'notifies a worker': () => () => sqsWorkQueue(process.env.DELIVER_QUEUE_URL).send([{ message }]),
  'looks at bytes': () => () => s3DocumentReader().look('key'),
  'publishes to the bus': () => () => eventbridgeBus().publish([{ type: 't' } as never]),
};

for (const [what, way] of Object.entries(ways))
  describe(`a handler that ${what}`, () => {
    test('sends nothing once its caller has learned that it took too long', async () => {
      const thawed = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<unknown>();
      const late = httpHandler(getCustomer, {}, async (request) => {
        await thawed.promise;
        ended.resolve(await way(request)().catch((error: Error) => error.name));
        return request.respond(shown);
      });
      const already = await askedByNow();
      const { status, json } = await invoke(late, anEvent(getCustomer), aContext(520));
      assert.deepEqual([status, json.code], [504, 'timeout']);
      thawed.resolve();
      assert.equal(await ended.promise, 'AbortError');
      assert.equal(await askedByNow(), already);
    });

    test('gives up then what it is waiting for', async () => {
      const ended = Promise.withResolvers<unknown>();
      const waiting = httpHandler(getCustomer, {}, async (request) => {
        await way(request)().catch((error: Error) => {
          ended.resolve(error.name);
          throw error;
        });
        return request.respond(shown);
      });
      const already = await askedByNow();
      const { status } = await invoke(waiting, anEvent(getCustomer), aContext(700));
      // Before the first request has been made whole, it is the deadline itself that ends it.
      assert.ok(status === 504 || status === 503, `${status}`);
      assert.equal(await ended.promise, 'AbortError');
      assert.ok((await askedByNow()) <= already + 1);
    });
  });

describe('a call with its own deadline', () => {
  const clock = systemClock();
  const far = () => Date.now() + 60_000;
  /** A call that ends only when it is cut off. */
  const given = (deadline: number) =>
    cutOffAt(deadline, clock, async (signal) => signal.aborted || once(signal, 'abort'));

  test('is cut off when that comes', async () => {
    const deadline = Date.now() + 20;
    await given(deadline);
    assert.ok(Date.now() >= deadline - 1);
  });

  test('is cut off at the end of who makes it, were that long past', async () => {
    const end = new AbortController();
    const making = until({ now: new Date(), deadline: far() }, clock, end.signal, async () => {
      await given(far());
      await given(far());
    });
    end.abort();
    await making;
  });

  test('leaves nothing waiting that it did not need', async () => {
    const end = new AbortController();
    const timers = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const answered = await until({ now: new Date(), deadline: far() }, clock, end.signal, () =>
      cutOffAt(far(), clock, async () => {
        assert.deepEqual(
          [timers(), getEventListeners(end.signal, 'abort').length],
          [before + 1, 1],
        );
        return 'answered';
      }),
    );
    assert.equal(answered, 'answered');
    assert.deepEqual([timers(), getEventListeners(end.signal, 'abort').length], [before, 0]);
  });
});

test('a deadline is what is left of the invocation, less what is kept for its end', () => {
  const now = new Date('2026-11-20T15:04:05.123Z');
  const deadline = deadlineOf({ getRemainingTimeInMillis: () => 10_000 }, { now: () => now }, 500);
  assert.deepEqual(deadline, { now, deadline: now.getTime() + 9_500 });
});
