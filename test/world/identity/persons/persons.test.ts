import '../../process.ts';
import assert from 'node:assert/strict';
import { done, seen } from '../../../helpers/call.ts';
import { aCompany, addedPerson, personBody } from '../../../helpers/fixtures/persons.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { storedIn } from '../../../helpers/tables.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();
const tenant = await service.aBusiness();

test('a person shows every field as it was sent, and its tax id by the last four', async () => {
  const fields = {
    roles: ['representative', 'owner'] as ('representative' | 'owner')[],
    ownership_percent: 33.33,
    title: 'Managing director',
    first_name: null,
    middle_name: 'Augusta',
    last_name: 'King',
    latin_name: { first_name: null, middle_name: 'AUGUSTA', last_name: 'KING' },
    date_of_birth: '1990-04-23',
    nationality: 'GB',
    email: 'ada@example.com',
    phone: '+441632960961',
    address: {
      line1: '1 Rue',
      line2: null,
      city: 'Paris',
      state: null,
      postal_code: '75001',
      country: 'FR',
    },
  };
  const person = await addedPerson(tenant, { ...fields, tax_id: '123-45-6789' });
  const { id, customer_id, created_at, updated_at, ...shown } = person;
  assert.deepEqual(shown, {
    object: 'person',
    version: 1,
    tax_id_last4: '6789',
    ...fields,
    verification: { status: 'unverified', level: null, verified_at: null },
  });
  assert.deepEqual(await seen(tenant, `/persons/${id}`), person);
  const stored = JSON.stringify(
    await storedIn(service, 'sandbox').items('resources', tenant.tenant_id),
  );
  assert.ok(!stored.includes('123-45-6789'), 'the tax id is stored encrypted');
});

test('persons of a business are listed page by page, newest first', async () => {
  const { id: customer } = await aCompany(tenant);
  const ids: string[] = [];
  for (const last_name of ['A', 'B', 'C'])
    ids.unshift((await addedPerson(tenant, { last_name }, customer)).id);
  const page = async (...cursor: (readonly [string, string])[]) =>
    (
      await tenant.call({
        method: 'GET',
        path: `/customers/${customer}/persons`,
        query: [['limit', '2'], ...cursor],
      })
    ).body;
  const first = await page();
  const rest = await page(['cursor', first.next_cursor]);
  assert.deepEqual(
    [...first.data, ...rest.data].map((one: Any) => one.id),
    ids,
  );
  assert.deepEqual([first.has_more, rest.has_more], [true, false]);
});

describe('a change of a person', () => {
  test('leaves other persons as they are', async () => {
    const { id: customer } = await aCompany(tenant);
    const [one, other] = [
      await addedPerson(tenant, {}, customer),
      await addedPerson(tenant, {}, customer),
    ];
    const change = { method: 'PATCH', path: `/persons/${one.id}`, body: { title: 'Chair' } };
    const { title, version } = (await tenant.call(change)).body;
    assert.deepEqual([title, version], ['Chair', 2]);
    assert.deepEqual(await seen(tenant, `/persons/${other.id}`), other);
  });

  test('of a share takes back what the business declared, which one event of the business says', async () => {
    const person = await addedPerson(tenant, { roles: ['owner'], ownership_percent: 60 });
    const path = `/customers/${person.customer_id}`;
    const declaring = await tenant.call({ method: 'PATCH', path, body: { owners_declared: true } });
    assert.match(declaring.body.owners_declared_at, /^2/);
    await tenant.call({
      method: 'PATCH',
      path: `/persons/${person.id}`,
      body: { ownership_percent: 59.5 },
    });
    assert.equal((await seen(tenant, path)).owners_declared_at, null);
    const { data } = await seen(tenant, `${path}/timeline`);
    assert.deepEqual(
      data
        .slice(0, 2)
        .map(({ type, previous }: Any) => [type, previous])
        .sort(),
      [
        ['customer.updated', { owners_declared_at: declaring.body.owners_declared_at }],
        ['person.updated', { ownership_percent: 60 }],
      ],
    );
  });
});

test('of owners added at the same moment as many stay as fit into 100', async () => {
  const { id: customer } = await aCompany(tenant);
  const body = personBody({ roles: ['owner'], ownership_percent: 30 });
  const adding = Array.from({ length: 5 }, (_, position) =>
    tenant.call({
      method: 'POST',
      path: `/customers/${customer}/persons`,
      body,
      headers: { 'idempotency-key': `owner-${customer}-${position}` },
    }),
  );
  const statuses = (await Promise.all(adding)).map(({ status }) => status).sort();
  assert.deepEqual(statuses, [201, 201, 201, 400, 400]);
  assert.equal((await seen(tenant, `/customers/${customer}/persons`)).data.length, 3);
});

test('a removed person is gone, which its business can read in the timeline, and another can take its place', async () => {
  const person = await addedPerson(tenant, { roles: ['representative'] });
  const path = `/customers/${person.customer_id}`;
  assert.equal(
    (await tenant.call({ method: 'DELETE', path: `/persons/${person.id}` })).status,
    204,
  );
  assert.equal(
    (await tenant.call({ method: 'GET', path: `/persons/${person.id}` })).body.code,
    'person_not_found',
  );
  assert.deepEqual((await seen(tenant, `${path}/persons`)).data, []);
  const { data } = await seen(tenant, `${path}/timeline`);
  assert.deepEqual(
    [data[0].type, data[0].resource.id, data[0].data.version],
    ['person.removed', person.id, 2],
  );
  assert.equal(
    (await done(tenant, `${path}/persons`, personBody({ roles: ['representative'] }))).version,
    1,
  );
});

test('a person of another business is not found', async () => {
  const person = await addedPerson(await service.aBusiness());
  for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
    const body = method === 'PATCH' ? { title: 'Chair' } : undefined;
    assert.equal((await tenant.call({ method, path: `/persons/${person.id}`, body })).status, 404);
  }
});

test('a phone number is refused wherever one is taken, unless it is in a numbering plan and in its E.164 form', async () => {
  const person = await addedPerson(tenant);
  const phones: readonly (readonly [string, number])[] = [
    ...([
      ['+4407911123456', 400],
      ['+9999999999999', 400],
      ['+441632960961', 200],
    ] as const),
  ];
  for (const [phone, expected] of phones) {
    const customer = { type: 'individual', first_name: 'Ada', last_name: 'King', phone };
    const calls = [
      ...([
        ['POST', '/customers', customer],
        ['PATCH', `/customers/${person.customer_id}`, { phone }],
      ] as const),
      ...([['POST', `/customers/${person.customer_id}/persons`, personBody({ phone })]] as const),
      ...([['PATCH', `/persons/${person.id}`, { phone }]] as const),
    ];
    for (const [method, path, body] of calls) {
      const answer = await tenant.call({ method, path, body });
      assert.equal(
        answer.status,
        method === 'POST' && expected === 200 ? 201 : expected,
        `${method} ${path} ${phone}`,
      );
      if (expected === 400) assert.deepEqual(answer.body.errors[0]?.pointer, '/phone');
    }
  }
});
