import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fedFunction, filters, reporting } from './helpers/fed.ts';
import {
  type FedStreams,
  fromStream,
  startFedStreams,
  streamArn,
  tableIn,
} from './helpers/fed-streams.ts';
import { queueArn, queueIn } from './helpers/queue-machine.ts';
import { declared } from './helpers/small-api-template.ts';
import { until } from './helpers/until.ts';

const deadLetters = { DestinationConfig: { OnFailure: { Destination: queueArn('given-up') } } };

let machine: FedStreams;
before(async () => {
  machine = await startFedStreams({
    functions: {
      plain: fedFunction,
      picky: fedFunction,
      stubborn: fedFunction,
      halving: fedFunction,
      reports: fedFunction,
    },
    template: {
      Parameters: {
        Stream: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/notes/stream' },
      },
    },
    resources: {
      Notes: tableIn('notes'),
      NotesStream: declared('AWS::SSM::Parameter', {
        Type: 'String',
        Name: '/notes/stream',
        Value: { 'Fn::GetAtt': ['Notes', 'StreamArn'] },
      }),
      ...fromStream('plain', { Ref: 'Stream' }, {}),
      GivenUp: queueIn('given-up'),
      Stubborn: tableIn('stubborn'),
      Halving: tableIn('halving'),
      Reports: tableIn('reports'),
      ...fromStream('stubborn', streamArn('stubborn'), {}),
      ...fromStream('halving', streamArn('halving'), {
        ...deadLetters,
        BisectBatchOnFunctionError: true,
        MaximumRetryAttempts: 1,
      }),
      ...fromStream('reports', streamArn('reports'), {
        ...reporting,
        ...deadLetters,
        MaximumRetryAttempts: 2,
      }),
      ...fromStream(
        'picky',
        { Ref: 'Stream' },
        filters({
          eventName: ['INSERT'],
          dynamodb: { NewImage: { schedule_shard: { S: [{ exists: true }] } } },
        }),
      ),
    },
  });
});
after(() => machine.stop());

describe('a stream', () => {
  test('gives its records to the function as Lambda does', async () => {
    await machine.put('notes', 'a', { text: { S: 'one' } });
    await machine.put('notes', 'a', { text: { S: 'two' } });
    await machine.remove('notes', 'a');
    await until(() => machine.records('plain').length === 3);
    const records = machine.records('plain');
    const about = {
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'eu-west-1',
      eventSourceARN: streamArn('notes'),
    };
    const shown = records.map(
      ({
        eventID,
        dynamodb: { ApproximateCreationDateTime, SizeBytes, ...dynamodb },
        ...record
      }) => {
        assert.match(eventID, /^[0-9a-f]{32}$/);
        assert.ok(
          Math.abs(ApproximateCreationDateTime * 1_000 - Date.now()) < 60_000 && SizeBytes > 0,
        );
        return { ...record, dynamodb };
      },
    );
    const sequences = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
    const Keys = { pk: { S: 'a' } };
    const more = (at: number) => ({
      Keys,
      SequenceNumber: sequences[at],
      StreamViewType: 'NEW_IMAGE',
    });
    assert.deepEqual(shown, [
      {
        ...about,
        eventName: 'INSERT',
        dynamodb: { ...more(0), NewImage: { ...Keys, text: { S: 'one' } } },
      },
      {
        ...about,
        eventName: 'MODIFY',
        dynamodb: { ...more(1), NewImage: { ...Keys, text: { S: 'two' } } },
      },
      { ...about, eventName: 'REMOVE', dynamodb: more(2) },
    ]);
    assert.equal(new Set(sequences).size, 3);
  });

  test('invokes nothing for what no filter wants', async () => {
    await machine.put('notes', 'plain', {});
    await machine.put('notes', 'marked', { schedule_shard: { S: '3' } });
    await machine.put('notes', 'marked', { schedule_shard: { S: '4' } });
    await machine.put('notes', 'number', { schedule_shard: { N: '4' } });
    await machine.put('notes', 'last', { schedule_shard: { S: '3' } });
    await until(() => machine.keys('picky').includes('last'));
    assert.deepEqual(machine.keys('picky'), ['marked', 'last']);
  });

  test('waits while its mapping is paused, and loses nothing', async () => {
    machine.local.mappings.pause('picky');
    const names = Array.from({ length: 5 }, (_, n) => `paused-${n}`);
    for (const name of names) await machine.put('notes', name, { schedule_shard: { S: '1' } });
    await until(() => machine.keys('plain').includes('paused-4'));
    assert.ok(!machine.keys('picky').some((key) => names.includes(key)), 'none while it is paused');
    machine.local.mappings.resume('picky');
    await until(() => machine.keys('picky').includes('paused-4'));
    assert.deepEqual(machine.keys('picky').slice(-5), names);
  });
});

describe('a batch of a stream', () => {
  test('is tried again and again, whole and in order, while nothing else is read', async () => {
    await machine.putTogether('stubborn', { one: {}, two: { throw: 2 }, three: {} });
    // A record from before the first reading would be of the same batch.
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

  test('is halved until the bad record is single and is given up', async () => {
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
    const {
      startSequenceNumber,
      endSequenceNumber,
      batchSize,
      streamArn: arn,
    } = failure.DDBStreamBatchInfo;
    const sequence = bad?.dynamodb.SequenceNumber;
    assert.deepEqual(
      [startSequenceNumber, endSequenceNumber, batchSize, arn],
      [sequence, sequence, 1, streamArn('halving')],
    );
  });

  test('goes on at the first record that the function reports, and gives up what never succeeds', async () => {
    await machine.putTogether('reports', {
      one: {},
      two: { report: 1 },
      three: {},
      four: { report: 99 },
      five: {},
    });
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
