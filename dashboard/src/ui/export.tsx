import { Button } from '@cloudscape-design/components';
import { useEffect, useRef, useState } from 'react';
import { useEnvironment, withRetries } from '../api/environment.tsx';
import type { ReadList } from '../api/paging.ts';
import { csvOf } from '../texts/csv.ts';
import { filled, number, t } from '../texts/texts.ts';
import { useFlash } from './flashes.tsx';

type Exporting<Item> = {
  /** What is listed: “customers”. */
  readonly name: string;
  readonly read: ReadList<Item>;
};

const page_items = 100;

/** They are collected in the browser's memory. A file with a part of them would look whole. */
const items_max = 50_000;

/** Saves everything that the filters match as CSV, page by page; the same button stops it. */
export const ExportButton = <Item,>({ name, read }: Exporting<Item>) => {
  const { api } = useEnvironment();
  const flash = useFlash();
  const [count, setCount] = useState<number | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const save = async () => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    const items: Item[] = [];
    let cursor: string | null | undefined;
    setCount(0);
    try {
      do {
        const page = { limit: page_items, ...(cursor && { cursor }) };
        const { body } = await withRetries(() => read(api, page, signal));
        items.push(...body.data);
        cursor = body.next_cursor;
        setCount(items.length);
      } while (cursor && items.length < items_max);
      if (cursor)
        return flash(filled(t.ui.thereAreMoreThan50, { max: number(items_max), name }), 'error');
      download(`${name}.csv`, csvOf(items as readonly object[]));
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

const download = (name: string, text: string) => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
};
