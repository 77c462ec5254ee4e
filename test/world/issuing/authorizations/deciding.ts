import '../../process.ts';
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { anEndpoint } from '../../../helpers/an-endpoint.ts';
import { seen } from '../../../helpers/call.ts';
import { purchase } from '../../../helpers/examples/cards.ts';
import { anAuthorizationEndpoint } from '../../../helpers/fixtures/authorization-endpoints.ts';
import { aCardToSpend } from '../../../helpers/fixtures/cards.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { world } from '../../world.ts';

const { aBusiness } = await world();

/** The answers of a business to a question. */
export type Decide = (asked: Any) => object | undefined;

/** A business with a card, whose endpoint answers so; undefined leaves the question without an answer. */
export const aBusinessThat = async (t: TestContext, decide: Decide, settings: object = {}) => {
  const tenant = await aBusiness();
  const endpoint = await anEndpoint(t);
  endpoint.answer((response) => {
    const answer = decide(endpoint.arrivals.at(-1)?.reported.data);
    if (answer) response.end(JSON.stringify(answer));
  });
  const fallback = { decision: 'decline', limits: [] };
  const made = await anAuthorizationEndpoint(tenant, { url: endpoint.url, fallback, ...settings });
  const { id: card } = await aCardToSpend(tenant);
  const key = () => ({ 'idempotency-key': String(randomUUID()) });
  const call = (body: object, headers = key()) =>
    tenant.call({
      method: 'POST',
      path: `/simulations/cards/${card}/authorize`,
      headers,
      body: { ...purchase, ...body },
    });
  const health = async () => (await seen(tenant, `/authorization-endpoints/${made.id}`)).health;
  const limits = async () => (await seen(tenant, `/cards/${card}/limits`)).data;
  const spent = async () =>
    (await limits()).find(({ interval }: Any) => interval === 'daily').spent;
  const asked = async (body: object): Promise<Any> => (await call(body)).body;
  return { tenant, endpoint, made, card, call, asked, key, health, spent };
};

/** The decision on an authorization: whether it was approved, why not, and who decided. */
export const decidedOf = ({ approved, decline_reason, decided_by, fallback_reason }: Any) => [
  approved,
  decline_reason,
  decided_by,
  fallback_reason,
];
