import categories from './categories.json' with { type: 'json' };
import { type Language, language } from './language.ts';
import { named } from './named.ts';

const categoryNames: Readonly<Record<string, Readonly<Record<Language, string>>>> = categories;

/** A merchant category (ISO 18245) in words; its code where it has none here. */
export const categoryName = (code: string | null): string | null =>
  code && (categoryNames[code]?.[language] ?? code);

/** A merchant category in words, with its code. */
export const categoryText = (code: string | null): string | null =>
  code && named(code, categoryNames[code]?.[language]).label;

/** The merchant categories that have a name here. */
export const merchantCategories = Object.entries(categoryNames).map(([code, name]) =>
  named(code, name[language]),
);

/** The form of a merchant category: card networks know more of them. */
export const categoryForm = /^\d{4}$/;
