import { withdrawnDetail } from '../../../functions/core/currencies.ts';
import { countriesIn } from '../../../onboarding/src/countries.ts';
import categories from './categories.json' with { type: 'json' };
import { type Language, language } from './language.ts';

// Codes of standards with their names in the language of the page, as forms offer them.

const named = (value: string, name = value) => ({
  value,
  label: name === value ? value : `${name} (${value})`,
});
const currencyNames = new Intl.DisplayNames(language, { type: 'currency' });
const categoryNames: Readonly<Record<string, Readonly<Record<Language, string>>>> = categories;

/** A currency in words, with its code. */
export const currencyText = (code: string): string => named(code, currencyNames.of(code)).label;

/** A merchant category (ISO 18245) in words; its code where it has none here. */
export const categoryName = (code: string | null): string | null =>
  code && (categoryNames[code]?.[language] ?? code);

/** A merchant category in words, with its code. */
export const categoryText = (code: string | null): string | null =>
  code && named(code, categoryNames[code]?.[language]).label;

/** Every country that the API accepts. */
export const countries = countriesIn(language).map(([code, name]) => named(code, name));

/** Every currency that a new card may have. */
export const currencies = Intl.supportedValuesOf('currency')
  .filter((code) => withdrawnDetail(code) === undefined)
  .map((code) => named(code, currencyNames.of(code)));

/** The merchant categories that have a name here. */
export const merchantCategories = Object.entries(categoryNames).map(([code, name]) =>
  named(code, name[language]),
);

/** The form of a merchant category: card networks know more of them. */
export const categoryForm = /^\d{4}$/;
