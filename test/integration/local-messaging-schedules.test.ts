import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { lambda, resource } from '../helpers/data-resources.ts';
import { type Handler, type MessagingPlane, startMessagingPlane } from '../helpers/messaging-plane.ts';
import { lambdaArn, letEventsSend, queue, queueArn, rule } from '../helpers/messaging-resources.ts';
import { until } from '../helpers/until.ts';

const ruleArn = (name: string) => `arn:aws:events:eu-west-1:000000000000:rule/${name}`;
const scheduled = (name: string, ScheduleExpression: string, more: object = {}, target: object = {}) => [
  ...lambda(name, []),
  rule(name, { ScheduleExpression, ...more }, { Arn: lambdaArn(name), ...target }),
  resource('AWS::Lambda::Permission', `${name}-permission`, {
    FunctionName: lambdaArn(name),
    Principal: 'events.amazonaws.com',
    SourceArn: ruleArn(name),
  }),
];
const resources = [
  ...scheduled('often', 'rate(1 minute)'),
  ...scheduled('slow', 'cron(* * * * ? *)'),
  ...scheduled('off', 'rate(1 minute)', { State: 'DISABLED' }),
  ...scheduled('told', 'rate(1 day)', {}, { Input: '{"scope":"all"}' }),
  ...scheduled('fails', 'rate(1 day)').filter(
    ({ type }) => !type.startsWith('AWS::IAM') && type !== 'AWS::Lambda::Function',
  ),
  resource('AWS::Lambda::EventInvokeConfig', 'fails-config', {
    FunctionName: 'fails',
    Qualifier: '$LATEST',
    MaximumRetryAttempts: 1,
    DestinationConfig: { OnFailure: { Destination: queueArn('failures') } },
  }),
  ...lambda('fails', [{ Effect: 'Allow', Action: 'sqs:SendMessage', Resource: queueArn('failures') }]),
  queue('failures'),
  rule('to-queue', { ScheduleExpression: 'rate(1 day)' }, { Arn: queueArn('ticks') }),
  queue('ticks'),
  letEventsSend('ticks', ruleArn('to-queue')),
  resource('AWS::Scheduler::Schedule', 'nightly', {
    ScheduleExpression: 'cron(0 3 * * ? *)',
    Target: { Arn: lambdaArn('told'), RoleArn: 'arn:aws:iam::000000000000:role/x', Input: '{"by":"scheduler"}' },
  }),
];

const events = new Map<string, { resources?: string[] }[]>();
const slow = { active: 0, most: 0, release: (): void => {} };
const note = (name: string, answer: () => unknown = () => undefined): Record<string, Handler> => ({
  [name]: (event: { resources?: string[] }) => {
    events.set(name, [...(events.get(name) ?? []), event]);
    return answer();
  },
});
const count = (name: string): number => events.get(name)?.length ?? 0;

let plane: MessagingPlane;
before(async () => {
  const handlers = {
    ...note('often'),
    ...note('off'),
    ...note('told'),
    ...note('fails', () => assert.fail('always')),
    ...note('slow', async () => {
      slow.most = Math.max(slow.most, ++slow.active);
      await new Promise<void>((resolve) => (slow.release = resolve));
      slow.active -= 1;
    }),
  };
  // A minute of the schedules is a tenth of a second here.
  plane = await startMessagingPlane({ resources, handlers, clockSpeed: 600 });
});
after(() => plane.stop());

test('a rate comes again and again, with the event of its rule', async () => {
  await until(() => count('often') >= 3);
  const { id, time, ...event } = (events.get('often')?.[0] ?? {}) as Record<string, unknown>;
  assert.ok(id && time);
  assert.deepEqual(event, {
    version: '0',
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: '000000000000',
    region: 'eu-west-1',
    resources: [ruleArn('often')],
    detail: {},
  });
});

test('a disabled schedule never comes by itself, and every one comes when it is triggered', async () => {
  assert.equal(count('off'), 0);
  await plane.schedules.trigger('off');
  await plane.schedules.trigger('told');
  await plane.schedules.trigger('nightly');
  assert.equal(count('off'), 1);
  assert.deepEqual(events.get('told'), [{ scope: 'all' }, { by: 'scheduler' }]);
  await plane.schedules.trigger('to-queue');
  assert.equal(plane.queues.find(queueArn('ticks'))?.messages().length, 1);
  await assert.rejects(plane.schedules.trigger('never'), /There is no schedule never/);
});

test('a function that fails is tried again as its configuration says, and then told of', async () => {
  await plane.schedules.trigger('fails');
  assert.equal(count('fails'), 2);
  const [message] = plane.queues.find(queueArn('failures'))?.messages() ?? [];
  const report = JSON.parse(message?.body ?? '');
  assert.equal(report.requestContext.condition, 'RetriesExhausted');
  assert.equal(report.requestContext.functionArn, `${lambdaArn('fails')}:$LATEST`);
  assert.equal(report.requestPayload.resources[0], ruleArn('fails'));
  assert.equal(report.responsePayload.errorMessage, 'always');
});

test('a schedule that is still at work is not begun again, nor made up for', async () => {
  await until(() => slow.active === 1);
  const [began, ticks] = [count('slow'), count('often')];
  await until(() => count('often') >= ticks + 3);
  plane.schedules.stop();
  slow.release();
  await plane.schedules.trigger('told');
  assert.deepEqual([slow.most, slow.active, count('slow')], [1, 0, began]);
});
