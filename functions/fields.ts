import * as z from 'zod/mini';
import { holdsCardNumber } from './card-number.ts';
import { id_suffix } from './ids.ts';
import { issueOf, tooLong, tooShort } from './validation.ts';

/**
 * What is not seen but changes what is: control characters, soft hyphen and joiners, fillers of Hangul and Braille, what has
 * no width, what turns the direction of writing, separators of lines, the byte order mark. Listed, since no dialect of
 * regular expressions knows every class.
 */
const unseen =
  '\\x00-\\x1F\\x7F-\\x9F\\xAD\\u034F\\u061C\\u115F\\u1160\\u180E' +
  '\\u200B-\\u200F\\u2028-\\u202E\\u2060-\\u206F\\u2800\\u3164\\uFEFF\\uFFA0';

/** Spaces of every width. */
const blank = ' \\xA0\\u1680\\u2000-\\u200A\\u202F\\u205F\\u3000';

/** What the document says of texts: the whole list would be a third of some requests. */
const printedText = '^[^\\x00-\\x1F\\x7F-\\x9F]*[^\\s\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*$';
const printedEmptyText = '^[^\\x00-\\x1F\\x7F-\\x9F]*$';

const shownOnly = `^[^${unseen}]*$`;
const isShown = new RegExp(shownOnly);
const isBlank = new RegExp(`^[${blank}]*$`);

/** What every text begins as: one schema, since a function makes each at its start. */
const anyString = z.string();

type Options = {
  readonly description?: string;
  readonly example?: string;
  /** Characters; 1 unless said otherwise. */
  readonly min?: number;
  /** False for identifiers, where digits mean something else than a card. */
  readonly numberRule?: boolean;
};

/**
 * A text of 1 to `max` characters (code points), kept as sent: nothing that is not seen, not only spaces unless it may be
 * empty, and, by the number rule, no card number.
 */
export const text = (max: number, { description, example, min = 1, numberRule = true }: Options = {}) =>
  anyString.check(
    z.check((payload) => {
      payload.issues.push(...textIssues(payload.value, { min, max, numberRule }));
    }),
    z.meta({
      minLength: min,
      maxLength: max,
      pattern: min > 0 ? printedText : printedEmptyText,
      ...(description === undefined ? {} : { description }),
      ...(example === undefined ? {} : { examples: [example] }),
    }),
  );

/** A text that names something elsewhere: as `text`, without the number rule. */
export const identifier = (max: number, options: Omit<Options, 'numberRule'> = {}) =>
  text(max, { ...options, numberRule: false });

/** What is wrong with one text; `path` leads to it from the value that is being checked. */
export const textIssues = (
  value: string,
  { min, max, numberRule }: { readonly min: number; readonly max: number; readonly numberRule: boolean },
  path: readonly PropertyKey[] = [],
): z.core.$ZodRawIssue[] => {
  const characters = charactersOf(value, min, max);
  if (characters > max) return [tooLong(value, max, path)];
  if (characters < min) return [tooShort(value, min, path)];
  if (!isShown.test(value) || !value.isWellFormed()) return [issueOf('invalid_format', value, hidden, path)];
  if (min > 0 && isBlank.test(value)) return [issueOf('invalid_format', value, 'Must not be blank.', path)];
  return numberRule && holdsCardNumber(value) ? [issueOf('card_number_not_allowed', value, undefined, path)] : [];
};

/**
 * How many characters a text has, where that decides. JavaScript counts UTF-16 units, JSON Schema counts characters, one or
 * two units each: the promise is in characters.
 */
const charactersOf = (value: string, min: number, max: number): number => {
  const units = value.length;
  if (units > max * 2) return max + 1;
  return units <= max && units >= min * 2 ? units : [...value].length;
};

const hidden = 'Must not hold control, zero-width or bidirectional characters or broken surrogate pairs.';

/** RFC 3339, UTC, milliseconds: the one form in which the service writes and stores an instant. */
export const Timestamp = z.iso.datetime({ precision: 3 }).register(z.globalRegistry, {
  id: 'Timestamp',
  description: 'An instant, RFC 3339, UTC, milliseconds.',
  printed: { type: 'string', format: 'date-time', pattern: '^[0-9T:.-]{23}Z$' },
  examples: ['2026-11-20T15:04:05.123Z'],
});

/** A day that exists, `YYYY-MM-DD`. */
export const CalendarDate = z.iso.date().register(z.globalRegistry, {
  id: 'CalendarDate',
  description: 'A calendar date, `YYYY-MM-DD`.',
  printed: { type: 'string', format: 'date' },
  examples: ['1990-04-23'],
});

/** An e-mail address of so many characters at most; `id` names it in the OpenAPI document. */
export const emailOf = (id: string, length_max: number, example: string) =>
  z
    .string()
    .check(
      z.maxLength(length_max, { abort: true }),
      z.email(),
      z.meta({ id, description: `An e-mail address, at most ${length_max} characters.`, examples: [example] }),
    );

/** At most 254 characters, the longest address that SMTP can carry (RFC 5321, section 4.5.3.1.3). */
export const Email = emailOf('Email', 254, 'ada.lovelace@example.com');

/** ITU-T E.164: a plus sign and 7 to 15 digits. */
export const Phone = z.e164().register(z.globalRegistry, {
  id: 'Phone',
  description: 'A phone number in E.164 form.',
  printed: { type: 'string', pattern: '^\\+[1-9][0-9]{6,14}$' },
  examples: ['+441632960961'],
});

/** Filled when first asked: most functions never see a currency, and the list costs half a millisecond. */
let currencies: ReadonlySet<string> | undefined;

const isCurrency = (code: string): boolean => {
  currencies ??= new Set(Intl.supportedValuesOf('currency'));
  return currencies.has(code);
};

/** ISO 4217 alphabetic code that the runtime knows. */
export const CurrencyCode = z.string().check(
  z.check((payload) => {
    if (!isCurrency(payload.value))
      payload.issues.push(
        issueOf('invalid_value', payload.value, 'Must be an ISO 4217 code in capitals, such as USD.'),
      );
  }),
  z.meta({
    id: 'CurrencyCode',
    description: 'A currency, ISO 4217 alphabetic code in capitals.',
    printed: () => ({ type: 'string', enum: Intl.supportedValuesOf('currency') }),
    examples: ['USD'],
  }),
);

/** A person's or company's name: 1 to 100 characters, not blank, nothing hidden, no card number. */
export const Name = text(100, { description: 'A name, 1 to 100 characters.', example: 'Ada' });

/** A TypeID of one prefix: `cus_01jd5fq7k9e8xv3m2n4p6r8t0w`, sortable by creation time. `noun` is said with its article: `a customer`. */
export const typeId = (prefix: string, resourceType: string) => {
  const pattern = `^${prefix}_${id_suffix}$`;
  const form = new RegExp(pattern);
  const detail = `Must be the id of ${resourceType}: ${prefix}_ and 26 characters.`;
  return anyString.check(
    z.check((payload) => {
      if (!form.test(payload.value)) payload.issues.push(issueOf('invalid_format', payload.value, detail));
    }),
    z.meta({ description: `The id of ${resourceType}.`, pattern, examples: [`${prefix}_01jd5fq7k9e8xv3m2n4p6r8t0w`] }),
  );
};

/** The answer of a list: one page of one kind of object, newest first. `id` names the schema: `CustomerList`. */
export const listOf = <Item extends z.core.$ZodType>(item: Item, id: string) =>
  z
    .object({
      object: z.literal('list').register(z.globalRegistry, { description: 'The kind of object.' }),
      data: z.array(item).register(z.globalRegistry, { description: 'The items of this page.' }),
      has_more: z.boolean().register(z.globalRegistry, { description: 'Whether a further page exists.' }),
      next_cursor: z
        .nullable(z.string())
        .register(z.globalRegistry, { description: 'Send it as `cursor` for the next page; null on the last one.' }),
    })
    .register(z.globalRegistry, { id, description: 'One page of a list.' });

type Shape = Readonly<Record<string, z.core.SomeType>>;

/**
 * Fields that may be left out, and that `null` leaves unset or clears: `z.strictObject({ first_name: Name, ...clearable({ email: Email }) })`.
 * A merge patch is derived from a noun's fields as `z.strictObject({ ...changeable(required), ...clearable(others) })`.
 */
export const clearable = <S extends Shape>(shape: S) =>
  mapped(shape, (field) => z.optional(z.nullable(field))) as {
    [name in keyof S]: z.ZodMiniOptional<z.ZodMiniNullable<S[name]>>;
  };

/** A field with a default, which `null` stands for as well. */
export const defaulted = <S extends z.ZodMiniType>(field: S, value: NonNullable<z.core.util.NoUndefined<z.input<S>>>) =>
  z.pipe(
    z._default(z.nullable(field), value as never),
    z.transform((sent) => sent ?? (value as z.output<S>)),
  );

/** Conditions of JSON Schema for `z.meta`: generators of clients ignore them, validators of requests do not. */
export const conditional = (when: object, then: object, otherwise?: object) =>
  Object.fromEntries([
    ['if', { properties: when, required: Object.keys(when) }],
    ['then', then],
    ['else', otherwise],
  ]);

/** Fields that a merge patch may leave out but not clear. */
export const changeable = <S extends Shape>(shape: S) =>
  mapped(shape, (field) => z.optional(field)) as { [name in keyof S]: z.ZodMiniOptional<S[name]> };

const mapped = (shape: Shape, wrap: (field: z.core.SomeType) => z.core.SomeType) =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, wrap(field)]));

/** The body of an action that takes nothing. */
export const EmptyRequest = z
  .strictObject({})
  .register(z.globalRegistry, { id: 'EmptyRequest', description: 'Empty; the body can be omitted.' });

/** The body of an action that may say why. */
export const ReasonRequest = z
  .strictObject(
    clearable({ reason: text(200, { description: 'The reason, for your own records; returned as `status_reason`.' }) }),
  )
  .register(z.globalRegistry, { id: 'ReasonRequest', description: 'The reason for an action; it can be omitted.' });

/** A table keeps the members of a map in no order; shown by their names, the same map is always the same bytes. */
export const byName = (pairs: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(pairs).toSorted(([one], [other]) => (one < other ? -1 : 1)));
