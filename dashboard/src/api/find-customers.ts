import { useEffect, useState } from 'react';
import { ApiError } from '../../../client/src/api-error.ts';
import { isId } from '../../../functions/core/ids.ts';
import { filled, inSentence, t } from '../texts/texts.ts';
import { nameOf, words } from '../texts/words.ts';
import { isEmail } from '../ui/filter-query.ts';
import type { Api, Customer } from './client.ts';

const pause_ms = 250;
const found_max = 10;
/** The longest name that the API searches for. */
const name_characters_max = 100;

/** The customers whose ID, e-mail address, external ID or name a text is, the newest without one; `more`: others have the name. */
export const findCustomers = async (api: Api, text: string, signal: AbortSignal) => {
  const list = (by: object) =>
    api.customers
      .list({ query: { limit: found_max, ...by }, signal })
      .then(({ body }) => body, nobody);
  const by = exactlyBy(text);
  const isName = 'external_id' in by && /\p{L}/u.test(text) && text.length <= name_characters_max;
  const [exact, named] = await Promise.all([list(by), isName ? list({ name: text }) : undefined]);
  const found = new Map([...exact.data, ...(named?.data ?? [])].map((one) => [one.id, one]));
  return { customers: [...found.values()], more: named?.has_more ?? false };
};

/** The filter of what only one customer has. */
const exactlyBy = (text: string) => {
  if (text === '') return {};
  if (text.startsWith('cus_') && isId(text)) return { ids: text };
  return isEmail(text) ? { email: text } : { external_id: text };
};

/** Nobody has a text that the API refuses, such as one of a thousand characters. */
const nobody = (error: unknown) => {
  if (error instanceof ApiError && error.status === 400) return { data: [], has_more: false };
  throw error;
};

/** The text that tells a customer from others of the same name. */
export const customerOption = (customer: Customer) => {
  const status = filled(t.layout.customerStatus, { status: inSentence(words(customer.status)) });
  return {
    label: nameOf(customer),
    description: [status, customer.email].filter(Boolean).join(', '),
  };
};

/** A text once it has not changed for a moment: no request for each letter. */
export const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause_ms);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};
