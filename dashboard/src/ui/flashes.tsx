import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, TriangleAlert, X } from 'lucide-react';
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
import { sentence, t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { Time } from './values.tsx';

type Kind = 'success' | 'error';
type Shown = {
  readonly id: string;
  readonly text: string;
  readonly type: Kind;
  readonly at: number;
};
type Flashes = {
  readonly flash: Shown | null;
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
  const [flash, setFlash] = useState<Shown | null>(null);
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

/** Where it is shown, that the network is lost, and that the page shows what was read before. */
export const FlashArea = () => {
  const { flash, end } = useContext(FlashContext);
  const online = useSyncExternalStore(onNetwork, () => navigator.onLine);
  return (
    <div role="status">
      {online ? <Outdated /> : <Flash kind="warning">{t.ui.youAreOfflineThis}</Flash>}
      {flash && (
        <Flash key={flash.id} kind={flash.type} onEnd={end}>
          {flash.text}
        </Flash>
      )}
    </div>
  );
};

/** Shown was read before, and reading it again failed. */
const isOutdated = ({ state }: Query): boolean =>
  state.status === 'error' && state.data !== undefined;

/** Says since when what the page shows is out of date, and reads it again. */
const Outdated = () => {
  const queries = useQueryClient();
  const cache = queries.getQueryCache();
  const outdated = { type: 'active', predicate: isOutdated } as const;
  const since = useSyncExternalStore(
    useCallback((listener) => cache.subscribe(listener), [cache]),
    () => Math.min(...cache.findAll(outdated).map(({ state }) => state.dataUpdatedAt)),
  );
  const busy = useIsFetching(outdated) > 0;
  if (!Number.isFinite(since)) return null;
  return (
    <Flash
      kind="warning"
      action={
        <Button busy={busy} onClick={() => void queries.refetchQueries(outdated)}>
          {t.all.tryAgain}
        </Button>
      }
    >
      {sentence(t.ui.thisPageCouldNot, { time: <Time at={new Date(since).toISOString()} /> })}
    </Flash>
  );
};

const icons = { success: CircleCheck, error: CircleX, warning: TriangleAlert };

const Flash = (props: {
  readonly kind: keyof typeof icons;
  readonly action?: ReactNode;
  readonly onEnd?: () => void;
  readonly children: ReactNode;
}) => {
  const { kind, action, onEnd, children } = props;
  const Icon = icons[kind];
  return (
    <div className={`flash flash-${kind}`}>
      <Icon size={16} aria-hidden />
      <span className="wrap-anywhere">{children}</span>
      {action}
      {onEnd && (
        <button type="button" className="icon-button" aria-label={t.ui.dismiss} onClick={onEnd}>
          <X size={16} aria-hidden />
        </button>
      )}
    </div>
  );
};

const onNetwork = (listener: () => void) => {
  for (const name of ['online', 'offline']) addEventListener(name, listener);
  return () => {
    for (const name of ['online', 'offline']) removeEventListener(name, listener);
  };
};
