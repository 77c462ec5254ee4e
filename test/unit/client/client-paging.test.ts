import assert from 'node:assert/strict';
import { createClient } from '../../../client/src/create-client.ts';
import { test } from '../../helpers/tests.ts';

/** A client of a list of so many pages of two items, and what each page was asked with. */
const clientOfPages = (count: number) => {
  const asked: Record<string, string>[] = [];
  const client = createClient({
    baseUrl: 'https://api.example/v1/',
    apiKey: 'sk',
    fetch: async (url) => {
      const query = new URL(String(url)).searchParams;
      asked.push(Object.fromEntries(query));
      const nth = Number(query.get('cursor') ?? 0);
      const data = [{ id: `cus_${nth}a` }, { id: `cus_${nth}b` }];
      const more = nth + 1 < count;
      return Response.json({
        object: 'list',
        data,
        has_more: more,
        next_cursor: more ? String(nth + 1) : null,
      });
    },
  });
  return { client, asked };
};

test('a list is iterated over all its pages, under the same filters', async () => {
  const { client, asked } = clientOfPages(3);
  const ids: string[] = [];
  for await (const { id } of client.customers.list({ query: { status: 'active', limit: 2 } }))
    ids.push(id);
  assert.deepEqual(ids, ['cus_0a', 'cus_0b', 'cus_1a', 'cus_1b', 'cus_2a', 'cus_2b']);
  const filters = { status: 'active', limit: '2' };
  assert.deepEqual(asked, [filters, { ...filters, cursor: '1' }, { ...filters, cursor: '2' }]);
});

test('an iteration that stops reads no further page', async () => {
  const { client, asked } = clientOfPages(3);
  for await (const { id } of client.customers.list()) if (id === 'cus_1a') break;
  assert.equal(asked.length, 2);
});

test('a list that is awaited is its first page', async () => {
  const { client, asked } = clientOfPages(3);
  const { body } = await client.customers.list();
  assert.deepEqual(
    [body.data.length, body.has_more, body.next_cursor, asked.length],
    [2, true, '1', 1],
  );
});

test('an error on a page ends the iteration', async () => {
  const fetch = async () => Response.json({ code: 'cursor_invalid' }, { status: 400 });
  const client = createClient({ baseUrl: 'https://api.example/v1/', apiKey: 'sk', fetch });
  const reading = async () => {
    for await (const _ of client.customers.list()) assert.fail('nothing came');
  };
  await assert.rejects(reading(), { code: 'cursor_invalid' });
});
