import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../local/test/helpers/until.ts';
import { fileOf } from '../../helpers/document-files.ts';
import { aCustomer, aTenant, type Tenant } from '../../helpers/given.ts';
import { completePerson } from '../../helpers/given-verified.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { sharedService } from '../../helpers/service.ts';

const local = await sharedService();

const file = fileOf('passport.jpg');

/** What a caller fills in where a body leaves null: it knows its file and nothing else. */
const known: Readonly<Record<string, unknown>> = { content_type: 'image/jpeg', size_bytes: file.length };
const filled = (body: Any) =>
  body && Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value ?? known[name] ?? null]));

/** Makes the call that a requirement holds, and sends the file wherever an answer holds an upload link. */
const follow = async (tenant: Tenant, { method, path, body }: Any): Promise<string> => {
  const call = { method, path: `/${path}`, ...(body && { body: filled(body) }) };
  const answer = await tenant.call(call);
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
  if (answer.body.upload) {
    const { url, headers, method: put } = answer.body.upload;
    const sent = await fetch(url, { method: put, headers, body: new Uint8Array(file) });
    assert.equal(sent.status, 200, await sent.text());
  }
  return `${method} ${path.replaceAll(/_[0-9a-z]{26}/g, '')}`;
};

/** Follows the first requirement until nothing is due: all that it knows is what the answers say. */
const followToTheEnd = async (tenant: Tenant, customerId: string, feature: string): Promise<string[]> => {
  const calls: string[] = [];
  const path = `/customers/${customerId}/features/${feature}`;
  for (;;) {
    const found = await until(async () => {
      const { body } = await tenant.call({ method: 'GET', path });
      const waits = body.requirements.currently_due.length === 0 && body.requirements.pending_verification.length > 0;
      return !waits && body;
    }, 'what waits on the service is done');
    const [first] = found.requirements.currently_due;
    if (!first) {
      const activated = await tenant.call({ method: 'POST', path: `${path}/activate` });
      assert.equal(activated.body.status, 'active', activated.text);
      return calls;
    }
    calls.push(await follow(tenant, first.resolve_with));
    assert.ok(calls.length < 20, calls.join('\n'));
  }
};

test('whoever only makes the calls that the answers hold gets a customer its cards', async () => {
  const tenant = await aTenant(local);
  const { id } = await aCustomer(tenant, completePerson());
  const calls = await followToTheEnd(tenant, id, 'virtual_cards');
  assert.deepEqual(
    calls.filter((call) => call !== 'GET documents/doc'),
    [
      'POST customers/cus/documents',
      'POST customers/cus/documents',
      'POST customers/cus/verifications',
      'POST verifications/idv/submit',
    ],
  );
});

test('the same way leads on to what a higher level allows', async () => {
  const tenant = await aTenant(local);
  const { id } = await aCustomer(tenant, completePerson());
  await followToTheEnd(tenant, id, 'virtual_cards');
  const calls = await followToTheEnd(tenant, id, 'higher_limits');
  assert.deepEqual(
    calls.filter((call) => call !== 'GET documents/doc'),
    ['POST customers/cus/documents', 'POST customers/cus/verifications', 'POST verifications/idv/submit'],
  );
});
