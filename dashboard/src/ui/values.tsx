import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { language, languages } from '../texts/language.ts';
import { filled, sentence, t } from '../texts/texts.ts';
import { words } from '../texts/words.ts';
import { Alert } from './alert.tsx';
import { Copy } from './copy.tsx';
import { useMedia } from './use-media.ts';

/** Green: it went through. Amber: it needs attention. Red: it failed. The others wait, go on or are over. */
const meanings: Readonly<Record<string, 'good' | 'attention' | 'bad'>> = {
  active: 'good',
  enabled: 'good',
  verified: 'good',
  accepted: 'good',
  healthy: 'good',
  delivered: 'good',
  eligible: 'good',
  completed: 'good',
  clear: 'good',
  cleared: 'good',
  succeeded: 'good',
  true: 'good',
  failed: 'bad',
  rejected: 'bad',
  open: 'bad',
  returned: 'bad',
  ineligible: 'bad',
  confirmed: 'bad',
  requires_input: 'attention',
  requirements_due: 'attention',
  degraded: 'attention',
  suspended: 'attention',
  frozen: 'attention',
  blocked: 'attention',
  expiring: 'attention',
  paused: 'attention',
  undelivered: 'attention',
  retrying: 'attention',
  half_open: 'attention',
};

/** A status as a word on the colour of its meaning: never by colour alone. */
export const Status = ({ status, label }: { readonly status: string; readonly label?: string }) => (
  <span className={`pill pill-${meanings[status] ?? 'idle'}`}>{label ?? words(status)}</span>
);

const { dates } = languages[language];
const timeFormat = new Intl.DateTimeFormat(dates, { dateStyle: 'medium', timeStyle: 'medium' });
const listFormat = new Intl.DateTimeFormat(dates, { dateStyle: 'medium', timeStyle: 'short' });
const zonedFormat = new Intl.DateTimeFormat(dates, { dateStyle: 'medium', timeStyle: 'long' });
const relativeFormat = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
const dayFormat = new Intl.DateTimeFormat(dates, { dateStyle: 'medium', timeZone: 'UTC' });

/** How the times below it are shown: `relative` where a list is read from its newest. */
export const TimeStyle = createContext<'exact' | 'relative'>('exact');

/** An instant in the person's own time zone; its exact form with the zone, and in UTC, is its title. */
export const Time = ({
  at,
  none = '–',
}: {
  readonly at: string | null;
  readonly none?: string;
}) => {
  const style = useContext(TimeStyle);
  useSyncExternalStore(onMinute, minuteNow);
  if (at === null) return none;
  const moment = new Date(at);
  return (
    <time dateTime={at} title={`${zonedFormat.format(moment)} · ${at}`}>
      {style === 'relative'
        ? (relative(Date.now() - moment.getTime()) ?? listFormat.format(moment))
        : timeFormat.format(moment)}
    </time>
  );
};

const [minute_ms, hour_ms, day_ms] = [60_000, 3_600_000, 86_400_000];

/** “2 min ago” stays true on a page that nobody reads again. */
const minuteNow = () => Math.floor(Date.now() / minute_ms);
const onMinute = (listener: () => void) => {
  const timer = setInterval(listener, minute_ms / 4);
  return () => clearInterval(timer);
};

/** How long ago it was, for a day; what is older or to come is shown exactly. */
const relative = (ago_ms: number): string | undefined => {
  if (ago_ms < 0 || ago_ms >= day_ms) return undefined;
  if (ago_ms < minute_ms) return t.ui.justNow;
  const [count, unit] =
    ago_ms < hour_ms
      ? [ago_ms / minute_ms, 'minute' as const]
      : [ago_ms / hour_ms, 'hour' as const];
  return relativeFormat.format(-Math.floor(count), unit);
};

/** A calendar date. */
export const Day = ({ on }: { readonly on: string | null }) =>
  on === null ? '–' : <time dateTime={on}>{dayFormat.format(new Date(`${on}T00:00:00Z`))}</time>;

/** Whether a value is there to be shown: zero is. */
export const isShown = (value: ReactNode): boolean =>
  value !== null && value !== undefined && value !== false;

/** Buttons side by side, as far as there is room. */
export const Buttons = ({ children }: { readonly children: ReactNode }) => (
  <div className="buttons">{children}</div>
);

type Copied = { readonly value: string; readonly name: string };

const resultsOf = (name: string) => ({
  copied: filled(t.ui.nameCopied, { name }),
  failed: filled(t.ui.nameCouldNotBe, { name }),
});

/** An id, or what is shown in its place, with a button that copies it; on a narrow page it lacks its middle. */
export const CopyId = (props: Copied & { readonly children?: ReactNode }) => {
  const { value, name } = props;
  const isNarrow = useMedia('(max-width: 600px)');
  const { children = isNarrow ? value.replace(long, '$1…$2') : value } = props;
  return (
    <span className="copy-id">
      <span title={value}>{children}</span>
      <Copy isIcon text={value} name={filled(t.ui.copyName, { name })} results={resultsOf(name)} />
    </span>
  );
};

/** The beginning and the end of an id that has no place in one line of a narrow page. */
const long = /^([\w-]{11})[\w-]{6,}([\w-]{8})$/;

type CopyButtonProps = Copied & {
  /** Why the value cannot be copied. */
  readonly unable?: string;
};

/** The button that copies a value. */
export const CopyButton = ({ value, name, unable }: CopyButtonProps) => (
  <Copy
    text={value}
    name={filled(t.ui.copyName, { name })}
    results={resultsOf(name)}
    unable={unable}
  />
);

/** A value of several characters in its own line, and below it the button that copies it. */
export const CopyBelow = ({ value, ...button }: CopyButtonProps) => (
  <div className="copy-below">
    <code className="wrap-anywhere">{value}</code>
    <CopyButton value={value} {...button} />
  </div>
);

/** A secret, at the only time it is shown. */
export const SecretOnce = (props: {
  readonly name: string;
  readonly secret: string | undefined;
  /** How to get another one when it was lost. */
  readonly again?: string;
}) => {
  const { name, secret, again = t.ui.rotateItAgainToGet } = props;
  if (secret === undefined)
    return (
      <Alert type="warning" header={filled(t.ui.theNameWasCreated, { name })}>
        {sentence(t.ui.itCannotBeShown, { again })}
      </Alert>
    );
  return (
    <Alert type="success" header={filled(t.ui.copyTheNameNow, { name })}>
      <div className="fields">
        <div>{t.ui.itIsShownOnlyOnce}</div>
        <CopyBelow name={name} value={secret} />
      </div>
    </Alert>
  );
};
