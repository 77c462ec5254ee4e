import { all } from 'iso-3166-1';
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';
import * as z from 'zod/mini';
import { clearable } from '../fields.ts';
import { issueOf } from '../issues.ts';
import { text } from '../text.ts';

const countries: ReadonlySet<string> = new Set(all().map((country) => country.alpha2));

/** ISO 3166-1 alpha-2 in capitals, officially assigned. */
export const CountryCode = z.string().check(
  z.check((payload) => {
    if (!countries.has(payload.value))
      payload.issues.push(
        issueOf('invalid_value', payload.value, 'Must be an ISO 3166-1 alpha-2 code in capitals, such as GB.'),
      );
  }),
  z.meta({
    id: 'CountryCode',
    description: 'A country, ISO 3166-1 alpha-2 code in capitals.',
    printed: () => ({ type: 'string', enum: [...countries].toSorted() }),
    examples: ['GB'],
  }),
);

const fields = {
  line1: text(200, { description: 'Street and number.', example: '12 St James’s Square' }),
  line2: text(200, { description: 'Flat, floor or building.' }),
  city: text(100, { description: 'City or town.', example: 'London' }),
  state: text(100, { description: 'State, province or county.' }),
  postal_code: text(20, {
    description: 'Postal code; matches the pattern of its country where the country has one.',
    example: 'SW1Y 4LB',
    numberRule: false,
  }),
  country: CountryCode,
};

/** Whether a postal code has the form its country uses. A country without postal codes of its own takes any. */
export const postalCodeFits = (postalCode: string, country: string): boolean =>
  !postcodeValidatorExistsForCountry(country) || postcodeValidator(postalCode, country);

/**
 * An address as a caller sends it, in a create and in a merge patch: every field may be left out or null.
 * A patch may bring the postal code without the country it belongs to: check the merged address with this schema again.
 */
export const AddressInput = z.strictObject(clearable(fields)).check(
  z.check((payload) => {
    const { postal_code, country } = payload.value;
    if (typeof postal_code !== 'string' || typeof country !== 'string' || !countries.has(country)) return;
    if (!postalCodeFits(postal_code, country))
      payload.issues.push(
        issueOf('invalid_format', postal_code, `Must be a postal code of the country ${country}.`, ['postal_code']),
      );
  }),
  z.meta({ id: 'AddressInput', description: 'A postal address.' }),
);

/** An address as the world sees it: every field is there, unset ones are null. */
export const AddressSchema = z
  .object({
    line1: z.nullable(fields.line1),
    line2: z.nullable(fields.line2),
    city: z.nullable(fields.city),
    state: z.nullable(fields.state),
    postal_code: z.nullable(fields.postal_code),
    country: z.nullable(fields.country),
  })
  .check(z.meta({ id: 'Address', description: 'A postal address; unset fields are null.' }));
