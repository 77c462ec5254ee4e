import * as z from 'zod/mini';
import { id_suffix } from '../domain/id.ts';
import { issueOf } from './issues.ts';
import { text } from './text.ts';

/** RFC 3339, UTC, milliseconds: the one form in which the service writes and stores an instant. */
export const Timestamp = z.iso.datetime({ precision: 3 }).check(
  z.meta({
    id: 'Timestamp',
    description: 'An instant, RFC 3339, UTC, milliseconds.',
    printed: { type: 'string', format: 'date-time', pattern: '^[0-9T:.-]{23}Z$' },
    examples: ['2026-11-20T15:04:05.123Z'],
  }),
);

/** A day that exists, `YYYY-MM-DD`. */
export const CalendarDate = z.iso.date().check(
  z.meta({
    id: 'CalendarDate',
    description: 'A calendar date, `YYYY-MM-DD`.',
    printed: { type: 'string', format: 'date' },
    examples: ['1990-04-23'],
  }),
);

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
export const Phone = z.e164().check(
  z.meta({
    id: 'Phone',
    description: 'A phone number in E.164 form.',
    printed: { type: 'string', pattern: '^\\+[1-9][0-9]{6,14}$' },
    examples: ['+441632960961'],
  }),
);

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
export const typeId = (prefix: string, noun: string) => {
  const pattern = `^${prefix}_${id_suffix}$`;
  const form = new RegExp(pattern);
  const detail = `Must be the id of ${noun}: ${prefix}_ and 26 characters.`;
  return z.string().check(
    z.check((payload) => {
      if (!form.test(payload.value)) payload.issues.push(issueOf('invalid_format', payload.value, detail));
    }),
    z.meta({ description: `The id of ${noun}.`, pattern, examples: [`${prefix}_01jd5fq7k9e8xv3m2n4p6r8t0w`] }),
  );
};

/** The answer of a list: one page of one kind of object, newest first. `id` names the schema: `CustomerList`. */
export const listOf = <Item extends z.core.$ZodType>(item: Item, id: string) =>
  z
    .object({
      object: z.literal('list').check(z.meta({ description: 'The kind of object.' })),
      data: z.array(item).check(z.meta({ description: 'The items of this page.' })),
      has_more: z.boolean().check(z.meta({ description: 'Whether a further page exists.' })),
      next_cursor: z
        .nullable(z.string())
        .check(z.meta({ description: 'Send it as `cursor` for the next page; null on the last one.' })),
    })
    .check(z.meta({ id, description: 'One page of a list.' }));

type Shape = Readonly<Record<string, z.core.SomeType>>;

/**
 * Fields that may be left out, and that `null` leaves unset or clears: `z.strictObject({ first_name: Name, ...clearable({ email: Email }) })`.
 * A merge patch is derived from a noun's fields as `z.strictObject({ ...changeable(required), ...clearable(others) })`.
 */
export const clearable = <S extends Shape>(shape: S) =>
  mapped(shape, (field) => z.optional(z.nullable(field))) as {
    [name in keyof S]: z.ZodMiniOptional<z.ZodMiniNullable<S[name]>>;
  };

/** Fields that a merge patch may leave out but not clear. */
export const changeable = <S extends Shape>(shape: S) =>
  mapped(shape, (field) => z.optional(field)) as { [name in keyof S]: z.ZodMiniOptional<S[name]> };

const mapped = (shape: Shape, wrap: (field: z.core.SomeType) => z.core.SomeType) =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, wrap(field)]));
