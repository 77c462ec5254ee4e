import { useState } from 'react';
import { unlessRefused } from './browser.ts';

/** Where this tab keeps what was typed and is not saved yet. */
export const typedKey = 'onboarding-typed';

type Kept = Readonly<Record<string, unknown>>;

const kept = (): Kept =>
  unlessRefused(() => JSON.parse(sessionStorage.getItem(typedKey) ?? '{}') as Kept) ?? {};

const keep = (all: Kept): void => {
  unlessRefused(() => sessionStorage.setItem(typedKey, JSON.stringify(all)));
};

const isOf = (form: string, name: string): boolean => name === form || name.startsWith(`${form} `);

/** Whether something was typed into a form and is not saved yet. */
export const isTyped = (form: string): boolean =>
  Object.keys(kept()).some((name) => isOf(form, name));

/** Forgets what was typed into a form, or everything. */
export const forgetTyped = (form?: string): void =>
  keep(
    form === undefined
      ? {}
      : Object.fromEntries(Object.entries(kept()).filter(([name]) => !isOf(form, name))),
  );

/** A text with so many digits may be the number of a card or of a document. */
const digits_max = 8;

/** The texts that this tab may keep: none that may be the number of a card or of a document. */
export const mayKeep = (text: string): boolean => text.replace(/\D/g, '').length <= digits_max;

/** As `useState`, over a reload of the page: in this tab alone, and nothing where storage is blocked. */
export const useTyped = <T>(name: string, initial: T): readonly [T, (next: T) => void] => {
  const [value, setValue] = useState<T>(() => (kept()[name] as T | undefined) ?? initial);
  return [
    value,
    (next) => {
      keep({ ...kept(), [name]: keepable(next) });
      setValue(next);
    },
  ];
};

const keepable = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, text]) => mayKeep(String(text))))
    : value;
