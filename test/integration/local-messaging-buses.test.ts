import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Resource } from '../../local/aws-service.ts';
import { busCalls, entry } from '../helpers/bus-calls.ts';
import { allow, lambda, resource } from '../helpers/data-resources.ts';
import { type MessagingPlane, startMessagingPlane } from '../helpers/messaging-plane.ts';
import { bus, lambdaArn, letEventsSend, queue, queueArn, queuePolicy, rule } from '../helpers/messaging-resources.ts';
import { until } from '../helpers/until.ts';

const ruleArn = (name: string) => `arn:aws:events:eu-west-1:000000000000:rule/house/${name}`;
const rootArn = 'arn:aws:iam::000000000000:root';
const on = (EventPattern: object, more: object = {}) => ({ EventBusName: 'house', EventPattern, ...more });

const resources: Resource[] = [
  bus('house'),
  ...['whole', 'part', 'made', 'closed', 'other-rule', 'dead', 'objects'].map((name) => queue(name)),
  letEventsSend('whole'),
  letEventsSend('part', ruleArn('part')),
  letEventsSend('made'),
  letEventsSend('other-rule', ruleArn('another')),
  letEventsSend('dead'),
  queue('stranger'),
  queuePolicy('stranger', [
    { ...allow('sqs:SendMessage', queueArn('stranger')), Principal: { Service: 's3.amazonaws.com', AWS: rootArn } },
  ]),
  rule('strange', on({ 'detail-type': ['strange'] }), {
    Arn: queueArn('stranger'),
    DeadLetterConfig: { Arn: queueArn('dead') },
  }),
  letEventsSend('objects'),
  rule('whole', on({ source: ['test'] }), {
    Arn: queueArn('whole'),
    SqsParameters: { MessageGroupId: '$.detail.tenant_id' },
  }),
  rule('part', on({ 'detail-type': [{ prefix: 'card.' }] }), { Arn: queueArn('part'), InputPath: '$.detail' }),
  rule('made', on({ 'detail-type': ['made'] }), {
    Arn: queueArn('made'),
    InputTransformer: {
      InputPathsMap: { id: '$.id', tenant: '$.detail.tenant_id', all: '$.detail', none: '$.detail.none' },
      InputTemplate: '{"text":"of <tenant><none>","tenant":<tenant>,"all":<all>,"rule":"<aws.events.rule-name>"}',
    },
  }),
  rule('off', on({ source: ['test'] }, { State: 'DISABLED' }), { Arn: queueArn('part') }),
  rule('closed', on({ 'detail-type': ['closed'] }), {
    Arn: queueArn('closed'),
    DeadLetterConfig: { Arn: queueArn('dead') },
  }),
  rule('other', on({ 'detail-type': ['closed'] }), { Arn: queueArn('other-rule') }),
  rule('objects', { EventPattern: { source: ['aws.s3'] } }, { Arn: queueArn('objects') }),
  rule('called', on({ 'detail-type': ['call'] }), { Arn: lambdaArn('called') }),
  rule('uncalled', on({ 'detail-type': ['call'] }), { Arn: lambdaArn('uncalled') }),
  resource('AWS::Lambda::Permission', 'called-permission', {
    Action: 'lambda:InvokeFunction',
    FunctionName: lambdaArn('called'),
    Principal: 'events.amazonaws.com',
    SourceArn: ruleArn('called'),
  }),
  ...lambda('called', []),
  ...lambda('uncalled', []),
];

let plane: MessagingPlane;
const calls: string[] = [];
before(async () => {
  const handlers = {
    called: (event: { detail: { n: number } }) => {
      calls.push(`called ${event.detail.n}`);
      if (calls.length < 3) throw new Error('not yet');
    },
    uncalled: () => void calls.push('uncalled'),
  };
  plane = await startMessagingPlane({ resources, handlers });
});
after(() => plane.stop());
afterEach(() => {
  plane.data.faults.clear();
  for (const each of plane.queues.all) each.purge();
});

const { put, taken } = busCalls(() => plane);

test('an event reaches the queue of its rule whole, in the group that the rule names', async () => {
  const Time = new Date('2026-03-04T05:06:07.890Z');
  const sent = await put([{ ...entry('thing.made', { tenant_id: 'biz_1' }), Time, Resources: ['r'] }]);
  const [message, ...more] = await taken('whole');
  assert.equal(more.length, 0);
  assert.equal(message?.group, 'biz_1');
  assert.deepEqual(JSON.parse(message?.body ?? ''), {
    version: '0',
    id: sent.Entries?.[0]?.EventId,
    'detail-type': 'thing.made',
    source: 'test',
    account: '000000000000',
    time: '2026-03-04T05:06:07Z',
    region: 'eu-west-1',
    resources: ['r'],
    detail: { tenant_id: 'biz_1' },
  });
  assert.deepEqual(await taken('part'), []);
});

test('a rule sends a part, or what its template makes of the event', async () => {
  await put([entry('card.made', { a: { b: [1] } }), entry('made', { tenant_id: 'biz_"1"' })]);
  assert.deepEqual(
    (await taken('part')).map(({ body }) => body),
    ['{"a":{"b":[1]}}'],
  );
  assert.deepEqual(JSON.parse((await taken('made'))[0]?.body ?? ''), {
    text: 'of biz_"1"',
    tenant: 'biz_"1"',
    all: { tenant_id: 'biz_"1"' },
    rule: 'made',
  });
});

test('a queue whose policy does not let the rule in gets nothing, and the dead-letter queue is told why', async (t) => {
  const errors = t.mock.method(console, 'error', () => {});
  await put([entry('closed', { n: 1 })]);
  assert.deepEqual([await taken('closed'), await taken('other-rule')], [[], []]);
  const [dead] = await taken('dead');
  assert.equal(JSON.parse(dead?.body ?? '').detail.n, 1);
  assert.equal(dead?.attributes?.ERROR_CODE?.StringValue, 'NO_PERMISSIONS');
  assert.equal(dead?.attributes?.RULE_ARN?.StringValue, ruleArn('closed'));
  assert.match(String(errors.mock.calls[0]?.arguments[0]), /was dropped: The policy of .*other-rule does not let/);
});

test('a queue that lets in others does not let in rules', async () => {
  await put([entry('strange')]);
  assert.deepEqual([(await taken('stranger')).length, (await taken('dead')).length], [0, 1]);
});

test('what a service puts on the default bus reaches its rules, and those of no other bus', async () => {
  const detail = { bucket: { name: 'documents' } };
  plane.buses.putDefault({ source: 'aws.s3', detailType: 'Object Created', detail, region: 'eu-west-1' });
  plane.buses.putDefault({ source: 'test', detailType: 'x', detail, region: 'eu-west-1' });
  assert.deepEqual(
    (await taken('objects')).map(({ body }) => JSON.parse(body).detail),
    [detail],
  );
  assert.deepEqual(await taken('whole'), []);
});

test('a function is called where its permission lets the rule, and again when it fails', async (t) => {
  t.mock.method(console, 'error', () => {});
  await put([entry('call', { n: 7 })]);
  await until(() => calls.length === 3);
  assert.deepEqual(calls, ['called 7', 'called 7', 'called 7']);
});
