import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  APIGatewayClient,
  GetRestApisCommand,
  GetStageCommand,
  UpdateStageCommand,
} from '@aws-sdk/client-api-gateway';
import {
  DisableRuleCommand,
  EnableRuleCommand,
  EventBridgeClient,
  ListRulesCommand,
} from '@aws-sdk/client-eventbridge';
import {
  LambdaClient,
  ListEventSourceMappingsCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { attribute, obedient } from './helpers/fed.ts';
import { type FedQueues, fromQueue, startFedQueues } from './helpers/fed-queues.ts';
import { declared } from './helpers/small-api-template.ts';
import { until } from './helpers/until.ts';

/** Takes longer than the period of its schedule. */
const slow = `exports.handler = async () => {
  console.log('EVENT {}');
  await new Promise((go) => setTimeout(go, 50));
};`;

const folder = mkdtempSync(join(tmpdir(), 'switches-'));
const api = { RestApiId: { Ref: 'Api' } };
let machine: FedQueues;
before(async () => {
  machine = await startFedQueues({
    functions: {
      fed: { source: obedient, properties: { Timeout: 30 } },
      ticking: {
        source: slow,
        properties: { Environment: { Variables: { CLOCK_SPEED: '3000' } } },
      },
      page: { source: `exports.handler = async () => ({ statusCode: 200, body: '' });` },
    },
    methods: {
      'GET /page': { function: 'page', open: true },
      'GET /scarce': { function: 'page', open: true },
    },
    resources: {
      ...fromQueue('fed', { BatchSize: 1 }, { VisibilityTimeout: 30 }),
      Rule: declared('AWS::Events::Rule', {
        Name: 'ticking',
        ScheduleExpression: 'rate(1 minute)',
        Targets: [{ Id: 't', Arn: attribute('ticking') }],
      }),
      Permission: declared('AWS::Lambda::Permission', {
        Action: 'lambda:InvokeFunction',
        FunctionName: { Ref: 'ticking' },
        Principal: 'events.amazonaws.com',
        SourceArn: attribute('Rule'),
      }),
      Api: declared('AWS::ApiGateway::RestApi', { Name: 'small' }),
      Stage: declared('AWS::ApiGateway::Stage', {
        ...api,
        StageName: 'v1',
        DeploymentId: { Ref: 'Deployment' },
        MethodSettings: [
          {
            HttpMethod: '*',
            ResourcePath: '/*',
            ThrottlingRateLimit: 50,
            ThrottlingBurstLimit: 100,
          },
          {
            HttpMethod: 'GET',
            ResourcePath: '/~1scarce',
            ThrottlingRateLimit: 5,
            ThrottlingBurstLimit: 9,
          },
        ],
      }),
    },
  });
});
after(async () => {
  await machine.stop();
  rmSync(folder, { recursive: true });
});

const settings = () => ({
  endpoint: machine.local.endpoint,
  region: 'eu-west-1',
  maxAttempts: 1,
  credentials: machine.local.operator,
});
const asFunction = () => ({ ...settings(), credentials: machine.local.credentialsOf('page') });

test('a mapping that is disabled ends its batches, then feeds nothing until it is enabled', async () => {
  const lambda = new LambdaClient(settings());
  const list = async () =>
    (await lambda.send(new ListEventSourceMappingsCommand({}))).EventSourceMappings ?? [];
  const [mapping] = await list();
  const shown = { State: mapping?.State, source: mapping?.EventSourceArn?.split(':').at(-1) };
  assert.deepEqual(shown, { State: 'Enabled', source: 'fed-queue' });
  assert.match(String(mapping?.FunctionArn), /:function:fed$/);
  const enable = (Enabled: boolean) =>
    lambda.send(new UpdateEventSourceMappingCommand({ UUID: mapping?.UUID, Enabled }));
  const gate = join(folder, 'gate');
  machine.order('fed', { until: gate });
  await machine.eventsOf('fed', 1);
  assert.equal((await enable(false)).State, 'Disabling');
  assert.equal((await list())[0]?.State, 'Disabling', 'its batch has not ended');
  writeFileSync(gate, '');
  await until(async () => (await list())[0]?.State === 'Disabled', 'the batch ended');
  machine.order('fed', {});
  assert.equal(machine.queue('fed-queue').depth().visible, 1);
  assert.equal((await enable(true)).State, 'Enabled');
  await machine.eventsOf('fed', 2);
  await assert.rejects(
    lambda.send(new UpdateEventSourceMappingCommand({ UUID: 'none', Enabled: true })),
    {
      name: 'ResourceNotFoundException',
    },
  );
  await assert.rejects(
    lambda.send(new UpdateEventSourceMappingCommand({ UUID: mapping?.UUID, BatchSize: 5 })),
    {
      name: 'InvalidParameterValueException',
    },
  );
  await assert.rejects(
    new LambdaClient(asFunction()).send(new ListEventSourceMappingsCommand({})),
    {
      name: 'AccessDeniedException',
    },
  );
});

test('a rule that is disabled runs no more until it is enabled', async () => {
  const events = new EventBridgeClient(settings());
  const list = async (NamePrefix: string) =>
    (await events.send(new ListRulesCommand({ NamePrefix }))).Rules ?? [];
  const [rule] = await list('tick');
  const shown = {
    Name: rule?.Name,
    State: rule?.State,
    ScheduleExpression: rule?.ScheduleExpression,
  };
  assert.deepEqual(shown, {
    Name: 'ticking',
    State: 'ENABLED',
    ScheduleExpression: 'rate(1 minute)',
  });
  assert.deepEqual(await list('tock'), []);
  await machine.eventsOf('ticking', 2);
  for (const _ of [1, 2]) await events.send(new DisableRuleCommand({ Name: 'ticking' }));
  assert.equal((await list(''))[0]?.State, 'DISABLED');
  // One that was running has ended when a run after it has.
  await machine.local.schedules.trigger('ticking');
  const { length } = machine.events('ticking');
  for (const _ of [1, 2, 3]) await machine.local.schedules.trigger('ticking');
  assert.equal(machine.events('ticking').length, length + 3);
  await events.send(new EnableRuleCommand({ Name: 'ticking' }));
  await machine.eventsOf('ticking', length + 5);
  await assert.rejects(events.send(new DisableRuleCommand({ Name: 'none' })), {
    name: 'ResourceNotFoundException',
  });
  await assert.rejects(events.send(new ListRulesCommand({ Limit: 5 })), {
    name: 'ValidationException',
  });
  await assert.rejects(
    new EventBridgeClient(asFunction()).send(new DisableRuleCommand({ Name: 'ticking' })),
    {
      name: 'AccessDeniedException',
    },
  );
});

test('a stage that is throttled to nothing rejects every call, and takes its limits back', async () => {
  const gateway = new APIGatewayClient(settings());
  const { items: [found] = [] } = await gateway.send(new GetRestApisCommand({}));
  assert.equal(found?.name, 'small');
  const stage = { restApiId: found?.id, stageName: 'v1' };
  const limits = async () => (await gateway.send(new GetStageCommand(stage))).methodSettings;
  const before = await limits();
  assert.deepEqual(before, {
    '*/*': { throttlingRateLimit: 50, throttlingBurstLimit: 100 },
    '~1scarce/GET': { throttlingRateLimit: 5, throttlingBurstLimit: 9 },
  });
  const replace = (path: string, value: number) => ({
    op: 'replace' as const,
    path,
    value: String(value),
  });
  const patch = (...patchOperations: ReturnType<typeof replace>[]) =>
    gateway.send(new UpdateStageCommand({ ...stage, patchOperations }));
  const set = (setting: string, rate: number, burst: number) =>
    patch(
      replace(`/${setting}/throttling/rateLimit`, rate),
      replace(`/${setting}/throttling/burstLimit`, burst),
    );
  const statusOf = async (path: string) =>
    (await fetch(`${machine.local.environments.sandbox?.base_url}${path}`)).status;
  assert.equal(await statusOf('page'), 200);
  await set('*/*', 0, 0);
  assert.deepEqual(
    [await statusOf('page'), await statusOf('scarce')],
    [429, 200],
    'a method with its own limit',
  );
  await set('~1scarce/GET', 0, 0);
  assert.equal(await statusOf('scarce'), 429);
  await set('~1scarce/GET', 5, 9);
  await set('*/*', 50, 100);
  assert.deepEqual(await limits(), before);
  assert.deepEqual([await statusOf('page'), await statusOf('scarce')], [200, 200]);
  // Whole or not at all, and nothing but throttles.
  const unknown = patch(
    replace('/*/*/throttling/rateLimit', 0),
    replace('/*/*/logging/loglevel', 1),
  );
  await assert.rejects(unknown, { name: 'UnknownOperationException' });
  assert.deepEqual(await limits(), before);
  await assert.rejects(gateway.send(new GetStageCommand({ ...stage, stageName: 'v2' })), {
    name: 'NotFoundException',
  });
  await assert.rejects(new APIGatewayClient(asFunction()).send(new GetStageCommand(stage)), {
    name: 'AccessDeniedException',
  });
});
