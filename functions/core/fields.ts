import * as z from 'zod/mini';
import { id_suffix } from './ids.ts';
import { intervals } from './limits.ts';
import { holdsHidden } from './text.ts';
import { anyString, stored, text } from './text-fields.ts';
import { issueOf, tooLong } from './validation.ts';

/** An absolute URL of http or https: with a host, without credentials, blanks and backslashes. */
export const urlPattern =
  '^https?://[^\\x00- /?#@\\\\\\x7F-\\x9F]+([/?#][^\\x00- \\\\\\x7F-\\x9F]*)?$';

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
  z.string().check(
    z.maxLength(length_max, { abort: true }),
    z.email(),
    z.meta({
      id,
      description: `An e-mail address, at most ${length_max} characters.`,
      examples: [example],
    }),
  );

/** At most 254 characters, the longest address that SMTP can carry (RFC 5321, section 4.5.3.1.3). */
const email_characters_max = 254;

/** Letters, digits and hyphens of any script: what is none of them in ASCII is left out. */
const anyLetter = '[^\\x00-/:-@\\[-`{-\\xA0]';
const anyLabel = '[^\\x00-,./:-@\\[-`{-\\xA0]*';
/** The last label has two letters at least, or a character of another script, or is one in its ASCII form. */
const lastLabel = `([A-Za-z]{2,}|xn--[A-Za-z0-9-]+|${anyLabel}[^\\x00-\\xA0]${anyLabel})`;
const emailPrinted = `^([A-Za-z0-9_'+-]+\\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(${anyLetter}${anyLabel}\\.)+${lastLabel}$`;

/** An e-mail address; its domain may be in any script (RFC 5890) and counts in its ASCII form. */
export const Email = z.string().check(
  z.check((payload) => {
    const address = withAsciiDomain(payload.value);
    if (address.length > email_characters_max)
      payload.issues.push(tooLong(payload.value, email_characters_max));
    else if (
      holdsHidden(payload.value) ||
      !z.regexes.email.test(address.replace(/\.xn--[a-z0-9-]+$/, '.idn'))
    )
      payload.issues.push({
        code: 'invalid_format',
        format: 'email',
        input: payload.value,
        continue: true,
      });
  }),
  z.meta({
    id: 'Email',
    description: `An e-mail address, at most ${email_characters_max} characters. Its domain may be in any script.`,
    examples: ['ada.lovelace@example.com'],
    printed: { type: 'string', maxLength: email_characters_max, pattern: emailPrinted },
  }),
);

/** An address of e-mail with its domain as it is sent. Others than letters, digits, dots and hyphens stay. */
const withAsciiDomain = (address: string): string => {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (!/[^\0-\x7f]/.test(domain) || !/^(?:[\p{L}\p{M}\p{N}.-]|\u200c|\u200d)+$/u.test(domain))
    return address;
  return `${address.slice(0, at)}${URL.parse(`https://${domain}`)?.hostname}`;
};

/** ITU-T E.164: a plus sign and 7 to 15 digits. The routes that take one check it against the numbering plans. */
export const Phone = z.e164().register(z.globalRegistry, {
  id: 'Phone',
  description:
    'A phone number in E.164 form: a country code that is in use, and as many digits as the country uses.',
  printed: { type: 'string', pattern: '^\\+[1-9][0-9]{6,14}$' },
  examples: ['+441632960961'],
});

/** Filled at the first use: most functions never see a currency, and the list costs half a millisecond. */
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
        issueOf(
          'invalid_value',
          payload.value,
          'Must be an ISO 4217 code in capitals, such as USD.',
        ),
      );
  }),
  z.meta({
    id: 'CurrencyCode',
    description: 'A currency, ISO 4217 alphabetic code in capitals.',
    printed: () => ({ type: 'string', enum: Intl.supportedValuesOf('currency') }),
    examples: ['USD'],
  }),
);

/** A currency that an issuer names: one that this runtime does not know must not keep anything from being recorded. */
export const issuerCurrency = (description: string) =>
  z.string().check(z.meta({ description, pattern: '^[A-Z]{3}$', examples: ['USD'] }));

/** A TypeID of one prefix: `cus_01jd5fq7k9e8xv3m2n4p6r8t0w`, sortable by creation time. `resourceType` has its article: `a customer`. */
export const typeId = (prefix: string, resourceType: string) => {
  const pattern = `^${prefix}_${id_suffix}$`;
  const form = new RegExp(pattern);
  const detail = `Must be the id of ${resourceType}: ${prefix}_ and 26 characters.`;
  return anyString.check(
    z.check((payload) => {
      if (!form.test(payload.value))
        payload.issues.push(issueOf('invalid_format', payload.value, detail));
    }),
    z.meta({
      description: `The id of ${resourceType}.`,
      pattern,
      examples: [`${prefix}_01jd5fq7k9e8xv3m2n4p6r8t0w`],
    }),
  );
};

/** Most lists have none, and a reader who counts must know. */
const UnreadableCount = z.int().check(z.minimum(0)).register(z.globalRegistry, {
  id: 'UnreadableCount',
  description:
    'How many items this page lacks because the service cannot read them as they are stored.',
});

/** The answer of a list: one page of one kind of object, newest first. `id` names the schema: `CustomerList`. */
export const listOf = <Item extends z.core.$ZodType>(item: Item, id: string) =>
  z
    .object({
      object: z.literal('list'),
      data: z.array(item).register(z.globalRegistry, { description: 'The items of this page.' }),
      has_more: z
        .boolean()
        .register(z.globalRegistry, { description: 'Whether a further page exists.' }),
      next_cursor: z.nullable(z.string()).register(z.globalRegistry, {
        description: 'The `cursor` of the next page; null on the last one.',
      }),
      unreadable: UnreadableCount,
    })
    .register(z.globalRegistry, { id, description: 'One page of a list.' });

type Shape = Readonly<Record<string, z.core.SomeType>>;

/**
 * Fields that may be left out, and that `null` leaves unset or clears: `z.strictObject({ first_name: Name, ...clearable({ email: Email }) })`.
 * A merge patch is derived from the fields of a resource as `z.strictObject({ ...changeable(required), ...clearable(others) })`.
 */
export const clearable = <S extends Shape>(shape: S) =>
  mapped(shape, (field) => z.optional(z.nullable(field))) as {
    [name in keyof S]: z.ZodMiniOptional<z.ZodMiniNullable<S[name]>>;
  };

/** A field with a default, which `null` stands for as well. */
export const defaulted = <S extends z.ZodMiniType>(
  field: S,
  value: NonNullable<z.core.util.NoUndefined<z.input<S>>>,
) =>
  z.pipe(
    z._default(z.nullable(field), value as never),
    z.transform((sent) => sent ?? (value as z.output<S>)),
  );

/**
 * Conditions of JSON Schema for `z.meta`: generators of clients ignore them, validators of requests do not. A condition names only the
 * fields that it is about and is open for the others: validators that close each schema by themselves would refuse them.
 */
export const conditional = (when: object, then: object, otherwise?: object) =>
  Object.fromEntries([
    ['if', open({ properties: when, required: Object.keys(when) })],
    ['then', open(then)],
    ['else', otherwise && open(otherwise)],
  ]);

const open = (schema: object) => ({ ...schema, additionalProperties: true });

/**
 * An object with the same fields in responses and in requests. A request may have no others, and
 * the name of its schema ends with `Input`.
 */
export const shownAndSent = <S extends Shape>(
  shape: S,
  { id, description }: { readonly id: string; readonly description: string },
) => ({
  shown: z.object(shape).check(z.meta({ id, description })),
  sent: z.strictObject(shape).check(z.meta({ id: `${id}Input`, description })),
});

/** Fields that a merge patch may leave out but not clear. */
export const changeable = <S extends Shape>(shape: S) =>
  mapped(shape, (field) => z.optional(field)) as { [name in keyof S]: z.ZodMiniOptional<S[name]> };

/** Fields that may be left out, as responses show them: null without a value. */
export const shownOptional = <S extends Shape>(shape: S) =>
  mapped(shape, (field) => z.nullable(isText(field) ? stored(field) : field)) as {
    [name in keyof S]: z.ZodMiniNullable<z.ZodMiniType<z.output<S[name]>>>;
  };

const isText = (field: z.core.SomeType): field is z.ZodMiniType<string> =>
  field._zod.def.type === 'string';

const mapped = (shape: Shape, wrap: (field: z.core.SomeType) => z.core.SomeType) =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, wrap(field)]));

/** The body of an action without fields. */
export const EmptyRequest = z.strictObject({}).register(z.globalRegistry, {
  id: 'EmptyRequest',
  description: 'Empty; the body can be omitted.',
});

/** The body of an action with an optional reason. */
export const ReasonRequest = z
  .strictObject(
    clearable({
      reason: text(200, {
        description: 'The reason, for your own records; returned as `status_reason`.',
      }),
    }),
  )
  .register(z.globalRegistry, {
    id: 'ReasonRequest',
    description: 'The reason for an action; it can be omitted.',
  });

/** The interval that a limit covers. */
export const IntervalSchema = z.enum(intervals).check(
  z.meta({
    id: 'SpendingInterval',
    description:
      'The interval of a limit. One authorization, a calendar interval in UTC, or the life of the card.',
  }),
);
