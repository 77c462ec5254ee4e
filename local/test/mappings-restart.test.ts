import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { attribute, fedFunction, mappingIn, obedient } from './helpers/fed.ts';
import {
  type FedStreams,
  fromStream,
  startFedStreams,
  streamArn,
  tableIn,
} from './helpers/fed-streams.ts';
import { declared } from './helpers/small-api-template.ts';
import { until } from './helpers/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'fed-'));
after(() => rmSync(folder, { recursive: true }));

/** A machine over the same folder as the one before; `late` is fed from where the stream ended at its first start. */
const start = (withLate: boolean): Promise<FedStreams> =>
  startFedStreams(
    {
      functions: { early: fedFunction, ...(withLate && { late: fedFunction }) },
      resources: {
        Notes: tableIn('notes'),
        ...fromStream('early', streamArn('notes'), {}),
        ...(withLate && fromStream('late', streamArn('notes'), { StartingPosition: 'LATEST' })),
      },
    },
    { folder },
  );

/** Every function has answered, so what it was given is confirmed. */
const allRead = ({ local }: FedStreams) =>
  until(
    () => local.pool.instances().every(({ state }) => state() === 'idle'),
    'every instance is idle',
  );

test('a restart goes on where every mapping was, with what nobody had read', async () => {
  const first = await start(false);
  await first.put('notes', 'one', {});
  await until(() => first.keys('early').includes('one'));
  await allRead(first);
  first.local.mappings.pause('early');
  await first.put('notes', 'two', {});
  await first.stop();

  const second = await start(true);
  second.local.mappings.pause('late');
  await until(() => second.keys('early').includes('two'));
  assert.deepEqual(second.keys('early'), ['two']);
  await second.put('notes', 'three', {});
  await until(() => second.keys('early').includes('three'));
  await allRead(second);
  await second.stop();
  assert.deepEqual(second.keys('late'), []);

  const third = await start(true);
  await third.put('notes', 'four', {});
  await until(() => third.keys('late').includes('four') && third.keys('early').includes('four'));
  assert.deepEqual(third.keys('late'), ['three', 'four']);
  assert.deepEqual(third.keys('early'), ['four']);
  await third.stop();
});

test('a batch that was cut off by the end of the machine comes again after it', async () => {
  const first = await start(true);
  await first.put('notes', 'cut', {
    order: { S: JSON.stringify({ until: join(folder, 'never') }) },
  });
  await until(() => first.keys('early').includes('cut'));
  await first.stop();
  const second = await start(true);
  await until(() => second.keys('early').includes('cut'));
  await second.stop();
});

/** A minute is a millisecond for it. */
const fast = { Environment: { Variables: { CLOCK_SPEED: '60000' } } };

test('a machine that feeds nothing begins with a function as soon as it is resumed', async () => {
  const { local, ...machine } = await startFedStreams(
    {
      functions: {
        first: fedFunction,
        second: fedFunction,
        queued: fedFunction,
        ticking: { source: obedient, properties: fast },
      },
      resources: {
        Notes: tableIn('notes'),
        ...fromStream('first', streamArn('notes'), {}),
        ...fromStream('second', streamArn('notes'), {}),
        Queue: {
          Type: 'AWS::SQS::Queue',
          Properties: { QueueName: 'queue', VisibilityTimeout: 30 },
        },
        QueueMapping: mappingIn('queued', attribute('Queue')),
        Rule: declared('AWS::Events::Rule', {
          Name: 'ticks',
          ScheduleExpression: 'rate(1 minute)',
          Targets: [{ Id: 't', Arn: attribute('ticking') }],
        }),
        MayTick: declared('AWS::Lambda::Permission', {
          Action: 'lambda:InvokeFunction',
          FunctionName: { Ref: 'ticking' },
          Principal: 'events.amazonaws.com',
          SourceArn: attribute('Rule'),
        }),
      },
    },
    { memory: true, feeds: false },
  );
  local.queues.byArn('arn:aws:sqs:eu-west-1:000000000000:queue')?.send('{}');
  await machine.put('notes', 'one', {});
  local.mappings.resume('first');
  await until(() => machine.keys('first').includes('one'));
  await machine.put('notes', 'two', {});
  await until(() => machine.keys('first').includes('two'));
  for (const name of ['second', 'queued', 'ticking'])
    assert.deepEqual(machine.events(name), [], name);
  for (const name of ['second', 'queued']) local.mappings.resume(name);
  await until(() => machine.keys('second').length === 2 && machine.events('queued').length === 1);
  await local.schedules.trigger('ticks');
  assert.equal((await machine.eventsOf('ticking', 1)).length, 1);
  await machine.stop();
});
