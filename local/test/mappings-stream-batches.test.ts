import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fedFunction, reporting } from './helpers/fed.ts';
import { type FedStreams, fromStream, startFedStreams, streamArn, tableIn } from './helpers/fed-streams.ts';
import { queueArn, queueIn } from './helpers/queue-machine.ts';
import { until } from './helpers/until.ts';

const deadLetters = { DestinationConfig: { OnFailure: { Destination: queueArn('given-up') } } };

let machine: FedStreams;
before(async () => {
  machine = await startFedStreams({
    functions: { stubborn: fedFunction, halving: fedFunction, reports: fedFunction },
    resources: {
      GivenUp: queueIn('given-up'),
      ...fromStream('stubborn', streamArn('stubborn'), {}),
      Stubborn: tableIn('stubborn'),
      ...fromStream('halving', streamArn('halving'), {
        ...deadLetters,
        BisectBatchOnFunctionError: true,
        MaximumRetryAttempts: 1,
      }),
      Halving: tableIn('halving'),
      ...fromStream('reports', streamArn('reports'), { ...reporting, ...deadLetters, MaximumRetryAttempts: 2 }),
      Reports: tableIn('reports'),
    },
  });
});
after(() => machine.stop());

describe('a batch of a stream', () => {
  test('is tried again and again, whole and in order, while nothing else is read', async () => {
    await machine.putTogether('stubborn', { one: {}, two: { throw: 2 }, three: {} });
    // What comes before the first reading would be of the same batch.
    await machine.eventsOf('stubborn', 1);
    await machine.put('stubborn', 'after', {});
    await machine.eventsOf('stubborn', 4);
    const whole = ['one', 'two', 'three'];
    assert.deepEqual(machine.batches('stubborn'), [whole, whole, whole, ['after']]);
  });

  test('comes again when the process dies in its middle', async () => {
    const before = machine.events('stubborn').length;
    await machine.putTogether('stubborn', { slow: { until: '/nowhere/ever' } });
    await machine.eventsOf('stubborn', before + 1);
    const [busy] = machine.local.pool
      .instances()
      .filter(({ of, state }) => of.name === 'stubborn' && state() === 'busy');
    await machine.local.pool.kill(busy?.id ?? '');
    await machine.eventsOf('stubborn', before + 2);
    assert.deepEqual(machine.batches('stubborn').slice(before, before + 2), [['slow'], ['slow']]);
  });

  test('is halved until the bad record stands alone and is given up', async () => {
    const orders = { one: {}, two: {}, bad: { throw: 99 }, four: {}, five: {} };
    await machine.putTogether('halving', orders);
    const failure = await machine.givenUp('halving');
    await machine.eventsOf('halving', 6);
    assert.deepEqual(machine.batches('halving'), [
      ['one', 'two', 'bad', 'four', 'five'],
      ['one', 'two', 'bad'],
      ['one', 'two'],
      ['bad'],
      ['bad'],
      ['four', 'five'],
    ]);
    const [bad] = machine.records('halving').filter(({ dynamodb }) => dynamodb.Keys.pk.S === 'bad');
    assert.deepEqual(
      [failure.requestContext.condition, failure.requestContext.approximateInvokeCount],
      ['RetryAttemptsExhausted', 2],
    );
    assert.equal(failure.responseContext.functionError, 'Unhandled');
    const { startSequenceNumber, endSequenceNumber, batchSize, streamArn: arn } = failure.DDBStreamBatchInfo;
    const sequence = bad?.dynamodb.SequenceNumber;
    assert.deepEqual(
      [startSequenceNumber, endSequenceNumber, batchSize, arn],
      [sequence, sequence, 1, streamArn('halving')],
    );
  });

  test('goes on at the first record that the function reports, and gives up what never succeeds', async () => {
    await machine.putTogether('reports', { one: {}, two: { report: 1 }, three: {}, four: { report: 99 }, five: {} });
    const failure = await machine.givenUp('reports');
    assert.equal(failure.DDBStreamBatchInfo.batchSize, 2);
    assert.deepEqual(machine.batches('reports'), [
      ['one', 'two', 'three', 'four', 'five'],
      ['two', 'three', 'four', 'five'],
      ['four', 'five'],
      ['four', 'five'],
      ['four', 'five'],
    ]);
    await machine.put('reports', 'six', {});
    await until(() => machine.keys('reports').includes('six'));
  });
});
