import * as z from 'zod/mini';
import { ApiError } from '../../core/api-error.ts';
import { changeable, clearable } from '../../core/fields.ts';
import { idsFilter } from '../../core/ids-filter.ts';
import { Metadata, MetadataPatch } from '../../core/metadata.ts';
import { nameOf, PersonName } from '../../core/text-fields.ts';
import { issueOf, itemsAt, tooLong } from '../../core/validation.ts';
import { AddressInput } from './address-schema.ts';
import {
  LatinBusinessNameInput,
  LatinNamePatch,
  LatinPersonNameInput,
} from './latin-name-schema.ts';
import type { CustomerProfile } from './model.ts';
import { wordsOfName } from './names.ts';
import { IncorporationCountry, LegalName, optionalFields } from './schema.ts';

const tax_id_characters_max = 32;

/**
 * Between separators at least four letters or digits. The document says less about letters of other
 * scripts, as it does about names.
 */
const taxIdPrinted = '^[ /.+&-]*([^\\x00-/:-@\\[-`{-\\xA0][ /.+&-]*){4,}$';

/** Tax ids as states write them: `12/345/67890`, `131052+308T`, `85.07.30-033.28`. */
export const TaxId = z.string().check(
  z.check((payload) => {
    const sent = payload.value;
    if ([...sent].length > tax_id_characters_max)
      payload.issues.push(tooLong(sent, tax_id_characters_max));
    else if (!/^[\p{L}\p{N} /.+&-]*$/u.test(sent))
      payload.issues.push(issueOf('invalid_format', sent, taxIdDetail));
    else if ([...sent.replaceAll(/[ /.+&-]/g, '')].length < 4)
      payload.issues.push(issueOf('too_short', sent, taxIdDetail));
  }),
  z.meta({
    description:
      'Write-only: 4 to 32 letters, digits, spaces and ` - / . + &`, at least four of them letters or digits; stored as sent. Responses contain `tax_id_last4`.',
    printed: {
      type: 'string',
      minLength: 4,
      maxLength: tax_id_characters_max,
      pattern: taxIdPrinted,
    },
    examples: ['123-45-6789'],
  }),
);

const taxIdDetail =
  'Must be letters, digits, spaces and - / . + &, with at least four letters or digits.';

/** The first name of somebody. */
export const FirstName = z.nullable(PersonName).check(
  z.meta({
    description: 'Null for a person with one name, which is the last name, as in passports.',
  }),
);

const sharedInput = { ...optionalFields.any, address: AddressInput, tax_id: TaxId };
const individualRequired = { first_name: FirstName, last_name: PersonName };
const businessRequired = { legal_name: LegalName, incorporation_country: IncorporationCountry };

const OwnersDeclared = z.boolean().check(
  z.meta({
    description:
      'Write-only, of a business: `true` declares that its persons include every owner of 25 % and more, and sets `owners_declared_at`. `false` takes it back, as a change of an owner does.',
  }),
);

const IndividualCreate = z
  .strictObject({
    type: z.literal('individual').register(z.globalRegistry, { description: 'A person.' }),
    ...individualRequired,
    ...clearable({
      latin_name: LatinPersonNameInput,
      ...optionalFields.individual,
      ...sharedInput,
      metadata: Metadata,
    }),
  })
  .register(z.globalRegistry, {
    id: 'IndividualCreate',
    description: 'The input to create a person; only the names are required.',
  });

const BusinessCreate = z
  .strictObject({
    type: z.literal('business').register(z.globalRegistry, { description: 'A company.' }),
    ...businessRequired,
    ...clearable({
      latin_name: LatinBusinessNameInput,
      ...optionalFields.business,
      ...sharedInput,
      metadata: Metadata,
    }),
  })
  .register(z.globalRegistry, {
    id: 'BusinessCreate',
    description: 'The input to create a company; only its name and country are required.',
  });

/** The body that creates a customer. */
export const CustomerCreate = z
  .discriminatedUnion('type', [IndividualCreate, BusinessCreate])
  .register(z.globalRegistry, {
    id: 'CustomerCreate',
    description: 'The input to create a customer.',
  });

/** The body that changes a customer. */
export const CustomerPatch = z
  .strictObject({
    ...changeable({ ...individualRequired, ...businessRequired }),
    ...clearable({
      latin_name: LatinNamePatch,
      ...optionalFields.individual,
      ...optionalFields.business,
    }),
    ...clearable({ ...sharedInput, metadata: MetadataPatch }),
    ...clearable({ owners_declared: OwnersDeclared }),
  })
  .register(z.globalRegistry, {
    id: 'CustomerPatch',
    description: 'Only the fields to change; a field of the other type is rejected.',
    examples: [{ email: 'ada.king@example.com', phone: null, metadata: { order_id: 'A-1002' } }],
  });

/**
 * A merge patch is checked piece by piece. Its result has its own rules: the size of all metadata,
 * and a postal code that fits the country it now has. Returns the profile, or throws
 * validation_failed.
 */
export const checkMergedProfile = (profile: CustomerProfile): CustomerProfile => {
  const errors = [
    ...itemsAt(Metadata, profile.metadata, ['metadata']),
    ...itemsAt(z.nullable(AddressInput), profile.address, ['address']),
  ];
  if (errors.length > 0) throw new ApiError('validation_failed', { errors });
  return profile;
};

/** Some customers by their ids. */
export const CustomerIds = idsFilter({ of: 'customer', word: 'customer' });

/** The name that customers are searched by. */
export const SearchedName = nameOf(100, {
  description:
    'Customers in whose name each of these words begins a word. `ann` and `hub` find Anna Huber, `uber` does not. Case, accents, signs and blanks make no difference (`annamaria` finds Anna-Maria), nor do other spellings of a letter (`mueller` finds Müller, `علي` finds علی). If no name that a page reads has them, words of five letters or more find words with one edit. Persons of a company are not searched.',
  example: 'Lovelace',
}).check(
  z.check(({ value, issues }) => {
    if (wordsOfName(value).length === 0)
      issues.push(issueOf('invalid_format', value, 'Must have a letter or a digit.'));
  }),
);
