import type { Authorization, Card, Person, Requirement } from '../api/client.ts';
import { language, languages } from './language.ts';
import { counted, inSentence, t, textOf } from './texts.ts';

/** A name of the API as words: `requires_input` is “Requires input”. Others of a later version are read so too, and what a person wrote stays. */
export const words = (name: string): string => {
  const text = name.includes(' ') ? name : name.replaceAll(/[_-]/g, ' ');
  return textOf(t.values, name) ?? text.charAt(0).toUpperCase() + text.slice(1);
};

/** Why a customer cannot have a feature. */
export const ineligibleText = ({
  code,
  description,
}: Pick<Requirement, 'code' | 'description'>): string => textOf(t.ineligible, code) ?? description;

/** Why an authorization was declined. A later version of the API may know other reasons. */
export const declineText = (reason: string): string =>
  textOf(t.authorizations.reasons, reason) ?? words(reason);

/** The decision on an authorization in two or three words. */
export const decisionText = ({ approved, decline_reason }: Authorization): string => {
  if (approved) return t.authorizations.approved;
  const reason = decline_reason ?? 'declined';
  return textOf(t.authorizations.shortReasons, reason) ?? words(reason);
};

/** The name of a person. */
export const personName = ({
  first_name,
  last_name,
}: Pick<Person, 'first_name' | 'last_name'>): string =>
  [first_name, last_name].filter(Boolean).join(' ') || t.persons.redactedPerson;

/** The name of a customer. */
export const nameOf = (
  customer:
    | {
        readonly type: 'individual';
        readonly first_name: string | null;
        readonly last_name: string | null;
      }
    | { readonly type: 'business'; readonly legal_name: string | null },
): string => {
  const names =
    customer.type === 'individual'
      ? [customer.first_name, customer.last_name]
      : [customer.legal_name];
  return names.filter((name) => name !== null).join(' ') || t.ui.redactedCustomer;
};

/** A span of milliseconds, to be read. */
export const duration = (milliseconds: number): string =>
  milliseconds < 1_000
    ? `${Math.round(milliseconds)} ms`
    : `${seconds.format(milliseconds / 1_000)} s`;

const seconds = new Intl.NumberFormat(language, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

type Latency = {
  readonly attempts: number;
  readonly more: boolean;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
};

/** How long attempts took, by the names of the details; `when` is added to these. */
export const latencyDetails = ({ attempts, p50_ms, p95_ms }: Latency, when = '') => {
  const of = counted(t.all.ofAttempts, attempts);
  const text = (ms: number | null) => ms !== null && `${duration(ms)} ${of}`;
  return { [t.all.medianTime + when]: text(p50_ms), [t.all.p95Time + when]: text(p95_ms) };
};

type Address = {
  readonly [part in 'line1' | 'line2' | 'city' | 'state' | 'postal_code' | 'country']?:
    | string
    | null;
};

/** An address in one line. */
export const addressText = (address: Address | null): string | null => {
  if (!address) return null;
  const { line1, line2, city, state, postal_code, country } = address;
  return [line1, line2, city, state, postal_code, countryText(country)].filter(Boolean).join(', ');
};

const regions = new Intl.DisplayNames(language, { type: 'region' });

/** A country in words, from its code. */
export const countryText = (code: string | null | undefined): string | null =>
  code && /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : (code ?? null);

/** The name of a document: its type and its side. */
export const documentName = ({
  type,
  side,
}: {
  readonly type: string;
  readonly side: string | null;
}): string => (side ? `${words(type)}, ${inSentence(words(side))}` : words(type));

const scripts = new Intl.DisplayNames(language, { type: 'script' });

/** A script in words, from its code; `Zzzz` is of letters that have none. */
export const scriptText = (code: string): string =>
  /^[A-Z][a-z]{3}$/.test(code) ? (scripts.of(code) ?? code) : code;

const { dates } = languages[language];
const clockFormat = new Intl.DateTimeFormat(dates, { hour: '2-digit', minute: '2-digit' });

/** The time of day of an instant, such as 08:12. */
export const clockTime = (at: string): string => clockFormat.format(new Date(at));

const dayFormat = new Intl.DateTimeFormat(dates, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** A calendar date without its year, such as 26 Nov: in figures alone, day and month could be taken for each other. */
export const dayOfMonth = (date: string): string => dayFormat.format(new Date(`${date}T00:00:00Z`));

/** The name of a card: never its number. */
export const cardName = ({ brand, last4 }: Pick<Card, 'brand' | 'last4'>): string =>
  `${words(brand)} •••• ${last4}`;
