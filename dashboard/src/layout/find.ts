import { useState } from 'react';
import { isId } from '../../../functions/core/ids.ts';
import type { Api, Card } from '../api/client.ts';
import { useEnvironment } from '../api/environment.tsx';
import { customerOption, findCustomers, useSettled } from '../api/find-customers.ts';
import { pathOfId } from '../api/places.ts';
import { useReading } from '../api/use-read.ts';
import { filled, inSentence, t } from '../texts/texts.ts';
import { words } from '../texts/words.ts';
import { configurePlaces, placeGroups } from './places.ts';

const cards_max = 10;

/** A page that a typed text leads to, by its path in the environment. */
export type FoundPage = {
  readonly path: string;
  readonly label: string;
  readonly description?: string;
};

/** Finds customers, cards, and anything by its id, as it is typed; and the sections whose names have the text. */
export const useFound = () => {
  const { name } = useEnvironment();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const settled = useSettled(text);
  // A resource without a page of its own has a history.
  const path = pathOfId(text) ?? (isId(text) ? `/events?resource_id=${text}` : null);
  const query = useReading(
    ['search', settled],
    async (api, signal) => ({ body: await find(api, settled, signal) }),
    {
      enabled: settled.length > 1 && path === null,
    },
  );
  const isCurrent = text === settled;
  const found =
    path === null
      ? isCurrent && query.data
      : { pages: [{ path, label: openText(text) }], more: false };
  // A result of an earlier text is never offered for this one.
  const { pages, more }: Found = found || { pages: [], more: false };
  return {
    typed,
    setTyped,
    pages,
    more,
    sections: sectionsWith(text, name),
    isSearching: text.length > 1 && path === null && (!isCurrent || query.isFetching),
    isFailed: query.isError && isCurrent,
    hasSearched: path === null && isCurrent && query.isSuccess,
  };
};

const openText = (text: string) => filled(t.layout.openText, { text });

const sectionsWith = (text: string, environment: string): readonly FoundPage[] =>
  [...placeGroups.flatMap(({ places }) => places), ...configurePlaces]
    .filter(({ only = environment }) => only === environment)
    .map(({ path, text: label }) => ({ path: `/${path}`, label }))
    .filter(({ label }) => folded(label).includes(folded(text)));

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The pages that match; `more`: others may have the name, too. */
type Found = { readonly pages: readonly FoundPage[]; readonly more: boolean };

/** Customers, and the cards with these last four digits. */
const find = async (api: Api, text: string, signal: AbortSignal): Promise<Found> => {
  const [{ customers, more }, cards] = await Promise.all([
    findCustomers(api, text, signal),
    /^\d{4}$/.test(text)
      ? api.cards.list({ query: { limit: cards_max, last4: text }, signal })
      : undefined,
  ]);
  const found = customers.map((one) => ({ path: `/customers/${one.id}`, ...customerOption(one) }));
  return { pages: [...found, ...(cards?.body.data ?? []).map(cardPage)], more };
};

const cardPage = ({ id, last4, cardholder_name, status }: Card): FoundPage => ({
  path: `/cards/${id}`,
  label: filled(t.all.cardLast4, { last4 }),
  description: [cardholder_name, inSentence(words(status))].filter(Boolean).join(', '),
});
