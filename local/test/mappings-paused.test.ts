import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attribute, fedFunction, mappingIn, obedient } from './helpers/fed.ts';
import { fromStream, startFedStreams, streamArn, tableIn } from './helpers/fed-streams.ts';
import { until } from './helpers/until.ts';

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
        Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'queue', VisibilityTimeout: 6 } },
        QueueMapping: mappingIn('queued', attribute('Queue')),
        Rule: {
          Type: 'AWS::Events::Rule',
          Properties: {
            Name: 'ticks',
            ScheduleExpression: 'rate(1 minute)',
            Targets: [{ Id: 't', Arn: attribute('ticking') }],
          },
        },
        MayTick: {
          Type: 'AWS::Lambda::Permission',
          Properties: {
            Action: 'lambda:InvokeFunction',
            FunctionName: { Ref: 'ticking' },
            Principal: 'events.amazonaws.com',
            SourceArn: attribute('Rule'),
          },
        },
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
  for (const name of ['second', 'queued', 'ticking']) assert.deepEqual(machine.events(name), [], name);
  for (const name of ['second', 'queued']) local.mappings.resume(name);
  await until(() => machine.keys('second').length === 2 && machine.events('queued').length === 1);
  await local.schedules.trigger('ticks');
  assert.equal((await machine.eventsOf('ticking', 1)).length, 1);
  await machine.stop();
});
