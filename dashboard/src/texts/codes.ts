import { withdrawnDetail } from '../../../functions/core/currencies.ts';
import { countriesIn } from '../../../onboarding/src/countries.ts';
import { language } from './language.ts';
import { named } from './named.ts';

// Codes of standards with their names in the language of the page.

const currencyNames = new Intl.DisplayNames(language, { type: 'currency' });

/** A currency in words, with its code. */
export const currencyText = (code: string): string => named(code, currencyNames.of(code)).label;

/** Every country that the API accepts. */
export const countries = countriesIn(language).map(([code, name]) => named(code, name));

/** Every currency that a new card may have. */
export const currencies = Intl.supportedValuesOf('currency')
  .filter((code) => withdrawnDetail(code) === undefined)
  .map((code) => named(code, currencyNames.of(code)));
