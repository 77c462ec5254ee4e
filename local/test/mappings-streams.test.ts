import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fedFunction, filters } from './helpers/fed.ts';
import { type FedStreams, fromStream, startFedStreams, streamArn, tableIn } from './helpers/fed-streams.ts';
import { until } from './helpers/until.ts';

let machine: FedStreams;
before(async () => {
  machine = await startFedStreams({
    functions: { plain: fedFunction, picky: fedFunction },
    template: { Parameters: { Stream: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/notes/stream' } } },
    resources: {
      Notes: tableIn('notes'),
      NotesStream: {
        Type: 'AWS::SSM::Parameter',
        Properties: { Type: 'String', Name: '/notes/stream', Value: { 'Fn::GetAtt': ['Notes', 'StreamArn'] } },
      },
      ...fromStream('plain', { Ref: 'Stream' }, {}),
      ...fromStream(
        'picky',
        { Ref: 'Stream' },
        filters({ eventName: ['INSERT'], dynamodb: { NewImage: { undispatched: { S: [{ exists: true }] } } } }),
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
      ({ eventID, dynamodb: { ApproximateCreationDateTime, SizeBytes, ...dynamodb }, ...record }) => {
        assert.match(eventID, /^[0-9a-f]{32}$/);
        assert.ok(Math.abs(ApproximateCreationDateTime * 1_000 - Date.now()) < 60_000 && SizeBytes > 0);
        return { ...record, dynamodb };
      },
    );
    const sequences = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
    const Keys = { pk: { S: 'a' } };
    const more = (at: number) => ({ Keys, SequenceNumber: sequences[at], StreamViewType: 'NEW_IMAGE' });
    assert.deepEqual(shown, [
      { ...about, eventName: 'INSERT', dynamodb: { ...more(0), NewImage: { ...Keys, text: { S: 'one' } } } },
      { ...about, eventName: 'MODIFY', dynamodb: { ...more(1), NewImage: { ...Keys, text: { S: 'two' } } } },
      { ...about, eventName: 'REMOVE', dynamodb: more(2) },
    ]);
    assert.equal(new Set(sequences).size, 3);
  });

  test('tells nobody of what no filter wants', async () => {
    await machine.put('notes', 'plain', {});
    await machine.put('notes', 'marked', { undispatched: { S: '3' } });
    await machine.put('notes', 'marked', { undispatched: { S: '4' } });
    await machine.put('notes', 'number', { undispatched: { N: '4' } });
    await machine.put('notes', 'last', { undispatched: { S: '3' } });
    await until(() => machine.keys('picky').includes('last'));
    assert.deepEqual(machine.keys('picky'), ['marked', 'last']);
  });

  test('stands still while its mapping is paused, and loses nothing', async () => {
    machine.local.mappings.pause('picky');
    const names = Array.from({ length: 5 }, (_, n) => `paused-${n}`);
    for (const name of names) await machine.put('notes', name, { undispatched: { S: '1' } });
    await until(() => machine.keys('plain').includes('paused-4'));
    assert.ok(!machine.keys('picky').some((key) => names.includes(key)), 'none while it is paused');
    machine.local.mappings.resume('picky');
    await until(() => machine.keys('picky').includes('paused-4'));
    assert.deepEqual(machine.keys('picky').slice(-5), names);
  });
});
