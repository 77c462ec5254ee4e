import { randomUUID } from 'node:crypto';
import type { Call } from './call.ts';
import { cardErrors } from './errors/cards.ts';
import { verificationErrors } from './errors/verifications.ts';
import type { AnyRoute } from './examples.ts';
import { aStoredAuthorization } from './fixtures/authorizations.ts';
import { aStoredParcel } from './fixtures/cards.ts';
import { aCustomer, individual } from './fixtures/customers.ts';
import { aDelivery, aDeliveryInFlight, aRecovery } from './fixtures/deliveries.ts';
import { aDecidedDocument, documentBody } from './fixtures/documents.ts';
import type { Tenant } from './fixtures/tenants.ts';
import { aWebhook, makeRoom, webhookBody } from './fixtures/webhooks.ts';

/** What the path alone can be refused for: `/customers/{customer_id}` for `customer_not_found`. */
type OfPath<Path extends string> = Path extends `${string}{${infer ResourceType}_id}${infer Rest}`
  ? `${ResourceType}_not_found` | OfPath<Rest>
  : never;

/** The refusals a route declares beyond those that every route's declaration brings. */
type OwnErrors<R extends AnyRoute> = Exclude<R['errors'][number], OfPath<R['path']>>;

type Provocations = {
  readonly [R in AnyRoute as [OwnErrors<R>] extends [never] ? never : R['id']]: {
    readonly [Code in OwnErrors<R>]: (tenant: Tenant) => Promise<Call>;
  };
};

const acting = (action: string, status: 'active' | 'suspended' | 'closed') => ({
  action_not_allowed: async (tenant: Tenant) => {
    const { id } = await aCustomer(tenant, undefined, status);
    return { method: 'POST', path: `/customers/${id}/${action}` };
  },
});

const ofFeature =
  (method: string, end: string, status: 'active' | 'suspended' = 'active') =>
  async (tenant: Tenant) => {
    const { id } = await aCustomer(tenant, undefined, status);
    return { method, path: `/customers/${id}/features/${end}` };
  };

const actingOnWebhook = (action: string, status: 'enabled' | 'disabled') => ({
  action_not_allowed: async (tenant: Tenant) => {
    const { id } = await aWebhook(tenant, {}, status);
    return { method: 'POST', path: `/webhooks/${id}/${action}` };
  },
});

/** A call that is refused so, for each refusal of a route's own. A refusal that nothing provokes does not compile. */
const ownErrors: Provocations = {
  ...cardErrors,
  ...verificationErrors,
  'customers.create': {
    external_id_taken: async (tenant) => {
      const { external_id } = await aCustomer(tenant, individual({ external_id: randomUUID() }));
      return { method: 'POST', path: '/customers', body: individual({ external_id }) };
    },
  },
  'customers.update': {
    external_id_taken: async (tenant) => {
      const { external_id } = await aCustomer(tenant, individual({ external_id: randomUUID() }));
      const { id } = await aCustomer(tenant);
      return { method: 'PATCH', path: `/customers/${id}`, body: { external_id } };
    },
    action_not_allowed: async (tenant) => {
      const { id } = await aCustomer(tenant, undefined, 'closed');
      return { method: 'PATCH', path: `/customers/${id}`, body: { phone: null } };
    },
  },
  'customer-features.get': { feature_not_found: ofFeature('GET', 'nothing') },
  'customer-features.activate': {
    feature_not_found: ofFeature('POST', 'nothing/activate'),
    feature_requirements_due: ofFeature('POST', 'virtual_cards/activate'),
    feature_ineligible: ofFeature('POST', 'virtual_cards/activate', 'suspended'),
  },
  'customer-features.deactivate': { feature_not_found: ofFeature('POST', 'nothing/deactivate') },
  'customers.suspend': acting('suspend', 'suspended'),
  'customers.reactivate': acting('reactivate', 'active'),
  'customers.close': acting('close', 'closed'),
  'customers.redact': acting('redact', 'active'),
  'documents.create': {
    action_not_allowed: async (tenant) => {
      const { id } = await aCustomer(tenant, undefined, 'closed');
      return { method: 'POST', path: `/customers/${id}/documents`, body: documentBody() };
    },
  },
  'simulations.document': {
    action_not_allowed: async (tenant) => {
      const { id } = await aDecidedDocument(tenant);
      return { method: 'POST', path: `/simulations/documents/${id}`, body: { outcome: 'accepted' } };
    },
  },
  'simulations.shipping': {
    action_not_allowed: async (tenant) => {
      const { id } = await aStoredParcel(tenant, 'delivered');
      return { method: 'POST', path: `/simulations/cards/${id}/shipping`, body: { status: 'returned' } };
    },
  },
  'simulations.settlement': {
    action_not_allowed: async (tenant) => {
      const { id } = await aStoredAuthorization(tenant, { status: 'closed' });
      return { method: 'POST', path: `/simulations/authorizations/${id}`, body: { status: 'reversed' } };
    },
  },
  'webhooks.create': {
    webhook_limit_reached: async (tenant) => {
      const another = { method: 'POST', path: '/webhooks', body: webhookBody() };
      while ((await tenant.call(another)).status === 201);
      return another;
    },
    webhook_not_found: async (tenant) => {
      await makeRoom(tenant);
      const headers = { 'idempotency-key': randomUUID() };
      const creation = { method: 'POST', path: '/webhooks', body: webhookBody(), headers };
      const { body } = await tenant.call(creation);
      await tenant.call({ method: 'DELETE', path: `/webhooks/${body.id}` });
      return creation;
    },
  },
  'webhooks.enable': actingOnWebhook('enable', 'enabled'),
  'webhooks.disable': actingOnWebhook('disable', 'disabled'),
  'webhooks.test': actingOnWebhook('test', 'disabled'),
  'webhooks.recover': {
    action_not_allowed: async (tenant) => {
      const { id } = await aWebhook(tenant, {}, 'disabled');
      const body = { scope: 'failed', since: '2026-01-01T00:00:00Z' };
      return { method: 'POST', path: `/webhooks/${id}/recover`, body };
    },
  },
  'recoveries.cancel': {
    action_not_allowed: async (tenant) => {
      const { id } = await aRecovery(tenant);
      const path = `/recoveries/${id}/cancel`;
      await tenant.call({ method: 'POST', path });
      return { method: 'POST', path };
    },
  },
  'deliveries.resend': {
    action_not_allowed: async (tenant) => {
      const { id, webhook_id } = await aDelivery(tenant);
      await tenant.call({ method: 'POST', path: `/webhooks/${webhook_id}/disable` });
      return { method: 'POST', path: `/deliveries/${id}/resend` };
    },
    delivery_in_flight: async (tenant) => {
      const { id } = await aDeliveryInFlight(tenant);
      return { method: 'POST', path: `/deliveries/${id}/resend` };
    },
  },
};

/** The codes that only a call of its own reaches, each with that call. */
export const provocationsOf = ({ id }: AnyRoute): [code: string, provoke: (tenant: Tenant) => Promise<Call>][] => {
  const all: { readonly [id: string]: object } = ownErrors;
  return Object.entries(all[id] ?? {});
};
