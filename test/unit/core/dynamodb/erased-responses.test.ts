import assert from 'node:assert/strict';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { eraseCachedResponses } from '../../../../functions/app/redactions/table.ts';
import { tableName } from '../../../../functions/core/dynamodb/client.ts';
import { deflated } from '../../../../functions/core/dynamodb/compression.ts';
import { recordsPartition } from '../../../../functions/core/dynamodb/idempotency-records.ts';
import { UnreadableItem } from '../../../../functions/core/dynamodb/stored-form.ts';
import { eventOf } from '../../../../functions/core/outbox/content-table.ts';
import { storedOf } from '../../../helpers/stored/fixtures.ts';
import { testDatabase } from '../../../helpers/test-database.ts';
import { describe, test } from '../../../helpers/tests.ts';

// An erasure deletes each stored answer about its customer. It passes over an answer only if that is about somebody else.

const [{ item } = assert.fail()] = storedOf('event', 'document.updated');
const stored = eventOf(item);
const event = { ...stored, causation: { ...stored.causation, idempotency_key: 'key-1' } };
const { tenant_id, customer_id, resource } = event;
const pk = recordsPartition(tenant_id, 'key-1');
const body = (value: unknown) => deflated(JSON.stringify(value));
const other = 'doc_01kyyyyyyyyyyyyyyyyyyyyyyy';

const erased = async (sk: string, answer: object) => {
  const { db, connection } = testDatabase();
  const Item = { pk, sk, created_at: '2026-11-28T00:00:00.000Z', ...answer };
  await connection.client.send(new PutCommand({ TableName: tableName('idempotency'), Item }));
  return (await eraseCachedResponses(db, event)).map(({ key }) => key.sk);
};

describe('an answer is deleted', () => {
  const cases: readonly (readonly [name: string, sk: string, answer: object])[] = [
    ['by its resource', 'documents.create', { resource: { id: resource.id }, body: body({}) }],
    [
      'by the customer as its resource',
      'customers.create',
      { resource: { id: customer_id }, body: body({}) },
    ],
    ['by its path', `documents.create/${customer_id}`, { resource: null, body: body({}) }],
    [
      'by its path, without an id',
      `documents.create/${customer_id}`,
      { resource: {}, body: body({}) },
    ],
    [
      'by its body, without an id',
      'documents.create',
      { resource: {}, body: body({ id: resource.id }) },
    ],
    [
      'by its body, without a resource',
      'documents.create',
      { body: body({ data: { customer_id } }) },
    ],
    [
      'by its body, with no resource',
      'documents.create',
      { resource: null, body: body([{ customer_id }]) },
    ],
    [
      'by its body, with another id',
      'documents.create',
      { resource: { id: 7 }, body: body({ customer_id }) },
    ],
  ];
  for (const [name, sk, answer] of cases)
    test(name, async () => assert.deepEqual(await erased(sk, answer), [sk]));
});

describe('an answer about somebody else stays', () => {
  const cases: readonly (readonly [name: string, answer: object])[] = [
    ['of another resource', { resource: { id: other }, body: body({ id: other }) }],
    ['of another resource, without a body', { resource: { id: other } }],
    ['of no resource', { resource: null, body: body({ status: 'done' }) }],
  ];
  for (const [name, answer] of cases)
    test(name, async () => assert.deepEqual(await erased('documents.create', answer), []));
});

describe('the erasure fails where nothing says whom an answer is about', () => {
  const cases: readonly (readonly [name: string, answer: object])[] = [
    ['an empty resource', { resource: {}, body: body({ id: other }) }],
    ['an id of another type', { resource: { id: 7 }, body: body({ id: other }) }],
    ['no resource', { body: body({ id: other }) }],
    ['neither resource nor body', {}],
    ['no body', { resource: null }],
  ];
  for (const [name, answer] of cases)
    test(name, () =>
      assert.rejects(
        erased('documents.create', answer),
        (error: Error) => error instanceof UnreadableItem && !error.message.includes('key-1'),
      ),
    );
});
