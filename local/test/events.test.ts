import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { BadConfiguration } from '../errors.ts';
import { type BusEvent, transformOf } from '../events/transform.ts';
import { startLocal } from '../start.ts';
import { arnOf, policyFor, ruleIn } from './helpers/event-templates.ts';
import {
  type QueueMachine,
  queueArn,
  queueIn,
  startQueueMachine,
} from './helpers/queue-machine.ts';
import { writeSmallAssembly } from './helpers/small-assembly.ts';

let machine: QueueMachine;

const cards = { 'detail-type': ['card.frozen', 'card.opened'] };

before(async () => {
  machine = await startQueueMachine({
    Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'news' } },
    Cards: queueIn('cards'),
    Tenants: queueIn('tenants'),
    Missed: queueIn('missed'),
    Closed: queueIn('closed'),
    Uploads: queueIn('uploads'),
    CardRule: ruleIn(cards, {
      Arn: arnOf('Cards'),
      SqsParameters: { MessageGroupId: '$.detail.tenant_id' },
    }),
    TenantRule: ruleIn(
      { detail: { tenant_id: ['biz_1'] } },
      {
        Arn: arnOf('Tenants'),
        InputTransformer: { InputPathsMap: { t: '$.detail-type' }, InputTemplate: '{"type":<t>}' },
        SqsParameters: { MessageGroupId: 'all' },
      },
    ),
    ClosedRule: ruleIn(
      { source: ['closed'] },
      { Arn: arnOf('Closed'), DeadLetterConfig: { Arn: arnOf('Missed') } },
    ),
    GoneRule: ruleIn(
      { source: ['gone'] },
      { Arn: queueArn('nobody'), DeadLetterConfig: { Arn: arnOf('Missed') } },
    ),
    OffRule: ruleIn(
      { source: ['bank'] },
      { Arn: arnOf('Cards') },
      { State: 'DISABLED', EventBusName: 'news' },
    ),
    UploadRule: ruleIn({ source: ['storage'] }, { Arn: arnOf('Uploads') }, {}),
    CardPolicy: policyFor('Cards', 'CardRule', 'OffRule'),
    TenantPolicy: policyFor('Tenants', 'TenantRule'),
    // It names another rule than the one that wants to send.
    ClosedPolicy: policyFor('Closed', 'CardRule'),
    MissedPolicy: policyFor('Missed', 'ClosedRule', 'GoneRule'),
    UploadPolicy: policyFor('Uploads', 'UploadRule'),
  });
});

after(() => machine.stop());

const put = (...entries: Partial<PutEventsRequestEntry>[]) => {
  const whole = { EventBusName: 'news', Source: 'bank', DetailType: 'card.frozen', Detail: '{}' };
  return machine.events.send(
    new PutEventsCommand({ Entries: entries.map((entry) => ({ ...whole, ...entry })) }),
  );
};

const take = async (name: string) => {
  const asked = { max: 10, wait_ms: 0 };
  const messages = await machine.queue(name).receive(asked);
  machine.queue(name).purge();
  return messages.map((message) => ({ ...message, event: JSON.parse(message.body) }));
};

test('an event reaches the queues of all rules that it fits, whole or transformed, in its group', async () => {
  const Time = new Date('2026-01-02T03:04:05.678Z');
  const answer = await put(
    { Detail: '{"tenant_id":"biz_1"}', Resources: ['arn:x'], Time },
    { DetailType: 'other' },
  );
  assert.equal(answer.FailedEntryCount, 0);
  const [id] = (answer.Entries ?? []).map(({ EventId }) => EventId);
  const [card, ...none] = await take('cards');
  assert.deepEqual(none, []);
  assert.deepEqual(card?.event, {
    version: '0',
    id,
    'detail-type': 'card.frozen',
    source: 'bank',
    account: '000000000000',
    time: '2026-01-02T03:04:05Z',
    region: 'eu-west-1',
    resources: ['arn:x'],
    detail: { tenant_id: 'biz_1' },
  });
  assert.equal(card?.attributes.MessageGroupId, 'biz_1');
  const tenants = await take('tenants');
  assert.deepEqual(
    tenants.map(({ event, attributes }) => [event, attributes.MessageGroupId]),
    [[{ type: 'card.frozen' }, 'all']],
  );
});

test('the default bus is there, and is not the other one', async () => {
  await put({ EventBusName: undefined, Source: 'storage' }, { Source: 'storage', DetailType: 'x' });
  assert.equal((await take('uploads')).length, 1);
  const byArn = 'arn:aws:events:eu-west-1:000000000000:event-bus/default';
  await put({ EventBusName: byArn, Source: 'storage' });
  assert.equal((await take('uploads')).length, 1);
});

test('what a queue does not let in goes to the dead letters of the target, with the reason', async () => {
  await put({ Source: 'closed', DetailType: 'x', Detail: '{"a":1}' });
  assert.deepEqual(await take('closed'), []);
  const [message] = await take('missed');
  assert.deepEqual(message?.event.detail, { a: 1 });
  const { RULE_ARN, TARGET_ARN, ERROR_CODE } = message?.messageAttributes ?? {};
  assert.equal(ERROR_CODE?.StringValue, 'NO_PERMISSIONS');
  assert.equal(TARGET_ARN?.StringValue, queueArn('closed'));
  assert.match(RULE_ARN?.StringValue ?? '', /:rule\/news\/small-ClosedRule$/);
});

test('what goes to a queue that is not there goes to the dead letters too', async () => {
  await put({ Source: 'gone', DetailType: 'x' });
  const [message] = await take('missed');
  assert.equal(message?.messageAttributes.ERROR_CODE?.StringValue, 'NO_RESOURCE');
});

test('a message between bus and queue can be lost', async () => {
  const fault = machine.local.faults.add({ service: 'queue', operation: 'cards', effect: 'lose' });
  await put({});
  fault.remove();
  assert.equal(fault.hits, 1);
  assert.deepEqual(await take('cards'), []);
});

test('an entry that is wrong fails alone', async () => {
  const { FailedEntryCount, Entries = [] } = await put(
    { DetailType: 'card.opened' },
    { Detail: '{' },
    { Detail: '[]' },
    { Source: '' },
    { Source: 'aws.ec2' },
    { EventBusName: 'nobody' },
  );
  assert.equal(FailedEntryCount, 5);
  assert.deepEqual(
    Entries.map(({ ErrorCode }) => ErrorCode),
    [
      undefined,
      ...[
        'MalformedDetail',
        'MalformedDetail',
        'InvalidArgument',
        'NotAuthorizedForSourceException',
        'InvalidArgument',
      ],
    ],
  );
  assert.deepEqual(
    (await take('cards')).map(({ event }) => event['detail-type']),
    ['card.opened'],
  );
});

test('more than ten entries or more than 1 MB are rejected as a whole', async () => {
  await assert.rejects(put(), { name: 'ValidationException' });
  await assert.rejects(put(...Array.from({ length: 11 }, () => ({}))), {
    name: 'ValidationException',
  });
  const half = JSON.stringify({ x: 'x'.repeat(512 * 1024) });
  await assert.rejects(put({ Detail: half }, { Detail: half }), { name: 'ValidationException' });
  assert.deepEqual(await take('cards'), []);
});

describe('an input', () => {
  const sent: BusEvent = {
    version: '0' as const,
    id: '1',
    account: '0',
    time: '2026-01-01T00:00:00Z',
    region: 'eu-west-1',
    source: 'bank',
    'detail-type': 'x',
    resources: ['arn:one'],
    detail: { name: 'a "b"', n: 1, o: { p: [1] } },
  };
  const made = (settings: object): string => transformOf(settings, 'it')(sent);
  const template = (InputTemplate: string, InputPathsMap = {}) =>
    made({ InputTransformer: { InputTemplate, InputPathsMap } });

  test('is the event, or what a template makes of parts of it', () => {
    assert.deepEqual(JSON.parse(made({})), sent);
    const paths = {
      name: '$.detail.name',
      o: '$.detail.o',
      first: '$.detail.o.p[0]',
      none: '$.detail.none',
    };
    assert.deepEqual(
      JSON.parse(template('{"name":<name>,"o":<o>,"first":<first>,"none":<none>}', paths)),
      {
        name: 'a "b"',
        o: { p: [1] },
        first: 1,
        none: '',
      },
    );
  });

  test('with a variable in a text, without a path, or that is no JSON is rejected', () => {
    for (const text of [
      '{"a":"<name>"}',
      '{"a":<odd>}',
      '{"a":<name>x}',
      '{"a":<aws.events.rule-arn>}',
    ])
      assert.throws(() => template(text, { name: '$.detail.name' }), BadConfiguration, text);
    assert.throws(() => template('<all>', { all: '$.detail[*]' }), BadConfiguration);
  });
});

test('a rule that cannot be run as AWS would is rejected in one sentence', async () => {
  const queue = { Cards: queueIn('cards') };
  const odd = [
    ruleIn(cards, { Arn: 'arn:aws:lambda:eu-west-1:000000000000:function:x' }, {}),
    ruleIn(cards, { Arn: arnOf('Cards'), RoleArn: 'arn:aws:iam::000000000000:role/x' }, {}),
    ruleIn(cards, { Arn: arnOf('Cards') }, { EventBusName: 'nobody' }),
    ruleIn({ source: [{ cidr: '10.0.0.0/8' }] }, { Arn: arnOf('Cards') }, {}),
  ];
  for (const Rule of odd) {
    const assembly = writeSmallAssembly({ functions: {}, resources: { ...queue, Rule } });
    await assert.rejects(startLocal({ assembly: assembly.folder, memory: true }), {
      name: 'BadConfiguration',
    });
    assembly.remove();
  }
});
