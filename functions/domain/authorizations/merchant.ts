import { holdsCardNumber } from '../card-number-rule.ts';

/** Who wants to take something, as far as anybody said. */
export type Merchant = {
  readonly name: string | null;
  /** Merchant category code, four digits (ISO 18245). */
  readonly category: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
};

/** Names of merchants are kept so far, in characters. */
const name_characters_max = 100;

/** Control characters, what has no width, and what turns the direction of writing. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/**
 * A merchant as it is recorded. Whoever fills in a terminal writes what he likes: what cannot be recorded as it is is
 * recorded smaller, so that no name can keep an authorization from being decided.
 */
export const merchantOf = ({ name, category, country }: Merchant): Merchant => ({
  name: nameOf(name),
  category: category !== null && /^\d{4}$/.test(category) ? category : null,
  country: country !== null && /^[A-Z]{2}$/.test(country) ? country : null,
});

const nameOf = (said: string | null): string | null => {
  const shown = [...(said ?? '').replace(unseen, ' ').trim()].slice(0, name_characters_max).join('');
  return shown === '' || holdsCardNumber(shown) ? null : shown;
};
