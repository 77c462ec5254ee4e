import type { Authorization } from '../../functions/domain/authorizations/authorization.ts';
import type { Card } from '../../functions/domain/cards/card.ts';
import type { ShippingStatus } from '../../functions/domain/cards/shipping-life.ts';
import { windowsAt } from '../../functions/domain/cards/spending.ts';
import { saveAuthorization } from '../../functions/store/authorizations/authorizations.ts';
import { saveCard } from '../../functions/store/cards/cards.ts';
import { isNew, type Write } from '../../functions/store/change.ts';
import { idsAt } from '../../functions/store/new-id.ts';
import type { Tenant } from './given.ts';
import { theCardholder } from './given-cards.ts';
import { anAuthorization } from './some-authorizations.ts';
import { aCard, aPhysicalCard, aShipping } from './some-cards.ts';

type By = Pick<Tenant, 'tenant_id' | 'put'>;

/** Cards that were never ordered: active virtual ones of a customer that need not exist, unless told otherwise. */
export const storedCards = async (tenant: By, count: number, over: Partial<Card> = {}): Promise<Card[]> => {
  const now = new Date();
  const newId = idsAt(now);
  const at = { created_at: now.toISOString(), updated_at: now.toISOString() };
  const cards = Array.from({ length: count }, () => {
    const id = newId('card');
    return aCard({ id, tenant_id: tenant.tenant_id, issuer_reference: id, counted_with: id, ...at, ...over });
  });
  await tenant.put(cards.flatMap((card) => [saveCard(card), inTheBooks(card)]));
  return cards;
};

/** The line of the simulated issuer that such a card would have. */
const inTheBooks = ({ tenant_id, issuer_reference }: Card): Write => ({
  kind: 'put',
  key: { table: 'issuer', pk: issuer_reference },
  item: { tenant_id, standing: 'issued' },
  when: isNew,
});

/** One of them. */
export const aStoredCard = async (tenant: By, over: Partial<Card> = {}): Promise<Card> => {
  const [card] = await storedCards(tenant, 1, over);
  if (!card) throw new Error('no card was put');
  return card;
};

/** One of the business's one cardholder, which may be spent with. */
export const aCardToSpend = async (tenant: Tenant, over: Partial<Card> = {}): Promise<Card> =>
  aStoredCard(tenant, { customer_id: (await theCardholder(tenant)).id, ...over });

/** A card whose parcel is so far, on its way to an address. */
export const aStoredParcel = (tenant: By, status: ShippingStatus = 'pending', line1?: string): Promise<Card> => {
  const { address } = aShipping();
  const shipping = aShipping({ status, address: address && { ...address, ...(line1 !== undefined && { line1 }) } });
  const { type, state } = aPhysicalCard();
  return aStoredCard(tenant, { type, state, shipping });
};

/** An authorization of a card that was never asked for, made now; nothing was counted. */
export const aStoredAuthorization = async (
  tenant: By,
  over: Partial<Authorization> = {},
  card?: Card,
): Promise<Authorization> => {
  const now = new Date();
  const at = now.toISOString();
  const { id: card_id, customer_id, counted_with } = card ?? (await aStoredCard(tenant));
  const authorization = anAuthorization({
    ...{ id: idsAt(now)('authorization'), tenant_id: tenant.tenant_id, card_id, customer_id, counted_with },
    ...{ created_at: at, updated_at: at, amount_as_of: at, windows: windowsAt(now) },
    ...over,
  });
  await tenant.put([saveAuthorization(authorization)]);
  return authorization;
};
