import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TableName } from '../../../functions/core/dynamodb/keys.ts';
import type { Local } from '../../../local/start.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { aTenant, type Tenant } from '../../helpers/fixtures/tenants.ts';
import {
  allKept,
  assertAbsent,
  itemsOf,
  linesOf,
  type Markers,
} from '../../helpers/personal-data-markers.ts';
import { startService } from '../../helpers/service.ts';
import { after, before, describe, test } from '../../helpers/tests.ts';
import { plantCards } from './cards.ts';
import { plantCustomers } from './customers.ts';
import { plantWebhooks } from './webhooks.ts';

/** The values that requests about a resource have left behind. */
export type Planted = {
  /** May be stored in the data, and in no log. */
  readonly personal: Markers;
  /** Lie nowhere in the clear. */
  readonly secrets: Markers;
  /** One of the personal data that the data have: what may be stored there is found. */
  readonly stored: string;
  /** The values that the logs name, so that they were looked at. */
  readonly reported: readonly string[];
  /** The answers, where no secret may be either. */
  readonly answers?: readonly string[];
  /** Stored in none of these tables. */
  readonly absent?: Readonly<Partial<Record<TableName, Markers>>>;
};

const folder = mkdtempSync(join(tmpdir(), 'markers-'));
let local: Local;
before(async () => {
  local = await startService({ memory: false, folder });
});
after(async () => {
  await local.stop();
  rmSync(folder, { recursive: true, force: true });
});

const plants: Readonly<Record<string, (local: Local, tenant: Tenant) => Promise<Planted>>> = {
  customers: plantCustomers,
  cards: plantCards,
  webhooks: plantWebhooks,
};

for (const [resource, plant] of Object.entries(plants))
  describe(resource, () => {
    let tenant: Tenant;
    let planted: Planted;
    before(async () => {
      tenant = await aTenant(local);
      planted = await plant(local, tenant);
    });

    test('no line that any function printed holds what a caller wrote, or a secret', async () => {
      for (const reported of [...planted.reported, tenant.tenant_id])
        await until(
          () => linesOf(local).some((line) => line.includes(reported)),
          `the logs name ${reported}`,
        );
      assertAbsent(linesOf(local), {
        ...planted.personal,
        ...planted.secrets,
        api_key: tenant.secret_key,
      });
    });

    test('no file or table of the data holds a secret in the clear, and no answer does', async () => {
      const kept = await allKept(local, folder);
      assertAbsent(kept, { ...planted.secrets, api_key: tenant.secret_key });
      assertAbsent(planted.answers ?? [], planted.secrets);
      assert.ok(
        kept.some((one) => one.includes(planted.stored)),
        'what may be stored there is found',
      );
      for (const [table, markers] of Object.entries(planted.absent ?? {})) {
        const items = await itemsOf(local, table as TableName);
        assert.ok(items.length > 0, table);
        assertAbsent(items, markers);
      }
    });
  });
