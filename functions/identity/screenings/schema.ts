import * as z from 'zod/mini';
import { Timestamp } from '../../core/fields.ts';
import { idOf, resourceFields, statusFields, withDescription } from '../../core/resource.ts';
import { identifier, stored, text } from '../../core/text-fields.ts';
import { CustomerId } from '../customers/schema.ts';
import { matchCategories } from '../screeners/screener.ts';
import { findingStatuses, screeningActionNames, screeningStatuses } from './states.ts';

/** The id of a screening. */
export const ScreeningId = idOf('screening');

const ListName = text(100, {
  description: 'The list or data set, by its source’s name.',
  example: 'ofac',
});
const EntryId = identifier(200, { description: 'The entry’s id on its list.', example: '12345' });

/** The fields of the decision about a finding. */
const decisionFields = {
  status: z.enum(findingStatuses).check(
    z.meta({
      id: 'ScreeningMatchStatus',
      description: 'An operator’s decision about the finding.',
    }),
  ),
  decided_at: withDescription(
    z.nullable(Timestamp),
    'When an operator decided; null while it is open.',
  ),
  decided_by: withDescription(
    z.nullable(z.string()),
    'The operator who decided; null while it is open.',
  ),
  reason: withDescription(
    z.nullable(z.string()),
    'Why, in the operator’s words; null while it is open.',
  ),
};

const ScreeningMatch = z
  .object({
    list: stored(ListName),
    entry_id: stored(EntryId),
    name: z.string().check(z.meta({ description: 'The name on the list that is most alike.' })),
    score: z
      .number()
      .check(
        z.minimum(0),
        z.maximum(1),
        z.meta({ description: 'How alike they are, from 0 to 1.', examples: [0.93] }),
      ),
    categories: z
      .array(
        z.enum(matchCategories).check(
          z.meta({
            id: 'ScreeningCategory',
            description: 'The topic of an entry: sanctions, politics, press.',
          }),
        ),
      )
      .check(z.meta({ description: 'The topics of the entry.' })),
    url: z.string().check(z.meta({ description: 'Where a person reads about the entry.' })),
    ...decisionFields,
  })
  .check(
    z.meta({
      id: 'ScreeningMatch',
      description: 'An entry of a list that may be about the subject.',
    }),
  );

const NotComparable = z
  .object({
    scripts: z.array(z.string()).check(
      z.meta({
        description: 'The scripts of its letters that are not compared, by ISO 15924.',
        examples: [['Ethi']],
      }),
    ),
    ...decisionFields,
  })
  .check(
    z.meta({
      id: 'ScreeningNotComparable',
      description: 'No name of the subject can be compared with the lists, so an operator decides.',
    }),
  );

/** A screening. */
export const ScreeningResource = z
  .object({
    ...resourceFields('screening', 'screening'),
    ...statusFields('Screening', screeningStatuses, screeningActionNames),
    customer_id: CustomerId,
    subject_id: z
      .string()
      .check(z.meta({ description: 'The screened subject: the customer, or a person of it.' })),
    list_version: z
      .string()
      .check(z.meta({ description: 'The version of the lists that were searched last.' })),
    screened_at: withDescription(Timestamp, 'When they were searched last.'),
    open_count: z
      .int()
      .check(z.meta({ description: 'How many findings nobody has decided about.' })),
    matches: z
      .array(ScreeningMatch)
      .check(z.meta({ description: 'The entries found, the most alike first.' })),
    not_comparable: withDescription(
      z.nullable(NotComparable),
      'That every name has letters which are not compared: the search alone clears nobody then. A decision holds until the name changes; a `latin_name` ends it. Null where a name was compared.',
    ),
  })
  .check(
    z.meta({
      id: 'Screening',
      description: 'The newest search for one subject on lists of sanctions.',
    }),
  );
export type ScreeningResource = z.infer<typeof ScreeningResource>;

const reason = text(1_000, { description: 'Why; the business’s people and programs see it.' });

/** The decision of an operator about an entry, or about a name that cannot be compared. */
export const ScreeningDecision = z.union([
  z.strictObject({ list: ListName, entry_id: EntryId, reason }),
  z.strictObject({ finding: z.literal('not_comparable'), reason }),
]);
export type ScreeningDecision = z.infer<typeof ScreeningDecision>;
