import type { Overview } from '../../api/client.ts';
import { useAccounts } from '../../api/use-read.ts';
import { money } from '../../texts/money.ts';
import { filled, number, signed, t } from '../../texts/texts.ts';
import { countedResults, percentOf, successText } from '../../texts/webhooks.ts';
import { duration } from '../../texts/words.ts';
import { PlaceLink } from '../../ui/place-link.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';

type Day = Overview['last_day'];

type Change = { readonly text: string; readonly isGood: boolean };

type Tile = {
  readonly name: string;
  readonly to: string;
  readonly figure: string;
  /** The counts behind the figure. */
  readonly exactly?: string;
  readonly change?: Change | null;
  /** Each hour of the last day; null where there was nothing to measure. */
  readonly hours: readonly (number | null)[];
};

/** The four figures of the last 24 hours, each with its hours and its change from the 24 hours before. */
export const Tiles = ({ overview }: { readonly overview: Overview }) => {
  const currency = useAccounts().data?.data[0]?.currency;
  const tiles = [
    delivered(overview),
    p95(overview),
    approved(overview),
    spent(overview, currency ?? overview.last_day.spending[0]?.currency),
  ];
  return (
    <dl className="tiles">
      {tiles.map(({ name, to, figure, exactly, change, hours }) => (
        <div key={name}>
          <dt>
            <PlaceLink to={to}>{name}</PlaceLink>
          </dt>
          <dd className="tile-figure" title={exactly}>
            {figure}
          </dd>
          <dd className="tile-trend">
            <span className={change?.isGood ? 'good' : 'muted'} title={t.home.sinceDayBefore}>
              {change?.text}
            </span>
            <Sparkline values={hours} />
          </dd>
        </div>
      ))}
    </dl>
  );
};

const none = '–';

const percentText = (percent: number | null): string =>
  percent === null ? none : filled(t.home.percent, { percent: number(percent) });

const pointsSince = (now: number | null, before: number | null): Change | null => {
  if (now === null || before === null) return null;
  const points = Math.round((now - before) * 10) / 10;
  return { text: filled(t.home.points, { points: signed(points) }), isGood: points > 0 };
};

const deliveredOf = ({ deliveries }: Pick<Day, 'deliveries'>): number | null =>
  percentOf(
    deliveries.succeeded,
    countedResults.reduce((sum, result) => sum + deliveries[result], 0),
  );

const delivered = ({ last_day, day_before, hours }: Overview): Tile => ({
  name: t.home.delivered,
  to: '/deliveries',
  figure: percentText(deliveredOf(last_day)),
  exactly: successText([last_day.deliveries]),
  change: pointsSince(deliveredOf(last_day), deliveredOf(day_before)),
  hours: hours.map(deliveredOf),
});

const p95 = ({ last_day, day_before, hours }: Overview): Tile => {
  const [now, before] = [last_day.p95_ms, day_before.p95_ms];
  const change = now !== null && before !== null ? now - before : null;
  return {
    name: t.home.deliveryP95,
    to: '/deliveries',
    figure: now === null ? none : duration(now),
    exactly: t.home.within5Percent,
    change: change === null ? null : { text: `${signed(change)} ms`, isGood: change < 0 },
    hours: hours.map(({ p95_ms }) => p95_ms),
  };
};

const approvedOf = ({ approved, declined }: Pick<Day, 'approved' | 'declined'>): number | null =>
  percentOf(approved, approved + declined);

const approved = ({ last_day, day_before, hours }: Overview): Tile => ({
  name: t.home.approved,
  to: '/authorizations',
  figure: percentText(approvedOf(last_day)),
  exactly: filled(t.home.approvedOf, {
    approved: number(last_day.approved),
    counted: number(last_day.approved + last_day.declined),
  }),
  change: pointsSince(approvedOf(last_day), approvedOf(day_before)),
  hours: hours.map(approvedOf),
});

const spent = ({ last_day, hours }: Overview, currency: string | undefined): Tile => {
  const amountOf = ({ spending }: Pick<Day, 'spending'>) =>
    spending.find((one) => one.currency === currency)?.amount ?? 0;
  const others = last_day.spending.filter((one) => one.currency !== currency);
  return {
    name: t.home.spent,
    to: '/authorizations?approved=true',
    figure: currency ? money(amountOf(last_day), currency) : none,
    change: {
      text: others.map((one) => `+ ${money(one.amount, one.currency)}`).join(' '),
      isGood: false,
    },
    hours: hours.map(amountOf),
  };
};
