import { Flashbar, type FlashbarProps } from '@cloudscape-design/components';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation } from 'react-router';
import { t } from '../texts/texts.ts';

type Kind = 'success' | 'error';
type Flash = {
  readonly id: string;
  readonly text: string;
  readonly type: Kind;
  readonly at: number;
};
type Flashes = {
  readonly flash: Flash | null;
  readonly show: (text: string, type?: Kind) => void;
  readonly end: () => void;
};

const FlashContext = createContext<Flashes>({
  flash: null,
  show: () => undefined,
  end: () => undefined,
});

const shown_ms = 10_000;

/** A page that is opened so soon after an action is the one that the action leads to. */
const led_ms = 1_000;

/** Lets the pages below it report results, also to screen readers: the last one, on the page where it happened, for a while. */
export const FlashProvider = ({ children }: { readonly children: ReactNode }) => {
  const [flash, setFlash] = useState<Flash | null>(null);
  const { pathname } = useLocation();
  const show = useCallback(
    (text: string, type: Kind = 'success') =>
      setFlash({ id: crypto.randomUUID(), text, type, at: Date.now() }),
    [],
  );
  const end = useCallback(() => setFlash(null), []);
  useEffect(() => {
    if (!flash) return;
    const timer = setTimeout(end, shown_ms);
    return () => clearTimeout(timer);
  }, [flash, end]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page ends what the one before reported.
  useEffect(
    () => setFlash((now) => (now && Date.now() - now.at > led_ms ? null : now)),
    [pathname],
  );
  return <FlashContext value={{ flash, show, end }}>{children}</FlashContext>;
};

/** Reports a result. */
export const useFlash = () => useContext(FlashContext).show;

/** Where it is shown, and that the network is lost. */
export const FlashArea = () => {
  const { flash, end } = useContext(FlashContext);
  const online = useSyncExternalStore(onNetwork, () => navigator.onLine);
  const items: FlashbarProps.MessageDefinition[] = [];
  if (!online) items.push({ id: 'offline', type: 'warning', content: t.ui.youAreOfflineThis });
  if (flash)
    items.push({
      ...{ id: flash.id, type: flash.type, content: flash.text, ariaRole: 'status' },
      ...{ dismissible: true, dismissLabel: t.ui.dismiss, onDismiss: end },
    });
  return <Flashbar items={items} />;
};

const onNetwork = (listener: () => void) => {
  for (const name of ['online', 'offline']) addEventListener(name, listener);
  return () => {
    for (const name of ['online', 'offline']) removeEventListener(name, listener);
  };
};
