import * as z from 'zod/mini';
import { changeable, clearable } from '../../core/fields.ts';
import { withDescription } from '../../core/resource.ts';
import { stored, text } from '../../core/text-fields.ts';
import { issueOf } from '../../core/validation.ts';

/** Latin letters with their marks, and the signs that names have: no other script, and no filler of a machine-readable zone. */
const latin =
  '[ -;=?-~\\u00C0-\\u024F\\u02B9-\\u02BC\\u0300-\\u036F\\u1E00-\\u1EFF\\u2010-\\u2015\\u2018\\u2019]';
const latinOnly = new RegExp(`^${latin}*$`);

const latinText = (
  max: number,
  { description, example }: { readonly description: string; readonly example: string },
) =>
  text(max, { description, example, needsLetter: true }).check(
    z.check(({ value, issues }) => {
      if (!latinOnly.test(value))
        issues.push(
          issueOf('invalid_format', value, 'Must be in Latin letters, such as O’Brien or BIKILA.'),
        );
    }),
    z.meta({
      printed: {
        type: 'string',
        minLength: 1,
        maxLength: max,
        pattern: `^${latin}*[A-Za-z\\u00C0-\\u024F\\u1E00-\\u1EFF]${latin}*$`,
      },
    }),
  );

const LatinName = latinText(100, {
  description: 'A name in Latin letters, 1 to 100 characters.',
  example: 'Lovelace',
});
const LatinLegalName = latinText(200, {
  description: 'The registered name in Latin letters, 1 to 200 characters.',
  example: 'Engines Ltd',
});

const personParts = { first_name: LatinName, middle_name: LatinName };
const about =
  'The name in Latin letters, as in the machine-readable lines of a passport. It is screened beside the name, is the default name on cards, and is required for a verification if the letters of the name are not compared with lists. A change counts as a change of the name.';

/** The Latin name of a person, as a caller sends it. */
export const LatinPersonNameInput = z
  .strictObject({ ...clearable(personParts), last_name: LatinName })
  .check(
    z.meta({
      id: 'LatinPersonNameInput',
      description: about,
      examples: [{ first_name: 'Ada', last_name: 'Lovelace' }],
    }),
  );

/** The Latin name of a business, as a caller sends it. */
export const LatinBusinessNameInput = z
  .strictObject({ legal_name: LatinLegalName })
  .check(z.meta({ id: 'LatinBusinessNameInput', description: about }));

/** The body that changes the Latin name of a customer. */
export const LatinNamePatch = z
  .strictObject({
    ...clearable(personParts),
    ...changeable({ last_name: LatinName, legal_name: LatinLegalName }),
  })
  .check(
    z.meta({
      id: 'LatinNamePatch',
      examples: [{ first_name: 'Ada', last_name: 'Lovelace' }],
      description: `${about} A person’s changed parts, or a company’s \`legal_name\`.`,
    }),
  );

/** The Latin name of a person as responses show it. */
export const LatinPersonNameResource = z
  .object({
    first_name: z.nullable(stored(LatinName)),
    middle_name: z.nullable(stored(LatinName)),
    last_name: stored(LatinName),
  })
  .check(z.meta({ id: 'LatinPersonName', description: 'The name of a person in Latin letters.' }));

/** The Latin name of a business as responses show it. */
export const LatinBusinessNameResource = z
  .object({ legal_name: stored(LatinLegalName) })
  .check(
    z.meta({ id: 'LatinBusinessName', description: 'The name of a company in Latin letters.' }),
  );

/** A Latin name in a response; null without one. */
export const shownLatinName = <Shown extends z.ZodMiniType>(shown: Shown) =>
  withDescription(z.nullable(shown), 'The name in Latin letters; null where none was given.');
