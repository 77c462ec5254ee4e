import type { Client } from '../../client/src/contract.ts';
import { createClient } from '../../client/src/create-client.ts';
import type { Local } from '../../local/start.ts';
import { aCardholder } from '../helpers/fixtures/cards.ts';
import { aTenant } from '../helpers/fixtures/tenants.ts';
import { pick } from '../helpers/random.ts';

/** A business under load: its client, its customers and cards, and what its calls have brought. */
export type Business = {
  readonly tenant_id: string;
  readonly client: Client;
  readonly cardholders: readonly string[];
  /** Every customer and card there should be, and of each card the authorizations that were answered. */
  readonly customers: Set<string>;
  readonly cards: Map<string, Set<string>>;
};

/** Counts the answers of the API by status, each attempt of a client by itself. */
export type Statuses = Map<number, number>;

const currency = 'USD';
const cardholders = 4;

/** A business with a few customers who may have cards, each with one. */
export const aBusinessUnderLoad = async (
  local: Local,
  statuses: Statuses,
  webhook: string,
): Promise<Business> => {
  const tenant = await aTenant(local);
  await tenant.client.webhooks.create({ body: { url: webhook, event_types: ['*'] } });
  const counted: typeof fetch = async (...request) => {
    const answer = await fetch(...request);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    return answer;
  };
  const client = createClient({
    baseUrl: tenant.baseUrl,
    apiKey: tenant.secret_key,
    fetch: counted,
    retries: 8,
  });
  const ids: string[] = [];
  while (ids.length < cardholders) ids.push((await aCardholder(tenant)).id);
  const { tenant_id } = tenant;
  const business: Business = {
    tenant_id,
    client,
    cardholders: ids,
    customers: new Set(ids),
    cards: new Map(),
  };
  for (const customer_id of ids) await issue(business, customer_id);
  return business;
};

const issue = async ({ client, cards }: Business, customer_id: string): Promise<void> => {
  const { body } = await client.cards.create({ body: { type: 'virtual', customer_id, currency } });
  cards.set(body.id, new Set());
};

const name = { type: 'individual', first_name: 'Ada', last_name: 'Lovelace' } as const;

type Call = (business: Business, random: () => number) => Promise<unknown>;

const aCustomerOf = ({ customers }: Business, random: () => number) => ({
  params: { customer_id: pick(random, [...customers]) },
});

/** The calls of callers, each so often of a hundred times. */
const mix: readonly (readonly [share: number, call: Call])[] = [
  [
    25,
    async ({ client, customers }) => {
      customers.add((await client.customers.create({ body: name })).body.id);
    },
  ],
  [20, (business, random) => business.client.customers.get(aCustomerOf(business, random))],
  [10, ({ client }) => client.customers.list({ query: { status: 'active' } })],
  [
    10,
    (business, random) =>
      business.client.customers.update({
        ...aCustomerOf(business, random),
        body: { metadata: { at: random().toFixed(6) } },
      }),
  ],
  [3, (business, random) => issue(business, pick(random, business.cardholders))],
  [
    20,
    async ({ client, cards }, random) => {
      const [card_id, answered] = pick(random, [...cards]);
      const body = { amount: 100, currency, category: '5411', country: 'GB' } as const;
      answered.add((await client.simulations.authorization({ params: { card_id }, body })).body.id);
    },
  ],
  [6, ({ client }) => client.events.list()],
  [6, ({ client }) => client.deliveries.list()],
];

const calls = mix.flatMap(([share, call]) => Array.from({ length: share }, () => call));

/** One call of the mix. */
export const callOnce: Call = (business, random) => pick(random, calls)(business, random);
