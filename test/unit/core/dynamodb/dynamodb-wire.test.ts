import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { connect, database } from '../../../../functions/core/dynamodb/client.ts';
import { AlreadyDone, commit } from '../../../../functions/core/dynamodb/commit.ts';
import { idempotencyRecordKey } from '../../../../functions/core/dynamodb/idempotency-records.ts';
import { isNew } from '../../../../functions/core/dynamodb/writes.ts';
import { logger } from '../../../../functions/core/logging.ts';
import { customerKeys } from '../../../../functions/identity/customers/table.ts';
import { issuerTable } from '../../../../functions/issuing/issuers/records.ts';
import { after, test } from '../../../helpers/tests.ts';
import '../../../helpers/table-names.ts';

type Turn = (response: ServerResponse, request: IncomingMessage) => void;

/** The server's reaction to each request in turn, and the requests it was sent. */
const turns: Turn[] = [];
const asked: { ClientRequestToken?: string }[] = [];

const server = createServer(async (request, response) => {
  asked.push((await json(request)) as (typeof asked)[number]);
  turns.shift()?.(response, request);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => {
  server.close();
  server.closeAllConnections();
});

Object.assign(process.env, {
  AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
});
const connection = connect();
connection.shards.know('biz', '');

const answer =
  (status: number, body: object): Turn =>
  (response) => {
    response
      .writeHead(status, { 'content-type': 'application/x-amz-json-1.0' })
      .end(JSON.stringify(body));
  };
const cutOff: Turn = (_response, request) => request.socket.destroy();
const record = {
  key: idempotencyRecordKey('biz', 'key', 'customers.create', []),
  item: { body: '{}' },
};
const write = {
  kind: 'put',
  key: customerKeys.customer('biz', 'cus'),
  item: {},
  when: isNew,
} as const;
const tryIt = () =>
  commit(
    connection,
    { writes: [write], conditions: [], record },
    { now: new Date(), deadline: Date.now() + 60_000 },
  );

test('the record that a rejected transaction brings back is read as it was written', async () => {
  turns.push(
    answer(400, {
      __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
      Message: 'Transaction cancelled',
      CancellationReasons: [
        {
          Code: 'ConditionalCheckFailed',
          Item: { status_code: { N: '201' }, body: { S: '{"a":1}' }, etag: { NULL: true } },
        },
        { Code: 'None' },
      ],
    }),
  );
  await assert.rejects(tryIt(), (error: unknown) => {
    assert.ok(error instanceof AlreadyDone);
    assert.deepEqual(error.record, { status_code: 201, body: '{"a":1}', etag: null });
    return true;
  });
});

test('a commit whose answer is cut off is sent again under its token, by the client and by us', async () => {
  asked.length = 0;
  const busy = answer(400, {
    __type: 'com.amazonaws.dynamodb.v20120810#TransactionInProgressException',
  });
  turns.push(cutOff, busy, busy, cutOff, answer(200, {}));
  await tryIt();
  assert.equal(asked.length, 5);
  assert.equal(new Set(asked.map(({ ClientRequestToken }) => ClientRequestToken)).size, 1);
  assert.ok(asked[0]?.ClientRequestToken);
});

test('keys that DynamoDB had no time for are asked for again', async () => {
  const key = { pk: { S: 'biz/customer' }, sk: { S: 'cus' } };
  turns.push(
    answer(200, {
      Responses: {},
      UnprocessedKeys: { 'test-resources': { Keys: [key], ConsistentRead: true } },
    }),
    answer(200, {
      Responses: { 'test-resources': [{ ...key, version: { N: '1' } }] },
      UnprocessedKeys: {},
    }),
  );
  const items = await database(connection).batch([customerKeys.customer('biz', 'cus')]);
  assert.deepEqual(items, [{ pk: 'biz/customer', sk: 'cus', version: 1 }]);
});

test('each attempt that DynamoDB throttles is counted with its tables, also what a retry hides', async (t) => {
  const lines: object[] = [];
  t.mock.method(logger, 'warn', (_: string, fields: object) => void lines.push(fields));
  const throttled = answer(400, { __type: 'com.amazonaws.dynamodb.v20120810#ThrottlingException' });
  const canceled = (Code: string) =>
    answer(400, {
      __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code }],
    });
  turns.push(
    throttled,
    canceled('ThrottlingError'),
    canceled('TransactionConflict'),
    answer(200, {}),
  );
  await tryIt();
  const tables = ['test-idempotency', 'test-resources'];
  const [first] = lines as [Readonly<Record<string, unknown>>];
  assert.deepEqual(
    lines.map((line) => ({ ...line, _aws: undefined, environment: undefined })),
    [1, 2].map(() => ({
      event: 'dynamodb_throttled',
      tables,
      throttled: 1,
      _aws: undefined,
      environment: undefined,
    })),
  );
  assert.match(
    JSON.stringify(first._aws),
    /"Dimensions":\[\["environment"\]\],"Metrics":\[\{"Name":"throttled"/,
  );
  const key = { pk: { S: 'biz/customer' }, sk: { S: 'cus' } };
  turns.push(
    answer(200, { UnprocessedKeys: { 'test-resources': { Keys: [key] } } }),
    answer(400, {
      __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
    }),
    answer(200, { Responses: {} }),
  );
  await database(connection).batch([customerKeys.customer('biz', 'cus')]);
  assert.equal(lines.length, 4);
  turns.push(throttled, answer(200, {}));
  await issuerTable((row) => row).find('crd');
  assert.deepEqual((lines[4] as typeof first | undefined)?.tables, [process.env.ISSUER_TABLE]);
});
