import * as z from 'zod/mini';
import { clearable, Timestamp } from '../../core/fields.ts';
import { isAddress } from '../../core/ip-address.ts';
import { idOf, objectNamed, withDescription } from '../../core/resource.ts';
import { stored, text } from '../../core/text-fields.ts';
import { issueOf } from '../../core/validation.ts';
import { CustomerId } from '../customers/schema.ts';

/** The name of a text that customers accept. */
export const DocumentName = z.string().check(
  z.regex(
    /^[a-z][a-z0-9_]{0,63}$/,
    'Must be lower-case letters, digits and _, such as card_user_terms.',
  ),
  z.meta({
    description:
      'The name of the text, yours to choose: lower-case letters, digits and `_`, at most 64. `card_user_terms` are the terms of the card’s issuer.',
    examples: ['card_user_terms'],
  }),
);

/** Its version: whole numbers, so that two of them can be compared. */
export const DocumentVersionNumber = z.string().check(
  z.regex(
    /^[0-9]{1,9}(?:[.-][0-9]{1,9}){0,4}$/,
    'Must be one to five numbers with . or - between, such as 2026-11-01.',
  ),
  z.meta({
    description:
      'The version of the text: one to five whole numbers with `.` or `-` between, compared one by one, such as `3`, `2.10` or `2026-11-01`.',
    examples: ['2026-11-01'],
  }),
);

const UserAgent = text(500, {
  description: 'The user agent of the browser.',
  example: 'Mozilla/5.0',
});

/** The first year in which a time can be: before it, nobody accepted a text by a click. */
const first_year = 1990;

const AcceptedAt = z.iso.datetime({ offset: true }).check(
  z.check(({ value, issues }) => {
    const year = new Date(value).getUTCFullYear();
    if (!(year >= first_year))
      issues.push(issueOf('too_small', value, `Must be in ${first_year} or later.`));
  }),
  z.meta({
    description: 'When the customer accepted it, RFC 3339; not in the future.',
    printed: { type: 'string', format: 'date-time' },
    examples: ['2026-11-20T15:04:05Z'],
  }),
);

const ipv4 =
  '(([1-9]?[0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])\\.){3}([1-9]?[0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])';
const hextet = '[0-9A-Fa-f]{1,4}';
/** Whole, or with one abbreviation; how many groups stand around that the document does not say. */
const ipv6 =
  `(${hextet}:){7}${hextet}|(${hextet}:){6}${ipv4}|` +
  `(${hextet}(:${hextet}){0,6})?::((${hextet}:){0,6}(${hextet}|${ipv4}))?`;

const IpAddress = z.string().check(
  z.check(({ value, issues }) => {
    if (!isAddress(value))
      issues.push(issueOf('invalid_format', value, 'Must be an IPv4 or IPv6 address.'));
  }),
  z.meta({
    description: 'The IPv4 or IPv6 address that it was accepted from.',
    pattern: `^(${ipv4}|${ipv6})$`,
    examples: ['203.0.113.7'],
  }),
);

/** The body that records an agreement. */
export const AgreementCreate = z
  .strictObject({
    document: DocumentName,
    version: DocumentVersionNumber,
    accepted_at: AcceptedAt,
    ip: IpAddress,
    ...clearable({ user_agent: UserAgent }),
  })
  .check(
    z.meta({
      id: 'AgreementCreate',
      description: 'A text that the customer accepted, when and from where.',
      examples: [
        {
          document: 'card_user_terms',
          version: '2026-11-01',
          accepted_at: '2026-11-20T15:04:05Z',
          ip: '203.0.113.7',
          user_agent: 'Mozilla/5.0',
        },
      ],
    }),
  );
export type AgreementCreate = z.infer<typeof AgreementCreate>;

/** The resource of an agreement. */
export const AgreementResource = z
  .object({
    id: idOf('agreement'),
    object: objectNamed('agreement'),
    customer_id: CustomerId,
    document: withDescription(DocumentName, 'The name of the text.'),
    version: withDescription(DocumentVersionNumber, 'The version of the text.'),
    accepted_at: withDescription(Timestamp, 'When the customer accepted it.'),
    ip: z
      .nullable(stored(IpAddress))
      .check(z.meta({ description: 'The IP address; null once it is redacted.' })),
    user_agent: z
      .nullable(stored(UserAgent))
      .check(
        z.meta({ description: 'The user agent; null where none was sent, or it is redacted.' }),
      ),
    created_at: withDescription(Timestamp, 'When it was recorded.'),
  })
  .check(
    z.meta({
      id: 'Agreement',
      description:
        'A customer’s acceptance of one version of a text. It never changes: `version` is that of the text.',
    }),
  );
export type AgreementResource = z.infer<typeof AgreementResource>;
