import { Autosuggest, type AutosuggestProps, type InputProps } from '@cloudscape-design/components';
import { useEffect, useRef, useState } from 'react';
import type { Api, Card, Customer } from '../api/client.ts';
import { pathOfId } from '../api/places.ts';
import { useReading } from '../api/use-read.ts';
import { filled, inSentence, t } from '../texts/texts.ts';
import { nameOf, words } from '../texts/words.ts';
import { isEmail } from '../ui/filter-query.ts';
import { useKeys } from '../ui/use-keys.ts';
import { useGo } from '../ui/values.tsx';

const pause_ms = 250;
const found_max = 10;
/** The longest name that the API searches for. */
const name_characters_max = 100;
const nothing = t.layout.nothingWasFound;

/** Finds customers, cards, and anything by its id, and opens it. Ctrl-K comes here from every page. */
export const Search = () => {
  const go = useGo();
  const [typed, setTyped] = useState('');
  const text = useSettled(typed.trim());
  const input = useRef<InputProps.Ref>(null);
  const id = pathOfId(text);
  const query = useReading(['search', text], async (api, signal) => ({ body: await find(api, text, signal) }), {
    enabled: text.length > 1 && id === null,
  });
  useKeys((event) => {
    if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return false;
    input.current?.focus();
    return true;
  });
  const { options, more }: Found = id
    ? { options: [{ value: id, label: filled(t.layout.openText, { text }) }], more: false }
    : (query.data ?? { options: [], more: false });
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
      statusType={query.isFetching ? 'loading' : query.isError ? 'error' : 'finished'}
      loadingText={t.layout.searching}
      errorText={t.layout.theSearchFailedTry}
      hideEnteredTextOption
      finishedText={more ? t.layout.thereAreMoreNames : query.isSuccess && options.length === 0 ? nothing : ''}
      onChange={({ detail }) => setTyped(detail.value)}
      onSelect={({ detail }) => open(detail.value)}
    />
  );
};

/** A text once it has not changed for a moment: no request for each letter. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause_ms);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};

/** What matches; `more`: others may have the name, too. */
type Found = { readonly options: readonly AutosuggestProps.Option[]; readonly more: boolean };

/** Each list of the API that could know the text. */
const find = async (api: Api, text: string, signal: AbortSignal): Promise<Found> => {
  const page = { limit: found_max };
  const by = isEmail(text) ? { email: text } : { external_id: text };
  const isName = /\p{L}/u.test(text) && !isEmail(text) && text.length <= name_characters_max;
  const isLast4 = /^\d{4}$/.test(text);
  const [customers, named, cards] = await Promise.all([
    api.customers.list({ query: { ...page, ...by }, signal }),
    isName ? api.customers.list({ query: { ...page, name: text }, signal }) : undefined,
    isLast4 ? api.cards.list({ query: { ...page, last4: text }, signal }) : undefined,
  ]);
  const found = new Map([...customers.body.data, ...(named?.body.data ?? [])].map((one) => [one.id, one]));
  return {
    options: [...[...found.values()].map(customerOption), ...(cards?.body.data ?? []).map(cardOption)],
    more: named?.body.has_more ?? false,
  };
};

const customerOption = (customer: Customer): AutosuggestProps.Option => ({
  value: `/customers/${customer.id}`,
  label: nameOf(customer),
  description: [filled(t.layout.customerStatus, { status: inSentence(words(customer.status)) }), customer.email]
    .filter(Boolean)
    .join(', '),
});

const cardOption = ({ id, last4, cardholder_name, status }: Card): AutosuggestProps.Option => ({
  value: `/cards/${id}`,
  label: filled(t.all.cardLast4, { last4 }),
  description: [cardholder_name, inSentence(words(status))].filter(Boolean).join(', '),
});
