import assert from 'node:assert/strict';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { saveDelivery } from '../../../functions/delivery/deliveries/table.ts';
import { ended } from '../../../functions/delivery/recoveries/model.ts';
import { saveRecovery } from '../../../functions/delivery/recoveries/table.ts';
import { environments, physicalName } from '../../../lib/environments.ts';
import type { Local } from '../../../local/start.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { done, seen as shown } from '../call.ts';
import { aStoredAuthorization } from '../fixtures/authorizations.ts';
import { aCardToken, aStoredCardToken } from '../fixtures/card-tokens.ts';
import { aStoredCard, theCardholder } from '../fixtures/cards.ts';
import { aCustomer, individual } from '../fixtures/customers.ts';
import { aRecovery, aStoredDelivery } from '../fixtures/deliveries.ts';
import { aDecidedDocument } from '../fixtures/documents.ts';
import { anOnboardingLink } from '../fixtures/onboarding.ts';
import {
  administer,
  aRegisteredTenant,
  aRestrictedKey,
  aTenant,
  type Tenant,
} from '../fixtures/tenants.ts';
import { type Seen, scanned } from './seen.ts';

const day_ms = 24 * 60 * 60_000;

const address = {
  line1: '1 St James’s Square',
  line2: 'Flat 2',
  city: 'London',
  postal_code: 'SW1Y 4JH',
  country: 'GB',
};
const ada = { first_name: 'Ada', middle_name: 'Augusta', last_name: 'Lovelace', nationality: 'GB' };
const reached = { email: 'ada@example.com', phone: '+442079460000', address, tax_id: 'QQ123456C' };

/** Customers of whom everything is known, and one of each way in which they end. */
const fullCustomers = async (tenant: Tenant): Promise<void> => {
  const said = { ...reached, metadata: { plan: 'gold', region: 'north' } };
  const full = (external_id: string) =>
    aCustomer(tenant, individual({ ...said, ...ada, date_of_birth: '1990-04-23', external_id }));
  await full('customer-1');
  const { id: suspended } = await full('customer-2');
  await done(tenant, `/customers/${suspended}/suspend`, { reason: 'As the police asked' });
  const { id: closed } = await full('customer-3');
  await done(tenant, `/customers/${closed}/close`, { reason: 'As the customer asked' });
  const { id: redacted } = await full('customer-4');
  for (const action of ['close', 'redact']) await done(tenant, `/customers/${redacted}/${action}`);
  await until(
    async () => (await shown(tenant, `/customers/${redacted}`)).redaction.status === 'done',
    'the customer is redacted',
    300_000,
  );
  await fullBusiness(tenant, said);
};

const fullBusiness = async (tenant: Tenant, said: object): Promise<void> => {
  const { id } = await aCustomer(tenant, {
    type: 'business',
    legal_name: 'Analytical Engines Ltd',
    registration_number: '01234567',
    incorporation_country: 'GB',
    entity_type: 'private_company',
    industry_code: '6201',
    website: 'https://engines.example.com',
    ownership_exemption: 'other',
    external_id: 'business-1',
    ...said,
  });
  const person = { ...ada, ...reached, date_of_birth: '1990-04-23', title: 'Director' };
  await done(tenant, `/customers/${id}/persons`, {
    ...person,
    roles: ['representative', 'owner'],
    ownership_percent: 62.5,
  });
  await done(tenant, `/customers/${id}/persons`, {
    ...person,
    first_name: 'Mary',
    roles: ['director'],
  });
  await tenant.call({ method: 'PATCH', path: `/customers/${id}`, body: { owners_declared: true } });
};

/** Cards, tokens and authorizations that wait for more than one step, or for days. */
const longCards = async (tenant: Tenant): Promise<void> => {
  const { id: card_id, customer_id } = await aStoredCard(tenant, {
    customer_id: (await theCardholder(tenant)).id,
  });
  await aStoredCardToken(tenant, {
    status: 'requested',
    reported_status: aCardToken().reported_status,
  });
  await aStoredAuthorization(tenant, { card_id, customer_id, status: 'expired' });
  await done(tenant, `/customers/${customer_id}/suspend`);
  await until(
    async () => (await shown(tenant, `/cards/${card_id}`)).status === 'blocked',
    'the card is blocked',
    120_000,
  );
};

/** Deliveries and a recovery that ended as it takes days to end. */
const endedDeliveries = async ({ tenant_id, put }: Tenant): Promise<void> => {
  const over = {
    tenant_id,
    scheduled_at: null,
    next_attempt_at: null,
    completed_at: new Date().toISOString(),
  };
  const ids = {
    failed: 'dlv_01jd5fq7k9e8xv3m2n4p6r8t0w',
    canceled: 'dlv_01jd5fq7k9e8xv3m2n4p6r8t0x',
  } as const;
  await put([
    saveDelivery(
      aStoredDelivery({
        ...over,
        id: ids.failed,
        status: 'failed',
        attempts_made: 11,
        schedule_step: 11,
      }),
    ),
    saveDelivery(aStoredDelivery({ ...over, id: ids.canceled, status: 'canceled' })),
  ]);
  const recovery = await aRecovery({ tenant_id, put });
  await put([saveRecovery(ended(recovery, 'fail', 'The webhook was deleted.', new Date()))]);
};

/** An order as it is while its cancelation is in flight: `claimOrder` sets its state. */
const cancelingOrder = async (local: Local, { byState }: Seen): Promise<void> => {
  const { item } = byState.get('card-order open') ?? assert.fail('no order is open');
  const region = environments.sandbox.region;
  const client = new DynamoDBClient({
    endpoint: local.endpoint,
    region,
    credentials: local.operator,
  });
  const Item = { ...item, state: { S: 'canceling' } };
  await client.send(new PutItemCommand({ TableName: physicalName('sandbox', 'resources'), Item }));
  client.destroy();
};

/** The actions of operators on a business. */
const administered = async (local: Local, seen: Seen): Promise<void> => {
  await aRegisteredTenant(local, 'live');
  const tenant = await aRegisteredTenant(local);
  const { tenant_id } = tenant;
  await aRestrictedKey(tenant, ['customers:read'], { allowed_ips: ['192.0.2.0/24'] });
  const { tenant_id: other } = await aRegisteredTenant(local);
  await administer(local, { command: 'suspend', tenant_id: other });
  await administer(local, { command: 'rotate', tenant_id });
  await administer(local, { command: 'shards', tenant_id, count: 2 });
  await scanned(local, seen);
};

/** Makes what no route and no worker makes at once. */
export const rareStates = async (local: Local, seen: Seen): Promise<void> => {
  await administered(local, seen);
  await fullCustomers(await aTenant(local));
  const tenant = await aTenant(local);
  await aDecidedDocument(tenant, { outcome: 'rejected', reason: 'unreadable' });
  await longCards(await aTenant(local));
  await endedDeliveries(tenant);
  await anOnboardingLink(tenant, { expires_in_seconds: 300 });
  await done(tenant, '/simulations/clock', {
    advance_to: new Date(Date.now() + 2 * day_ms).toISOString(),
  });
  await cancelingOrder(local, seen);
  await scanned(local, seen);
};
