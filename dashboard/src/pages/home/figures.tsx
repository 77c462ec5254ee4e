import { minorDigits } from '../../../../functions/core/currencies.ts';
import type { Figures as Read } from '../../api/client.ts';
import { useRead } from '../../api/use-read.ts';
import { money } from '../../texts/money.ts';
import { filled, number, t } from '../../texts/texts.ts';
import { dayOfMonth, declineText, latencyDetails, words } from '../../texts/words.ts';
import { BarsChart } from '../../ui/charts.tsx';
import { Go } from '../../ui/links.tsx';
import { DetailList, Loaded, Section } from '../../ui/page.tsx';

/** The figures of the last 30 days. */
export const Figures = () => {
  const query = useRead('overview.get-figures', {});
  return <Loaded query={query}>{(figures) => <Shown figures={figures} />}</Loaded>;
};

const Shown = ({ figures }: { readonly figures: Read }) => {
  const { days, more, latency, authorizations } = figures;
  const { counted, approved, declined } = authorizations;
  const values = { counted: number(counted), approved: number(approved) };
  const axis = { texts: days.map(({ day }) => dayOfMonth(day)), xTitle: t.home.dayUtc };
  return (
    <Section title={t.home.last30Days}>
      <DetailList
        details={{
          ...latencyDetails(latency, t.home.ofDeliveries),
          [t.all.authorizations]: <Go to="/authorizations">{filled(t.home.approvedOf, values)}</Go>,
          [t.home.declined]: declined.length > 0 && (
            <ul className="plain-list">
              {declined.map(({ reason, count }) => (
                <li key={reason}>
                  <Go
                    to={`/authorizations?decline_reason=${reason}`}
                  >{`${number(count)} × ${declineText(reason)}`}</Go>
                </li>
              ))}
            </ul>
          ),
        }}
      />
      <BarsChart
        {...axis}
        series={[{ title: t.all.customers, values: days.map(({ customers }) => customers) }]}
        label={t.home.customersByDay}
      />
      <BarsChart
        {...axis}
        series={statuses.map((status) => ({
          title: words(status),
          color: colors[status],
          isHatched: status === 'canceled',
          values: days.map(({ verifications }) => verifications[status]),
        }))}
        label={t.home.verificationsByDay}
      />
      {currenciesOf(figures).map((currency) => (
        <BarsChart
          key={currency}
          {...axis}
          series={[
            { title: currency, values: amountsOf(figures, currency), format: amountText(currency) },
          ]}
          label={filled(t.home.spendingByDay, { currency })}
        />
      ))}
      {more && <small>{t.all.stillCounting}</small>}
    </Section>
  );
};

const statuses = ['verified', 'processing', 'requires_input', 'rejected', 'canceled'] as const;

const colors = {
  verified: 'var(--good)',
  processing: 'var(--chart-plain)',
  requires_input: 'var(--attention)',
  rejected: 'var(--bad)',
  canceled: 'var(--idle)',
} as const;

const currenciesOf = ({ spending }: Read): string[] =>
  [...new Set(spending.map(({ currency }) => currency))].toSorted();

/** The amount spent on each day in a currency, in its main unit. */
const amountsOf = ({ days, spending }: Read, currency: string): number[] =>
  days.map(({ day }) => {
    const { amount = 0 } =
      spending.find((one) => one.day === day && one.currency === currency) ?? {};
    return amount / 10 ** minorDigits(currency);
  });

const amountText = (currency: string) => (amount: number) =>
  money(Math.round(amount * 10 ** minorDigits(currency)), currency);
