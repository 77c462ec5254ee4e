import { categoryText } from '../../texts/categories.ts';
import { currencyText } from '../../texts/codes.ts';
import { countryText, words } from '../../texts/words.ts';

/** The codes of the lists of a card in words. */
const texts: Readonly<Record<string, (code: string) => string | null>> = {
  allowed_categories: categoryText,
  blocked_categories: categoryText,
  allowed_countries: countryText,
  allowed_currencies: currencyText,
  // The ID of a merchant is no word.
  allowed_merchants: String,
  blocked_merchants: String,
};

/** A value of a list of spending controls, in words. */
export const controlText = (list: string, code: string): string =>
  texts[list]?.(code) ?? words(code);
