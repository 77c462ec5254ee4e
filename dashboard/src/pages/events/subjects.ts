import type { Authorization, Card, Customer, Document, Event, Person } from '../../api/client.ts';
import { categoryName } from '../../texts/categories.ts';
import { money } from '../../texts/money.ts';
import { filled, t } from '../../texts/texts.ts';
import { documentName, nameOf, personName, words } from '../../texts/words.ts';

type Data = Event['data'];

/** The subject of an event, by the kind of its object. The data is that of the object when it happened. */
const subjects: Readonly<Record<string, (data: Data) => string>> = {
  customer: (data) => nameOf(data as unknown as Customer),
  person: (data) => personName(data as unknown as Person),
  agreement: ({ document, version }) =>
    filled(t.events.agreementVersion, { name: words(String(document)), version: String(version) }),
  card: ({ last4 }) => cardLabel(String(last4)),
  document: (data) => documentName(data as unknown as Document),
  customer_feature: ({ feature }) => words(String(feature)),
  verification: ({ level }) => filled(t.events.verificationLevel, { level: words(String(level)) }),
  screening: ({ matches }) =>
    (matches as readonly { readonly name: string }[])[0]?.name ?? words('screening'),
  webhook: ({ description, url }) => String(description || url),
  account: ({ name }) => String(name),
  api_key: ({ name, prefix, last4 }) =>
    filled(t.events.apiKeyWhat, { what: name ? `“${name}”` : `${prefix}…${last4}` }),
  operator: ({ role }) => filled(t.events.memberWithRole, { role: words(String(role)) }),
  card_token: ({ wallet, network }) =>
    filled(t.events.tokenInWallet, { wallet: words(String(wallet ?? network)) }),
  transaction: (data) => amountText(data),
  authorization: (data) => amountText(data),
};

/** A card, as it is named in lists and sentences. */
export const cardLabel = (last4: Card['last4']): string => filled(t.all.cardLast4, { last4 });

const amountText = (data: Data): string => {
  const { amount, currency, merchant } = data as unknown as Authorization;
  return filled(t.events.amountAtName, {
    amount: money(amount, currency),
    name: merchant.name ?? categoryName(merchant.category) ?? t.events.anUnnamedMerchant,
  });
};

/** The name of the object of an event, as it was when it happened. */
export const subjectOf = ({ resource, data }: Pick<Event, 'resource' | 'data'>): string =>
  subjects[resource.object]?.(data) ?? resource.id;
