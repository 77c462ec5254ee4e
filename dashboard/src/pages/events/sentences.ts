import type { Authorization, Card, Customer, Document, Event, Person } from '../../api/client.ts';
import { categoryName } from '../../texts/codes.ts';
import { money } from '../../texts/money.ts';
import { filled, inSentence, t, textOf } from '../../texts/texts.ts';
import { declineText, documentName, nameOf, personName, words } from '../../texts/words.ts';

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

/** An event as a sentence about the object itself; an amount names its card where `cards` have its name by its id. */
export const sentenceOf = (event: Event, cards?: ReadonlyMap<unknown, string>): string => {
  const { type, resource, data, previous, test } = event;
  const subject = subjects[resource.object]?.(data) ?? resource.id;
  const happened = filled(textOf(t.events.sentences, type) ?? `${words(type)}: {subject}`, {
    subject,
  });
  const card = cards?.get(data.card_id);
  const sentence = `${happened}${card ? ` · ${card}` : ''}${detailOf(data, previous)}`;
  return test && type !== 'webhook.test' ? filled(t.events.testOf, { sentence }) : sentence;
};

const detailOf = (data: Data, previous: Event['previous']): string => {
  const { last_error, status_reason, decline_reason } = data as {
    readonly [name: string]: unknown;
  };
  if (typeof decline_reason === 'string') return `. ${declineText(decline_reason)}`;
  if (previous)
    return ` (${Object.keys(previous)
      .map((name) => inSentence(words(name)))
      .join(', ')})`;
  if (last_error) {
    const { code, message } = last_error as { readonly code: string; readonly message: string };
    return `. ${textOf(t.verificationErrors, code) ?? message}`;
  }
  return typeof status_reason === 'string' ? `. ${words(status_reason)}` : '';
};

/** A piece of JSON; where it changed, `before` is what stood there: nothing for what was added. */
export type Piece = { readonly text: string; readonly before?: string };

/** The data of an event as JSON in pieces, with what it changed. `previous` has the old values of what changed alone. */
export const piecesOf = ({ data, previous }: Pick<Event, 'data' | 'previous'>): readonly Piece[] =>
  membersOf(data, { ...data, ...previous }, '');

const membersOf = (data: Members, old: Members, indent: string): readonly Piece[] => {
  const within = `${indent}  `;
  const textOf = (name: string, value: unknown) =>
    value === undefined
      ? ''
      : `${JSON.stringify(name)}: ${jsonOf(value).replaceAll('\n', `\n${within}`)}`;
  const names = Object.keys({ ...data, ...old });
  const members = names.flatMap((name, at): readonly Piece[] => {
    const [value, before] = [data[name], old[name]];
    const start = { text: `${at === 0 ? '' : ','}\n${within}` };
    if (isMembers(value) && isMembers(before))
      return [start, { text: `${JSON.stringify(name)}: ` }, ...membersOf(value, before, within)];
    const isChanged = jsonOf(before) !== jsonOf(value);
    return [
      start,
      { text: textOf(name, value), ...(isChanged && { before: textOf(name, before) }) },
    ];
  });
  return [{ text: '{' }, ...members, { text: names.length > 0 ? `\n${indent}}` : '}' }];
};

const jsonOf = (value: unknown): string => JSON.stringify(value, null, 2);

type Members = Readonly<Record<string, unknown>>;
const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
