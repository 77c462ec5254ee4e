import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { type Local, startLocal } from '../../local/start.ts';
import { writeSmallAssembly } from '../helpers/small-assembly.ts';
import { smallPipeline } from '../helpers/small-pipeline.ts';
import { until } from '../helpers/until.ts';

const assembly = writeSmallAssembly(smallPipeline);
let local: Local;
before(async () => {
  local = await startLocal({ assembly: assembly.folder, memory: true, clockSpeed: 60 });
});
after(async () => {
  await local.stop();
  assembly.remove();
});

const write = async (id: string) => {
  const { endpoint, operator: credentials } = local;
  const client = new DynamoDBClient({ endpoint, region: 'eu-west-1', credentials });
  await client.send(new PutItemCommand({ TableName: 'small-notes', Item: { id: { S: id } } }));
  client.destroy();
};
const said = (line: string) => local.logs.lines().filter((each) => each.line.includes(line)).length;

test('a change in a table reaches a worker through stream, bus and queue', async () => {
  await write('first');
  await until(() => said('handled first of biz_1') === 1);
});

test('a relay killed in its call, and an entry that the bus refuses, lose no change', async () => {
  const killed = local.faults.add({ function: 'relay', operation: 'PutEvents', nth: 1, effect: 'kill-after' });
  const refused = local.faults.add({ service: 'bus', nth: 2, effect: 'throttle' });
  await write('second');
  await write('third');
  await until(() => said('handled second of biz_1') > 0 && said('handled third of biz_1') > 0);
  assert.deepEqual([killed.hits, refused.hits], [1, 1]);
  local.faults.clear();
});

test('a schedule runs its function, faster where the clock is faster', async () => {
  await until(() => said('Scheduled Event') > 1);
});
