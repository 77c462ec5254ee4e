import { withdrawnDetail } from '../../../functions/currencies.ts';
import { countriesIn } from '../../../onboarding/src/countries.ts';
import categories from './categories.json' with { type: 'json' };
import { type Language, language } from './language.ts';

/** A code of a standard with its name in the language of the page, as a form offers it. */
type Named = { readonly value: string; readonly label: string };

const named = (value: string, name: string | undefined): Named => ({
  value,
  label: name === undefined || name === value ? value : `${name} (${value})`,
});

/** Every country that the API accepts. */
export const countries: readonly Named[] = countriesIn(language).map(([code, name]) => named(code, name));

const currencyNames = new Intl.DisplayNames(language, { type: 'currency' });

/** Every currency that a new card may have. */
export const currencies: readonly Named[] = Intl.supportedValuesOf('currency')
  .filter((code) => withdrawnDetail(code) === undefined)
  .map((code) => named(code, currencyNames.of(code)));

const categoryNames: Readonly<Record<string, Readonly<Record<Language, string>>>> = categories;

/** The form of a merchant category: a card network knows more than have a name here. */
export const categoryForm = /^\d{4}$/;

/** The merchant categories (ISO 18245) that have a name here. */
export const merchantCategories: readonly Named[] = Object.keys(categories)
  .toSorted()
  .map((code) => named(code, categoryNames[code]?.[language]));

/** A currency in words, with its code. */
export const currencyText = (code: string): string => named(code, currencyNames.of(code)).label;

/** A merchant category in words, with its code. */
export const categoryText = (code: string | null): string | null =>
  code && named(code, categoryNames[code]?.[language]).label;
