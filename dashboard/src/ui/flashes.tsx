import Flashbar, { type FlashbarProps } from '@cloudscape-design/components/flashbar';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';

type Flash = { readonly type: 'success' | 'info' | 'warning' | 'error'; readonly text: string };
type Flashes = { readonly items: readonly FlashbarProps.MessageDefinition[]; readonly show: (flash: Flash) => void };

const FlashContext = createContext<Flashes>({ items: [], show: () => undefined });

const shown_max = 3;

/** What just happened, above the page and told to screen readers. */
export const FlashProvider = ({ children }: { readonly children: ReactNode }) => {
  const [flashes, setFlashes] = useState<readonly (Flash & { readonly id: string })[]>([]);
  const show = useCallback(
    (flash: Flash) => setFlashes((before) => [{ ...flash, id: crypto.randomUUID() }, ...before].slice(0, shown_max)),
    [],
  );
  const items = useMemo(
    () =>
      flashes.map(({ id, type, text }) => ({
        id,
        type,
        content: text,
        dismissible: true,
        dismissLabel: 'Dismiss',
        ariaRole: type === 'error' ? ('alert' as const) : ('status' as const),
        onDismiss: () => setFlashes((before) => before.filter((one) => one.id !== id)),
      })),
    [flashes],
  );
  return <FlashContext value={useMemo(() => ({ items, show }), [items, show])}>{children}</FlashContext>;
};

/** Tells what happened. */
export const useFlash = () => useContext(FlashContext).show;

/** Where it stands. */
export const FlashArea = () => <Flashbar items={[...useContext(FlashContext).items]} />;
