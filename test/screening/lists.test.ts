import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { inPlace } from '../../bin/bundling.ts';
import { fetchLists } from '../../functions/app/jobs/jobs.ts';
import { synthesise } from '../../lib/app.ts';
import { functionName, physicalName } from '../../lib/environments.ts';
import { until } from '../../local/test/helpers/until.ts';
import { done, seen } from '../helpers/call.ts';
import { aTenant } from '../helpers/fixtures/tenants.ts';
import { aReadyVerification } from '../helpers/fixtures/verifications.ts';
import { startPublisher } from '../helpers/list-publisher.ts';
import type { Any } from '../helpers/printed-document.ts';
import { startService } from '../helpers/service.ts';

const publisher = await startPublisher();
const assembly = mkdtempSync(join(tmpdir(), 'lists-'));
const lists = { addresses: publisher.addresses };
const settings = { sandbox: { screening: 'lists', lists, webhookTargets: 'loopback_too' } };
await synthesise({ context: { ...inPlace, settings }, outdir: assembly });
const local = await startService({ assembly });
after(async () => {
  await local.stop();
  await publisher.stop();
  rmSync(assembly, { recursive: true });
});

/** Runs the job as its schedule does. */
const fetched = () => local.schedules.trigger(physicalName('sandbox', fetchLists.id));

test('a sandbox that searches lists verifies nobody before they came, and then leaves who is listed to an operator', async () => {
  const tenant = await aTenant(local);
  const { id, customer_id } = await aReadyVerification(tenant, {
    first_name: 'Zdenka',
    last_name: 'Prikladova',
    date_of_birth: '1970-02-03',
    nationality: 'CZ',
  });
  await done(tenant, `/verifications/${id}/submit`);
  const decide = functionName('sandbox', 'decide-verification');
  const message = { tenant_id: tenant.tenant_id, verification_id: id };
  const record = { messageId: '1', body: JSON.stringify(message) };
  const { payload: before } = await local.invoke(decide, { Records: [record] });
  assert.deepEqual(before, { batchItemFailures: [{ itemIdentifier: '1' }] }, 'it is tried again');
  assert.equal((await seen(tenant, `/verifications/${id}`)).status, 'processing');

  assert.deepEqual(
    (await fetched()).map(({ functionError }) => functionError),
    [undefined],
  );
  publisher.asked.length = 0;
  await fetched();
  assert.deepEqual(publisher.asked, [], 'once a day');
  const screening: Any = await until(async () => {
    await local.invoke(decide, { Records: [record] });
    return (await seen(tenant, `/screenings?customer_id=${customer_id}`)).data[0];
  }, 'the customer is screened');
  assert.deepEqual(
    [screening.status, screening.matches.map(({ list, entry_id }: Any) => [list, entry_id])],
    ['open', [['eu', 'EU.9001.1']]],
  );
  assert.match(screening.list_version, /^[0-9a-f]{32}$/);
});
