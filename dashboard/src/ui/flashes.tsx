import Flashbar, { type FlashbarProps } from '@cloudscape-design/components/flashbar';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';

type Flashes = { readonly items: FlashbarProps.MessageDefinition[]; readonly show: (text: string) => void };

const FlashContext = createContext<Flashes>({ items: [], show: () => undefined });

const shown_max = 3;

/** Lets the pages below it report success, also to screen readers. */
export const FlashProvider = ({ children }: { readonly children: ReactNode }) => {
  const [flashes, setFlashes] = useState<readonly { readonly id: string; readonly text: string }[]>([]);
  const show = useCallback(
    (text: string) => setFlashes((before) => [{ id: crypto.randomUUID(), text }, ...before].slice(0, shown_max)),
    [],
  );
  const value = useMemo(() => {
    const dismiss = (id: string) => setFlashes((before) => before.filter((one) => one.id !== id));
    const items = flashes.map(({ id, text }) => ({
      ...({ id, type: 'success', content: text, ariaRole: 'status' } as const),
      ...{ dismissible: true, dismissLabel: 'Dismiss', onDismiss: () => dismiss(id) },
    }));
    return { items, show };
  }, [flashes, show]);
  return <FlashContext value={value}>{children}</FlashContext>;
};

/** Reports a success. */
export const useFlash = () => useContext(FlashContext).show;

/** Where it is shown. */
export const FlashArea = () => <Flashbar items={useContext(FlashContext).items} />;
