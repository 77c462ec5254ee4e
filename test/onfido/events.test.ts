import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, beforeEach, describe, test } from 'node:test';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { chosenVerifier } from '../../functions/identity/verifiers/chosen.ts';
import { deciding, inMinutes } from '../helpers/deciding.ts';
import { identityDocuments } from '../helpers/fixtures/subjects.ts';
import { sharedOnfido, signedText, signedWebhook, webhookSecrets } from './stand-in.ts';

const onfido = await sharedOnfido();
/** The messages that the queue was sent. */
const sent: unknown[] = [];
const queue = createServer(async (request, response) => {
  const { Entries } = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
  sent.push(...Entries.map(({ MessageBody }: { MessageBody: string }) => JSON.parse(MessageBody)));
  response
    .writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
    .end('{"Successful":[],"Failed":[]}');
}).listen(0, '127.0.0.1');
await new Promise((done) => queue.once('listening', done));
const address = `http://127.0.0.1:${(queue.address() as AddressInfo).port}`;
Object.assign(process.env, {
  AWS_ENDPOINT_URL_SQS: address,
  IDENTITY_QUEUE_URL: `${address}/0/identity`,
});
const { handler } = await import('../../functions/app/jobs/receive-onfido.ts');
after(() => {
  queue.closeAllConnections();
  queue.close();
});
beforeEach(() => {
  onfido.clear();
  sent.length = 0;
});

const received = ({
  body,
  headers,
}: {
  readonly body: string;
  readonly headers: Record<string, string>;
}) =>
  handler({ body, headers, requestContext: { requestId: 'r' } } as unknown as APIGatewayProxyEvent);

const completed = (id: string) => ({
  resource_type: 'check',
  action: 'check.completed',
  object: { id, status: 'complete' },
});

const verifier = chosenVerifier('onfido');

/** A verification whose check is in progress, and its message. */
const aVerification = async () => {
  const world = deciding({ documents: identityDocuments(), read: () => Buffer.from('abc') });
  await world.run(verifier);
  const { tenant_id, id } = world.stored();
  return {
    ...world,
    message: { kind: 'verification', tenant_id, verification_id: id },
    check: onfido.checks[0]?.id ?? '',
  };
};

describe('an event of Onfido', () => {
  test('has its verification looked at, once for each time that it comes', async () => {
    const { check, message } = await aVerification();
    for (let times = 0; times < 2; times++)
      assert.equal((await received(signedWebhook(completed(check)))).statusCode, 200);
    assert.deepEqual(sent, [message, message]);
  });

  test('is of Onfido where it has signed these bytes with this secret, or with the one before', async () => {
    const { check } = await aVerification();
    const good = signedWebhook(completed(check));
    const [signature = ''] = Object.values(good.headers);
    const bad = [
      { ...good, headers: {} },
      { ...good, body: `${good.body} ` },
      {
        ...good,
        headers: {
          'x-sha2-signature': signature.replace(/^./, (one) => (one === '0' ? '1' : '0')),
        },
      },
      { ...good, headers: { 'x-sha2-signature': signature.slice(0, 32) } },
      { ...good, headers: { 'x-sha2-signature': `${signature}${signature}` } },
      signedWebhook(completed(check), 'x'.repeat(32)),
      signedWebhook(completed(check), ''),
    ];
    for (const one of bad) assert.equal((await received(one)).statusCode, 401);
    assert.deepEqual(sent, []);
    const previous = signedWebhook(completed(check), webhookSecrets.previous);
    const upper = { ...good, headers: { 'X-SHA2-SIGNATURE': signature.toUpperCase() } };
    for (const one of [previous, upper]) assert.equal((await received(one)).statusCode, 200);
  });

  test('about nothing of ours is ignored', async () => {
    const { check } = await aVerification();
    const [made] = onfido.checks;
    assert.ok(made);
    const nothing = [
      completed('00000000-0000-4000-8000-000000000000'),
      { ...completed(check), resource_type: 'report' },
      completed('../applicants'),
      {},
    ];
    for (const payload of nothing)
      assert.equal((await received(signedWebhook(payload))).statusCode, 200);
    made.tags = ['another', 'business'];
    assert.equal((await received(signedWebhook(completed(check)))).statusCode, 200);
    assert.deepEqual(sent, []);
  });

  test('with a member twice names no check', async () => {
    const { check } = await aVerification();
    const { object, ...event } = completed(check);
    const body = `{"payload":{"object":{"id":"${object.id}","id":"${check}"},${JSON.stringify(event).slice(1)}}`;
    assert.equal((await received(signedText(body))).statusCode, 200);
    assert.deepEqual(sent, []);
  });

  test('is sent again by Onfido where it cannot be processed now, and is not read where it is too large', async () => {
    const { check } = await aVerification();
    const failed = { on: 'GET /checks/', effect: 'failed' } as const;
    onfido.fail(failed, failed, failed);
    assert.equal((await received(signedWebhook(completed(check)))).statusCode, 503);
    onfido.fail({ on: 'GET /checks/', effect: 'said_twice' });
    assert.equal((await received(signedWebhook(completed(check)))).statusCode, 503);
    assert.equal((await received({ body: 'x'.repeat(262_145), headers: {} })).statusCode, 413);
  });
});

describe('the decision of Onfido', () => {
  test('counts at the event, and an event that comes late or twice changes nothing', async () => {
    const { run, stored, eventTypes } = await aVerification();
    onfido.finish('clear');
    for (let times = 0; times < 3; times++) await run(verifier);
    assert.equal(stored().status, 'verified');
    assert.deepEqual(eventTypes(), ['verification.verified', 'customer.updated']);
  });

  test('counts without an event, at the next look', async () => {
    const { run, stored } = await aVerification();
    const { scheduled_at } = stored();
    onfido.finish([
      { name: 'document', result: 'consider', sub_result: 'suspected', breakdown: forged },
    ]);
    await run(verifier, new Date(scheduled_at ?? 0));
    assert.deepEqual([stored().status, stored().last_error?.code], ['rejected', 'suspected_fraud']);
  });

  test('that comes after the last look is an operator’s to make', async () => {
    const { run, stored } = await aVerification();
    for (const minutes of [1, 6, 36, 400]) await run(verifier, inMinutes(minutes));
    onfido.finish('clear');
    await run(verifier, inMinutes(401));
    assert.deepEqual([stored().status, stored().reviewing], ['processing', true]);
  });
});

const forged = {
  visual_authenticity: { result: 'consider', breakdown: { fonts: { result: 'consider' } } },
};
