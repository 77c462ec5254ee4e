/** Whether a line of the status is as it should be; undefined: nothing here can tell. */
type Verdict = boolean | undefined;

/** One line of `npm run ops -- status`. */
export type StatusLine = { readonly name: string; readonly text: string; readonly isGood: Verdict };

/** A queue as SQS counts it. `oldest_s` is undefined where nothing counts it. */
export type QueueState = {
  readonly name: string;
  readonly waiting: number;
  readonly inFlight: number;
  readonly oldest_s: number | undefined;
};

/** A figure that nothing here counts, and the reason. */
export const notKnown = (name: string, reason: string): StatusLine => ({
  name,
  text: `not known: ${reason}`,
  isGood: undefined,
});

/** Messages wait no longer than this while their job runs. */
const oldest_max_s = 900;

/** Due work waits no longer than this while the sweeper runs, which notifies it each minute. */
const due_max_s = 300;

const seconds = (count: number): string =>
  count < 120
    ? `${Math.round(count)} s`
    : count < 7_200
      ? `${Math.round(count / 60)} min`
      : `${Math.round(count / 3_600)} h`;

/** Each queue that is not empty; one line says that all are. */
export const queueLines = (queues: readonly QueueState[]): StatusLine[] => {
  const filled = queues.filter(({ waiting, inFlight }) => waiting + inFlight > 0);
  if (filled.length === 0)
    return [{ name: 'queues', text: `${queues.length}, all empty`, isGood: true }];
  return filled.map(({ name, waiting, inFlight, oldest_s }) => ({
    name: `queue ${name}`,
    text: `${waiting} waiting, ${inFlight} in flight, oldest ${oldest_s === undefined ? 'not known' : seconds(oldest_s)}`,
    isGood: oldest_s === undefined ? undefined : oldest_s <= oldest_max_s,
  }));
};

/** The dead-letter queues that have messages. */
export const failedLine = (queues: readonly QueueState[]): StatusLine => {
  const filled = queues.filter(({ waiting, inFlight }) => waiting + inFlight > 0);
  const named = filled.map(({ name, waiting, inFlight }) => `${name} ${waiting + inFlight}`);
  return { name: 'failed messages', text: named.join(', ') || 'none', isGood: filled.length === 0 };
};

/** The alarms that ring, and how many have no data: the local service measures some metrics only. */
export const alarmLine = ({
  ringing,
  withData,
  withoutData,
}: {
  readonly ringing: readonly string[];
  readonly withData: number;
  readonly withoutData: number;
}): StatusLine => ({
  name: 'alarms',
  text:
    (ringing.length > 0 ? `${ringing.join(', ')} in ALARM` : `none of ${withData} in ALARM`) +
    (withoutData > 0 ? `; ${withoutData} without data` : ''),
  isGood: ringing.length === 0,
});

/** How long the oldest scheduled work is overdue. */
export const dueLine = (
  oldest: { readonly at: string; readonly group: string } | undefined,
  now: Date,
): StatusLine => {
  const late_s = oldest ? (now.getTime() - new Date(oldest.at).getTime()) / 1_000 : 0;
  if (!oldest || late_s <= 0) return { name: 'due work', text: 'nothing is overdue', isGood: true };
  return {
    name: 'due work',
    text: `oldest ${seconds(late_s)} late (${oldest.group})`,
    isGood: late_s <= due_max_s,
  };
};

/** The lines in columns, each with ✓, ✗, or a space where nothing can tell. */
export const statusText = (lines: readonly StatusLine[]): string => {
  const width = Math.max(...lines.map(({ name }) => name.length));
  const sign = (isGood: Verdict) => (isGood === undefined ? ' ' : isGood ? '✓' : '✗');
  return lines
    .map(({ name, text, isGood }) => `${sign(isGood)} ${name.padEnd(width)}  ${text}`)
    .join('\n');
};
