import { useEffect, useRef, useState } from 'react';
import type { Api } from '../api/client.ts';
import { useEnvironment, withRetries } from '../api/environment.tsx';
import type { ReadList } from '../api/paging.ts';
import { categoryName } from '../texts/categories.ts';
import { type Beside, csvOf } from '../texts/csv.ts';
import { filled, number, t } from '../texts/texts.ts';
import { cardName, nameOf } from '../texts/words.ts';
import { Button } from './button.tsx';
import { useFlash } from './flashes.tsx';
import { idsIn } from './links.tsx';

type Exporting<Item> = {
  /** The listed objects: “customers”. */
  readonly name: string;
  readonly read: ReadList<Item>;
  /** The fields of the columns that the person has hidden. */
  readonly without: readonly string[];
};

const page_items = 100;

/** They are collected in the browser's memory. A file with a part of them would look whole. */
const items_max = 50_000;

/** Saves everything that the filters match as CSV, page by page; the same button stops it. */
export const ExportButton = <Item,>({ name, read, without }: Exporting<Item>) => {
  const { api } = useEnvironment();
  const flash = useFlash();
  const [count, setCount] = useState<number | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const save = async () => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    const items: Item[] = [];
    const names = new Map<string, string>();
    let cursor: string | null | undefined;
    setCount(0);
    try {
      do {
        const page = { limit: page_items, ...(cursor && { cursor }) };
        const { body } = await withRetries(() => read(api, page, signal));
        items.push(...body.data);
        for (const field of fieldsWithNames)
          for (const [id, text] of await readNames(api, field, body.data, names, signal))
            names.set(id, text);
        cursor = body.next_cursor;
        setCount(items.length);
      } while (cursor && items.length < items_max);
      if (cursor)
        return flash(filled(t.ui.thereAreMoreThan50, { max: number(items_max), name }), 'error');
      download(`${name}.csv`, csvOf(items as readonly object[], without, besideOf(names)));
      flash(filled(t.ui.exported, { count: number(items.length), name }));
    } catch {
      if (!signal.aborted) flash(filled(t.ui.theExportStopped, { name }), 'error');
    } finally {
      setCount(null);
    }
  };
  if (count === null) return <Button onClick={() => void save()}>{t.ui.exportCsv}</Button>;
  return (
    <Button onClick={() => stop.current.abort()}>
      {filled(t.ui.stopCountRead, { count: number(count) })}
    </Button>
  );
};

const fieldsWithNames = ['customer_id', 'card_id'] as const;

/** The customers and cards that listed resources name, each by its ID, unless its name was read. */
const readNames = async (
  api: Api,
  field: (typeof fieldsWithNames)[number],
  items: readonly unknown[],
  known: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<readonly (readonly [string, string])[]> => {
  const ids = idsIn(items, field).filter((id) => !known.has(id));
  if (ids.length === 0) return [];
  const call = { query: { ids: ids.join(','), limit: page_items }, signal };
  if (field === 'customer_id') {
    const { body } = await withRetries(() => api.customers.list(call));
    return body.data.map((one) => [one.id, nameOf(one)] as const);
  }
  const { body } = await withRetries(() => api.cards.list(call));
  return body.data.map((one) => [one.id, cardName(one)] as const);
};

/** Beside the ID of a customer or a card its name, and beside the code of a category its words. */
const besideOf =
  (names: ReadonlyMap<string, string>) =>
  (item: object): Beside => {
    const { customer_id, card_id, merchant } = item as {
      readonly customer_id?: string | null;
      readonly card_id?: string | null;
      readonly merchant?: { readonly category?: string | null };
    };
    return {
      customer_id: [['customer_name', names.get(customer_id ?? '') ?? '']],
      card_id: [['card_name', names.get(card_id ?? '') ?? '']],
      'merchant.category': [
        ['merchant.category_name', categoryName(merchant?.category ?? null) ?? ''],
      ],
    };
  };

const download = (name: string, text: string) => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
};
