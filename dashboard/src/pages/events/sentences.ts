import type { Authorization, Card, Customer, Document, Event } from '../../api/client.ts';
import { money } from '../../texts/money.ts';
import { filled, inSentence, t } from '../../texts/texts.ts';
import { documentName, nameOf, words } from '../../texts/words.ts';
import { decisionText } from '../authorizations/reasons.ts';

/** One sentence about each type of event whose object has no name here. */
const summaries: Readonly<Record<string, string>> = t.events.summaries;

type Data = Event['data'];

/** What an event is about, by the kind of its object. The data is that of the object when it happened. */
const subjects: Readonly<Record<string, (data: Data) => string>> = {
  customer: (data) => nameOf(data as unknown as Customer),
  person: (data) => nameOf({ ...(data as unknown as Customer & { type: 'individual' }), type: 'individual' }),
  card: (data) => filled(t.all.cardLast4, { last4: (data as unknown as Card).last4 }),
  document: (data) => documentName(data as unknown as Document),
  customer_feature: ({ feature }) => words(String(feature)),
  verification: ({ level }) => filled(t.events.verificationLevel, { level: inSentence(words(String(level))) }),
  webhook: ({ url }) => String(url),
  api_key: ({ name, masked }) => filled(t.events.apiKeyWhat, { what: name ? `“${name}”` : String(masked) }),
  card_token: ({ wallet, network }) => filled(t.events.tokenInWallet, { wallet: words(String(wallet ?? network)) }),
  transaction: (data) => amountText(data),
  authorization: (data) => amountText(data),
};

const amountText = (data: Data): string => {
  const { amount, currency, merchant } = data as unknown as Authorization;
  return filled(t.events.amountAtName, {
    amount: money(amount, currency),
    name: merchant.name ?? merchant.category ?? t.events.anUnnamedMerchant,
  });
};

/** What happened, as a sentence about the object itself. */
export const sentenceOf = ({ type, resource, data, previous }: Event): string => {
  const subject = subjects[resource.object]?.(data);
  if (subject === undefined) return summaries[type] ?? words(type.replace('.', ' '));
  const happened = inSentence(words(type.slice(type.indexOf('.') + 1)));
  return `${subject}: ${happened.replace(/^authorization /, '')}${detailOf(data, previous)}`;
};

const detailOf = (data: Data, previous: Event['previous']): string => {
  const { last_error, status_reason, decline_reason } = data as { readonly [name: string]: unknown };
  if (decline_reason) return `. ${decisionText(data as unknown as Authorization)}`;
  if (previous)
    return ` (${Object.keys(previous)
      .map((name) => inSentence(words(name)))
      .join(', ')})`;
  if (last_error) return `. ${(last_error as { readonly message: string }).message}`;
  return typeof status_reason === 'string' ? `. ${words(status_reason)}` : '';
};

/** One value that changed: its place in words, before and after. */
type Change = { readonly place: string; readonly before: unknown; readonly after: unknown };

/** What an event changed, value by value. */
export const changesOf = (previous: unknown, data: unknown, within: readonly string[] = []): readonly Change[] =>
  isObject(previous) && isObject(data)
    ? Object.entries(previous).flatMap(([name, before]) => changesOf(before, data[name], [...within, words(name)]))
    : [{ place: within.join(', '), before: previous, after: data }];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
