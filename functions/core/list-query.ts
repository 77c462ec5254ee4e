import * as z from 'zod/mini';
import { issueOf } from './validation.ts';

const page_items_max = 100;
const page_items_default = 25;
const cursor_characters_max = 512;

const limitOf = (description: string) =>
  z
    .pipe(
      z.string().check(
        z.check((payload) => {
          const sent = payload.value;
          if (!/^-?\d{1,9}$/.test(sent))
            payload.issues.push(issueOf('invalid_type', sent, limitDetail));
          else if (Number(sent) < 1) payload.issues.push(issueOf('too_small', sent, limitDetail));
          else if (Number(sent) > page_items_max)
            payload.issues.push(issueOf('too_big', sent, limitDetail));
        }),
      ),
      z.transform((sent) => Number(sent)),
    )
    .register(z.globalRegistry, {
      description,
      printed: {
        type: 'integer',
        minimum: 1,
        maximum: page_items_max,
        default: page_items_default,
      },
    });

const sizeOfPage = 'The largest number of items on a page; the last page can have fewer.';
const limitDetail = `Must be a whole number from 1 to ${page_items_max}.`;

const Cursor = z.string().check(
  z.minLength(1),
  z.maxLength(cursor_characters_max),
  z.meta({
    pattern: '^[A-Za-z0-9_-]{26,}$',
    description:
      '`next_cursor` of the previous page. It is opaque, works only for this route, these filters and this business, and is valid for at least 30 days.',
  }),
);

/** In a query, a plus sign that is not encoded arrives as a blank. */
const encoded = z.string().check(
  z.check(({ value, issues }) => {
    if (/ \d\d:?\d\d$/.test(value))
      issues.push(
        issueOf(
          'invalid_format',
          value,
          'Send the plus sign of the offset as %2B, or the time in UTC with Z.',
        ),
      );
  }),
);

/**
 * An instant in any form of RFC 3339, made the service's own form. Digits below a millisecond are
 * rounded away from the past or the future so that the bound stays exclusive.
 */
const instant = (description: string, round: 'up' | 'down') =>
  z
    .pipe(
      z.pipe(encoded, z.iso.datetime({ offset: true })),
      z.transform((sent, payload) => {
        const finer = /\.\d{3}\d*[1-9]/.test(sent) && round === 'up' ? 1 : 0;
        const date = new Date(Date.parse(sent) + finer);
        const written = Number.isNaN(date.getTime()) ? '' : date.toISOString();
        if (written.length !== '2026-11-20T15:04:05.123Z'.length)
          payload.issues.push(
            issueOf('invalid_format', sent, 'Must be between the years 0000 and 9999.'),
          );
        return written;
      }),
    )
    .register(z.globalRegistry, { description, printed: { type: 'string', format: 'date-time' } });

/** The parameters of every list. Parsing turns `limit` into a number. */
export const pageQuery = {
  limit: z._default(limitOf(sizeOfPage), page_items_default),
  cursor: z.optional(Cursor),
};

/** Those of a list of dated resources: both bounds exclusive, parsed to RFC 3339, UTC, milliseconds. */
export const datedQuery = {
  ...pageQuery,
  created_after: z.optional(instant('Only items created after this instant, RFC 3339.', 'down')),
  created_before: z.optional(instant('Only items created before this instant, RFC 3339.', 'up')),
};

/**
 * Those of a dated list with further filters, and why a page can be short: the limits of dynamodb/list.ts for one page are
 * stated here.
 */
export const filteredQuery = (besides = '') => ({
  ...datedQuery,
  limit: z._default(limitOf(`${sizeOfPage}${besides} ${shortPage}`), page_items_default),
});

const shortPage =
  'With combined filters that match little, a page can be short or empty while `has_more` is true. One request reads at ' +
  'most 3 000 index entries and 300 items, and the next page continues from there.';

/** A list of dated resources without filters of its own; others extend it: `z.strictObject({ ...datedQuery, status })`. */
export const ListQuery = z.strictObject(datedQuery);
