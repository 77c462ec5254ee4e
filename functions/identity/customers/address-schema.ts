import { all } from 'iso-3166-1';
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';
import * as z from 'zod/mini';
import { clearable } from '../../core/fields.ts';
import { withoutOuterBlanks } from '../../core/text.ts';
import { stored, text } from '../../core/text-fields.ts';
import { issueOf } from '../../core/validation.ts';
import { hasPostalCodes } from './address.ts';

/** Kosovo has no code of ISO 3166-1; its passports, SWIFT and the European Union use this one. */
const countries: ReadonlySet<string> = new Set([...all().map((country) => country.alpha2), 'XK']);

/** ISO 3166-1 alpha-2 in capitals, officially assigned, and XK. */
export const CountryCode = z.string().check(
  z.check((payload) => {
    if (!countries.has(payload.value))
      payload.issues.push(
        issueOf(
          'invalid_value',
          payload.value,
          'Must be an ISO 3166-1 alpha-2 code in capitals, such as GB.',
        ),
      );
  }),
  z.meta({
    id: 'CountryCode',
    description: 'A country, ISO 3166-1 alpha-2 code in capitals, or XK for Kosovo.',
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
    description:
      'Postal code, in a form that its country uses, with or without blanks, in either case. Stored without blanks at its ends. A country without postal codes takes any.',
    example: 'SW1Y 4LB',
    numberRule: false,
    tidied: withoutOuterBlanks,
  }),
  country: CountryCode,
};

/** Forms that `postcode-validator` does not know: newer ones, and what people leave out. */
const otherForms: Readonly<Record<string, RegExp>> = {
  GB: /^BFPO ?\d{1,4}$/,
  IN: /^\d{3} \d{3}$/,
  JP: /^\d{7}$/,
  KH: /^\d{6}$/,
  KZ: /^[A-Z]\d\d[A-Z]\d[A-Z]\d$/,
  PE: /^(LIMA \d{1,2}|CALLAO 0?\d)$/,
  SA: /^\d{5}-?\d{4}$/,
};

/** Whether a postal code has a form that its country uses, in either case. A country without postal codes takes any. */
export const postalCodeFits = (postalCode: string, country: string): boolean => {
  if (!hasPostalCodes(country) || !postcodeValidatorExistsForCountry(country)) return true;
  const code = postalCode.toUpperCase();
  // The codes of some territories are one word of four letters and one of three: `FIQQ 1ZZ`.
  const words = code.replace(/^(.{4}) ?(.{3})$/, '$1 $2');
  return (
    [code, words].some((one) => postcodeValidator(one, country)) ||
    (otherForms[country]?.test(code) ?? false)
  );
};

/**
 * An address as a caller sends it, in a create and in a merge patch: every field may be left out or null.
 * A patch may bring the postal code without the country it belongs to: check the merged address with this schema again.
 */
export const AddressInput = z.strictObject(clearable(fields)).check(
  z.check((payload) => {
    const { postal_code, country } = payload.value;
    if (typeof postal_code !== 'string' || typeof country !== 'string' || !countries.has(country))
      return;
    if (!postalCodeFits(postal_code, country))
      payload.issues.push(
        issueOf('invalid_format', postal_code, `Must be a postal code of the country ${country}.`, [
          'postal_code',
        ]),
      );
  }),
  z.meta({ id: 'AddressInput', description: 'A postal address.' }),
);

/** An address as the world sees it: every field is there, unset ones are null. */
export const AddressSchema = z
  .object({
    line1: z.nullable(stored(fields.line1)),
    line2: z.nullable(stored(fields.line2)),
    city: z.nullable(stored(fields.city)),
    state: z.nullable(stored(fields.state)),
    postal_code: z.nullable(stored(fields.postal_code)),
    country: z.nullable(stored(fields.country)),
  })
  .register(z.globalRegistry, {
    id: 'Address',
    description: 'A postal address; unset fields are null.',
  });
