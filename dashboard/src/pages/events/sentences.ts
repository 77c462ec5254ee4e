import type { Authorization, Card, Customer, Document, Event } from '../../api/client.ts';
import { money } from '../../texts/money.ts';
import { filled, inSentence, t } from '../../texts/texts.ts';
import { documentName, nameOf, words } from '../../texts/words.ts';
import { decisionText } from '../authorizations/reasons.ts';

/** A sentence for each type of event about its subject. A later version of the API may have types that are not here. */
const sentences: Readonly<Record<string, string>> = t.events.sentences;

type Data = Event['data'];

/** What an event is about, by the kind of its object. The data is that of the object when it happened. */
const subjects: Readonly<Record<string, (data: Data) => string>> = {
  customer: (data) => nameOf(data as unknown as Customer),
  person: (data) => nameOf({ ...(data as unknown as Customer & { type: 'individual' }), type: 'individual' }),
  agreement: ({ document, version }) =>
    filled(t.events.agreementVersion, { name: words(String(document)), version: String(version) }),
  card: ({ last4 }) => cardName(String(last4)),
  document: (data) => documentName(data as unknown as Document),
  customer_feature: ({ feature }) => words(String(feature)),
  verification: ({ level }) => filled(t.events.verificationLevel, { level: words(String(level)) }),
  screening: ({ matches }) => (matches as readonly { readonly name: string }[])[0]?.name ?? words('screening'),
  webhook: ({ description, url }) => String(description || url),
  account: ({ name }) => String(name),
  api_key: ({ name, prefix, last4 }) =>
    filled(t.events.apiKeyWhat, { what: name ? `“${name}”` : `${prefix}…${last4}` }),
  operator: ({ role }) => filled(t.events.memberWithRole, { role: words(String(role)) }),
  card_token: ({ wallet, network }) => filled(t.events.tokenInWallet, { wallet: words(String(wallet ?? network)) }),
  transaction: (data) => amountText(data),
  authorization: (data) => amountText(data),
};

/** A card, as it is named in lists and sentences. */
export const cardName = (last4: Card['last4']): string => filled(t.all.cardLast4, { last4 });

const amountText = (data: Data): string => {
  const { amount, currency, merchant } = data as unknown as Authorization;
  return filled(t.events.amountAtName, {
    amount: money(amount, currency),
    name: merchant.name ?? merchant.category ?? t.events.anUnnamedMerchant,
  });
};

/** The names of the cards whose amounts are among some events, by their ids. */
export type CardNames = ReadonlyMap<unknown, string>;

/** What happened, as a sentence about the object itself; an amount names its card where that is known. */
export const sentenceOf = ({ type, resource, data, previous, test }: Event, cards?: CardNames): string => {
  const subject = subjects[resource.object]?.(data) ?? resource.id;
  const happened = filled(sentences[type] ?? `${words(type)}: {subject}`, { subject });
  const card = cards?.get(data.card_id);
  const sentence = `${happened}${card ? ` · ${card}` : ''}${detailOf(data, previous)}`;
  return test && type !== 'webhook.test' ? filled(t.events.testOf, { sentence }) : sentence;
};

const detailOf = (data: Data, previous: Event['previous']): string => {
  const { last_error, status_reason, decline_reason } = data as { readonly [name: string]: unknown };
  if (decline_reason) return `. ${decisionText(data as unknown as Authorization)}`;
  if (previous)
    return ` (${Object.keys(previous)
      .map((name) => inSentence(words(name)))
      .join(', ')})`;
  if (last_error) return `. ${verificationErrorText(last_error as VerificationError)}`;
  return typeof status_reason === 'string' ? `. ${words(status_reason)}` : '';
};

type VerificationError = { readonly code: string; readonly message: string };

const verificationErrorText = ({ code, message }: VerificationError): string =>
  (t.verificationErrors as Readonly<Record<string, string>>)[code] ?? message;

/** The data of an event before it: `previous` has the old values of what changed alone. */
const oldDataOf = ({ data, previous }: Pick<Event, 'data' | 'previous'>): Data => ({ ...data, ...previous });

/** A piece of JSON, and whether it changed. */
type Piece = { readonly text: string; readonly changed: boolean };

/** The data of an event as JSON in pieces: what changed is marked. */
export const piecesOf = (event: Pick<Event, 'data' | 'previous'>): readonly Piece[] =>
  membersOf(event.data, oldDataOf(event), '');

const membersOf = (data: object, old: object, indent: string): readonly Piece[] => {
  const within = `${indent}  `;
  const members = Object.entries(data).flatMap(([name, value], at): readonly Piece[] => {
    const before = old[name as keyof typeof old] as unknown;
    const start = `${at === 0 ? '' : ','}\n${within}`;
    const label = `${JSON.stringify(name)}: `;
    if (isObject(value) && isObject(before))
      return [{ text: start + label, changed: false }, ...membersOf(value, before, within)];
    const text = label + (JSON.stringify(value, null, 2) ?? '').replaceAll('\n', `\n${within}`);
    return [
      { text: start, changed: false },
      { text, changed: isOther(before, value) },
    ];
  });
  return [
    { text: '{', changed: false },
    ...members,
    { text: members.length > 0 ? `\n${indent}}` : '}', changed: false },
  ];
};

/** One value that changed: its place in words, before and after. */
type Change = { readonly place: string; readonly before: unknown; readonly after: unknown };

/** What an event changed, value by value. */
export const changesOf = (event: Pick<Event, 'data' | 'previous'>): readonly Change[] =>
  changesWithin(oldDataOf(event), event.data, []);

const changesWithin = (before: unknown, after: unknown, within: readonly string[]): readonly Change[] => {
  if (!isObject(before) || !isObject(after)) return [{ place: within.join(', '), before, after }];
  const names = Object.keys({ ...before, ...after }).filter((name) => isOther(before[name], after[name]));
  return names.flatMap((name) => changesWithin(before[name], after[name], [...within, words(name)]));
};

const isOther = (before: unknown, after: unknown): boolean => JSON.stringify(before) !== JSON.stringify(after);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
