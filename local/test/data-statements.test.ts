import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BatchExecuteStatementCommand, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { watchWrites } from '../dynamodb/writes.ts';
import { type DataPlane, startDataPlane } from './helpers/data-plane.ts';
import {
  allow,
  dataResources,
  lambda,
  leases,
  notes,
  tableArn,
  throughDynamoDb,
  writingKey,
} from './helpers/data-resources.ts';
import { until } from './helpers/until.ts';

const actions = ['dynamodb:PartiQLInsert', 'dynamodb:PartiQLUpdate', 'dynamodb:PartiQLDelete'];

let plane: DataPlane;
before(async () => {
  const grants = [allow(actions, [tableArn(notes), tableArn(leases)]), throughDynamoDb(writingKey)];
  plane = await startDataPlane([...dataResources(), ...lambda('writer', grants)]);
});
after(() => plane.stop());

const note = (pk: string, more: object = {}) => ({ pk, sk: '1', author: 'ada', title: 'one', ...more });
const put = (pk: string, more?: object) =>
  plane.client().send(new PutCommand({ TableName: notes, Item: note(pk, more) }));
const noteOf = async (pk: string) =>
  (await plane.client().send(new GetCommand({ TableName: notes, Key: { pk, sk: '1' } }))).Item;

const insert = (pk: string) => ({
  Statement: `INSERT INTO "${notes}" VALUE {'pk': ?, 'sk': ?, 'author': ?, 'title': ?}`,
  Parameters: [pk, '1', 'ada', 'one'],
});
/** As AWS documents it: a SET and a REMOVE for each attribute. */
const update = (pk: string, version: number) => ({
  Statement:
    `UPDATE "${notes}" SET "title"=? SET "set"=? SET "version"=? REMOVE "gone" REMOVE "never" ` +
    'WHERE "pk"=? AND "sk"=? AND "version"=?',
  Parameters: ['two?', { REMOVE: 'SET' }, version + 1, pk, '1', version],
});
const remove = (pk: string) => ({ Statement: `DELETE FROM "${notes}" WHERE "pk"=? AND "sk"=?`, Parameters: [pk, '1'] });
const leave = { Statement: `INSERT INTO "${leases}" VALUE {'pk': ?}`, Parameters: ['left'] };

const execute = (...Statements: { Statement: string; Parameters: unknown[] }[]) =>
  plane.client('writer').send(new BatchExecuteStatementCommand({ Statements }));

test('statements write each under its own condition, and cost what they write', async () => {
  await put('changed', { gone: true, version: 1 });
  await put('stale', { version: 2 });
  await put('there', { title: 'before' });
  const [call] = await plane.recorder.during(async () => {
    const { Responses = [] } = await execute(insert('made'), update('changed', 1), update('stale', 1), insert('there'));
    assert.deepEqual(
      Responses.map(({ Error: error }) => error?.Code),
      [undefined, undefined, 'ConditionalCheckFailed', 'DuplicateItem'],
    );
  });
  assert.deepEqual(await noteOf('made'), note('made'));
  assert.deepEqual(await noteOf('changed'), note('changed', { title: 'two?', set: { REMOVE: 'SET' }, version: 2 }));
  assert.deepEqual(await noteOf('stale'), note('stale', { version: 2 }));
  assert.deepEqual(await noteOf('there'), note('there', { title: 'before' }));
  assert.deepEqual([call?.operation, call?.tables], ['BatchExecuteStatement', [notes]]);
  assert.ok((call?.capacityUnits ?? 0) >= 4, `${call?.capacityUnits}`);
});

test('a batch of statements needs the action of each of them on its table', async () => {
  await put('deleted');
  const all = () => execute(insert(`new ${Math.random()}`), update('none', 1), remove('deleted'), leave);
  for (const action of actions) {
    const giveBack = plane.iam.revoke({ function: 'writer', action, resource: tableArn(notes) });
    await assert.rejects(all(), (error: Error) => error.message.includes(`perform: ${action} on resource`));
    giveBack();
  }
  const giveBack = plane.iam.revoke({
    function: 'writer',
    action: 'dynamodb:PartiQLInsert',
    resource: tableArn(leases),
  });
  await assert.rejects(all(), { name: 'AccessDeniedException' });
  giveBack();
  assert.ok(await noteOf('deleted'));
  await all();
  assert.equal(await noteOf('deleted'), undefined);
});

test('an index that lags shows what statements wrote when its time has come', async () => {
  const client = plane.client();
  const titles = async () => {
    const asked = { TableName: notes, IndexName: 'by_author', KeyConditionExpression: 'author = :author' };
    const { Items = [] } = await client.send(
      new QueryCommand({ ...asked, ExpressionAttributeValues: { ':author': 'eve' } }),
    );
    return Items.map(({ title }) => title);
  };
  await put('lagging', { author: 'eve', version: 1 });
  await plane.dynamodb.indexLag.set(300);
  await execute(update('lagging', 1), insert('beside'));
  assert.deepEqual(await titles(), ['one']);
  await until(async () => (await titles())[0] === 'two?');
  await plane.dynamodb.indexLag.release();
});

test('who reads a stream hears of statements', async () => {
  const { engine, writes } = watchWrites(plane.engine);
  let heard = 0;
  writes.on(notes, () => {
    heard += 1;
  });
  const { Statement, Parameters } = insert('heard');
  await engine.call('BatchExecuteStatement', {
    Statements: [{ Statement, Parameters: Parameters.map((S) => ({ S })) }],
  });
  assert.equal(heard, 1);
});
