import { Autosuggest, type AutosuggestProps, type InputProps } from '@cloudscape-design/components';
import { useRef, useState } from 'react';
import { isId } from '../../../functions/core/ids.ts';
import type { Api, Card } from '../api/client.ts';
import { customerOption, findCustomers, useSettled } from '../api/find-customers.ts';
import { pathOfId } from '../api/places.ts';
import { useReading } from '../api/use-read.ts';
import { filled, inSentence, t } from '../texts/texts.ts';
import { words } from '../texts/words.ts';
import { useKeys } from '../ui/use-keys.ts';
import { useGo } from '../ui/values.tsx';

const cards_max = 10;
const nothing = t.layout.nothingWasFound;
const opener = '.top header [data-utility-special="search"] :is(a, button)';

/** Finds customers, cards, and anything by its id, and opens it. Ctrl-K comes here from every page. */
export const Search = () => {
  const go = useGo();
  const [typed, setTyped] = useState('');
  const text = useSettled(typed.trim());
  const isSettled = text === typed.trim();
  const input = useRef<InputProps.Ref>(null);
  // What has no page of its own has a history.
  const path = pathOfId(text) ?? (isId(text) ? `/events?resource_id=${text}` : null);
  const query = useReading(['search', text], async (api, signal) => ({ body: await find(api, text, signal) }), {
    enabled: text.length > 1 && path === null,
  });
  useKeys((event) => {
    if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return false;
    input.current?.focus();
    // Where the bar is narrow, its field is behind an icon.
    if (!document.querySelector('.top header input')) document.querySelector<HTMLElement>(opener)?.click();
    return true;
  });
  const found = path
    ? { options: [{ value: path, label: filled(t.layout.openText, { text }) }], more: false }
    : query.data;
  // What an earlier text found is never offered for this one.
  const { options, more }: Found = (isSettled && found) || { options: [], more: false };
  const open = (path: string) => {
    setTyped('');
    go(path);
  };
  return (
    <Autosuggest
      ref={input}
      value={typed}
      options={options}
      filteringType="manual"
      placeholder={t.layout.searchCtrlK}
      ariaLabel={t.layout.search}
      statusType={query.isFetching || !isSettled ? 'loading' : query.isError ? 'error' : 'finished'}
      loadingText={t.layout.searching}
      errorText={t.layout.theSearchFailedTry}
      hideEnteredTextOption
      finishedText={more ? t.layout.thereAreMoreNames : query.isSuccess && options.length === 0 ? nothing : ''}
      onChange={({ detail }) => setTyped(detail.value)}
      onSelect={({ detail }) => open(detail.value)}
    />
  );
};

/** What matches; `more`: others may have the name, too. */
type Found = { readonly options: readonly AutosuggestProps.Option[]; readonly more: boolean };

/** Customers, and the cards with these last four digits. */
const find = async (api: Api, text: string, signal: AbortSignal): Promise<Found> => {
  const [{ customers, more }, cards] = await Promise.all([
    findCustomers(api, text, signal),
    /^\d{4}$/.test(text) ? api.cards.list({ query: { limit: cards_max, last4: text }, signal }) : undefined,
  ]);
  const found = customers.map((one) => ({ value: `/customers/${one.id}`, ...customerOption(one) }));
  return { options: [...found, ...(cards?.body.data ?? []).map(cardOption)], more };
};

const cardOption = ({ id, last4, cardholder_name, status }: Card): AutosuggestProps.Option => ({
  value: `/cards/${id}`,
  label: filled(t.all.cardLast4, { last4 }),
  description: [cardholder_name, inSentence(words(status))].filter(Boolean).join(', '),
});
