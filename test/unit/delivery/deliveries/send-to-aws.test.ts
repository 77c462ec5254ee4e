import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import {
  awsSender,
  type DestinationSending,
} from '../../../../functions/delivery/deliveries/send-to-aws.ts';
import { describe, test } from '../../../helpers/tests.ts';

const role = 'arn:aws:iam::123456789012:role/deliver';
const sending: DestinationSending = {
  type: 'sqs',
  address: 'https://sqs.eu-west-1.amazonaws.com/111122223333/orders.fifo',
  source: 'financial-services/sandbox/biz_1',
  event: {
    id: 'evt_1',
    type: 'card.frozen',
    created_at: '2026-11-20T15:04:05.123Z',
    resource: { id: 'card_1' },
  },
  body: '{"id":"evt_1"}',
  attributes: { 'webhook-id': 'evt_1' },
  deadline_ms: 10_000,
};
const onBus = {
  ...sending,
  type: 'eventbridge',
  address: 'arn:aws:events:us-east-1:111122223333:event-bus/b',
} as const;

type Calls = NonNullable<Parameters<typeof awsSender>[1]>;
type Called = { readonly region: string; readonly input: object };

/** A sender whose every call does this; `called` has what it was called with. */
const senderThat = (does: (signal: AbortSignal) => Promise<object>) => {
  const called: Called[] = [];
  const call = async (region: string, input: object, signal: AbortSignal) => {
    called.push({ region, input });
    return { status: 200, request_id: 'req', output: await does(signal) };
  };
  const calls: Calls = { putEvent: call, sendMessage: call };
  return { called, send: awsSender(() => role, calls) };
};

const failing = async (error: object, of: DestinationSending = sending) =>
  senderThat(async () => {
    throw Object.assign(new Error('said so'), error);
  }).send(of);

describe('a delivery to AWS', () => {
  test('is a message with its attributes, grouped by resource and known by its event on a FIFO queue', async () => {
    const { send, called } = senderThat(async () => ({ MessageId: 'm', SequenceNumber: '1' }));
    const { error, response, timings, remote_address } = await send(sending);
    assert.deepEqual([error, remote_address, timings.first_byte_ms], [null, null, null]);
    assert.deepEqual([response?.status, response?.headers], [200, { 'x-amzn-requestid': 'req' }]);
    assert.equal(response?.body, '{"MessageId":"m","SequenceNumber":"1"}');
    const message = {
      QueueUrl: sending.address,
      MessageBody: sending.body,
      MessageAttributes: { 'webhook-id': { DataType: 'String', StringValue: 'evt_1' } },
    };
    const ordered = { MessageGroupId: 'card_1', MessageDeduplicationId: 'evt_1' };
    assert.deepEqual(called, [{ region: 'eu-west-1', input: { ...message, ...ordered } }]);
    const standard = sending.address.replace('.fifo', '');
    await send({ ...sending, address: standard });
    assert.deepEqual(called[1]?.input, { ...message, QueueUrl: standard });
  });

  test('is an entry whose detail is the body, in the region of the bus', async () => {
    const { send, called } = senderThat(async () => ({ EventId: 'e' }));
    assert.equal((await send(onBus)).error, null);
    const entry = {
      EventBusName: onBus.address,
      Source: onBus.source,
      DetailType: 'card.frozen',
      Detail: onBus.body,
    };
    const Time = new Date('2026-11-20T15:04:05.123Z');
    assert.deepEqual(called, [{ region: 'us-east-1', input: { ...entry, Time } }]);
  });

  test('fails where its entry failed, although the call succeeded', async () => {
    const { send } = senderThat(async () => ({
      ErrorCode: 'ThrottlingException',
      ErrorMessage: 'Rate exceeded',
    }));
    const { error, response } = await send(onBus);
    assert.deepEqual([error?.kind, response?.status], ['throttled', 200]);
    assert.equal(response?.body, '{"code":"ThrottlingException","message":"Rate exceeded"}');
  });

  test('never goes to the service’s own account, nor to what is no address any more', async () => {
    const { send, called } = senderThat(async () => ({}));
    for (const address of [
      sending.address.replace('111122223333', '123456789012'),
      'https://example.com/',
    ]) {
      const { error, response } = await send({ ...sending, address });
      assert.deepEqual([error?.kind, response], ['blocked_address', null]);
    }
    assert.deepEqual(called, []);
  });

  test('ends at its deadline', async () => {
    const { send } = senderThat(async (signal) => wait(60_000, {}, { signal }));
    const { error, duration_ms } = await send({ ...sending, deadline_ms: 20 });
    assert.equal(error?.kind, 'timeout');
    assert.ok(duration_ms < 10_000);
  });
});

describe('an error of AWS', () => {
  const answered: readonly (readonly [name: string, status: number, kind: string])[] = [
    ['AccessDenied', 403, 'access_denied'],
    ['AccessDeniedException', 400, 'access_denied'],
    ['KmsAccessDenied', 400, 'access_denied'],
    ['KMS.DisabledException', 400, 'access_denied'],
    ['NotAuthorizedForSourceException', 400, 'access_denied'],
    ['UnrecognizedClientException', 400, 'access_denied'],
    ['SomethingNew', 403, 'access_denied'],
    ['QueueDoesNotExist', 400, 'not_found'],
    ['AWS.SimpleQueueService.NonExistentQueue', 400, 'not_found'],
    ['ResourceNotFoundException', 400, 'not_found'],
    ['RequestThrottled', 403, 'throttled'],
    ['KmsThrottled', 400, 'throttled'],
    ['ThrottlingException', 400, 'throttled'],
    ['InvalidMessageContents', 400, 'rejected'],
    ['InternalFailure', 500, 'rejected'],
  ];
  for (const [name, httpStatusCode, kind] of answered)
    test(`${name} with ${httpStatusCode} is ${kind}`, async () => {
      const { error, response } = await failing({
        name,
        $metadata: { httpStatusCode, requestId: 'r' },
      });
      assert.deepEqual([error?.kind, response?.status], [kind, httpStatusCode]);
      assert.match(error?.message ?? '', new RegExp(`\\(${name.replaceAll('.', '\\.')}\\)\\.$`));
      assert.equal(response?.body, JSON.stringify({ code: name, message: 'said so' }));
    });

  const broken: readonly (readonly [code: string, kind: string])[] = [
    ['ENOTFOUND', 'dns'],
    ['EAI_AGAIN', 'dns'],
    ['ECONNREFUSED', 'connect'],
    ['ECONNRESET', 'connect'],
    ['EPIPE', 'connect'],
    ['ETIMEDOUT', 'timeout'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
  ];
  for (const [code, kind] of broken)
    test(`${code} of the connection is ${kind}`, async () => {
      const { error, response } = await failing({ code, $metadata: { attempts: 2 } });
      assert.deepEqual([error?.kind, response], [kind, null]);
    });

  test('of our own is none of the endpoint: it is thrown', async () => {
    for (const error of [{ name: 'TypeError' }, { name: 'CredentialsProviderError' }])
      await assert.rejects(failing(error), { name: error.name });
  });

  test('is kept up to the length that is kept of a response', async () => {
    const { response } = await failing({
      name: 'Long',
      message: 'x'.repeat(9_000),
      $metadata: { httpStatusCode: 400 },
    });
    assert.deepEqual([response?.body.length, (response?.body_bytes ?? 0) > 9_000], [4_096, true]);
  });
});
