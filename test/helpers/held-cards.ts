import assert from 'node:assert/strict';
import { reconciliationKey } from '../../functions/core/jobs/card-reconciliation-table.ts';
import type { Card } from '../../functions/issuing/cards/model.ts';
import { type BlockCause, causesOf } from '../../functions/issuing/cards/states.ts';
import { cardKeys, cardOf } from '../../functions/issuing/cards/table.ts';
import { until } from '../../local/test/helpers/until.ts';
import { aCardholder } from './fixtures/cards.ts';
import { aTenant, type Tenant } from './fixtures/tenants.ts';
import type { Any } from './printed-document.ts';
import type { Service } from './service.ts';
import { type Tables, tablesOf } from './tables.ts';

/** The customers' cards as a test sees them behind the API, and the jobs that bring them along. */
export type HeldCards = {
  readonly tables: Tables;
  /** A business of its own with a customer who may have virtual cards, and no job left for them. */
  aTenantWithCardholder(): Promise<{ readonly tenant: Tenant; readonly customer_id: string }>;
  job(tenant: Tenant, customerId: string): Promise<Any>;
  /** Waits until no job is left for the cards of a customer. */
  settled(tenant: Tenant, customerId: string): Promise<void>;
  now(card: Card): Promise<Card>;
  blockedBy(card: Card): Promise<BlockCause[]>;
  /** Waits until the causes that block a card are these. */
  isBlockedBy(card: Card, ...causes: BlockCause[]): Promise<unknown>;
  /** The events of a card, as `closed 2`: the last word of the type and the sequence. */
  eventsOf(card: Card): Promise<string[]>;
};

/** Looks at the cards of a running service. */
export const heldCards = (local: Service): HeldCards => {
  const tables = tablesOf(local);
  const job: HeldCards['job'] = ({ tenant_id }, customerId) =>
    tables.get(reconciliationKey(tenant_id, customerId));
  const settled: HeldCards['settled'] = async (tenant, customerId) => {
    // Each wait ends with a step of the worker, so that thousands of cards may take as long as they take.
    for (let token = ''; ; ) {
      const found = await until(async () => {
        const left = await job(tenant, customerId);
        return left?.token !== token && { left };
      }, `the cards of ${customerId} are settled`);
      if (!found.left) return;
      token = found.left.token;
    }
  };
  const now: HeldCards['now'] = async ({ tenant_id, id }) =>
    cardOf(await tables.get(cardKeys.card(tenant_id, id)));
  const blockedBy: HeldCards['blockedBy'] = async (card) => causesOf((await now(card)).blocks);
  return {
    tables,
    job,
    settled,
    now,
    blockedBy,
    aTenantWithCardholder: async () => {
      const tenant = await aTenant(local);
      const { id } = await aCardholder(tenant, ['virtual_cards']);
      return { tenant, customer_id: id };
    },
    isBlockedBy: (card, ...causes) =>
      until(
        async () => (await blockedBy(card)).join() === causes.join(),
        `${card.id} is blocked by ${causes}`,
      ),
    eventsOf: async ({ tenant_id, id }) =>
      (await tables.events(tenant_id, id)).map(
        ({ type, sequence }) => `${type.replace('card.', '')} ${sequence}`,
      ),
  };
};

/** Acts, and sees that it went well. */
export const acted = async ({ call }: Tenant, path: string): Promise<void> => {
  const { status, text } = await call({ method: 'POST', path });
  assert.equal(status, 200, text);
};
