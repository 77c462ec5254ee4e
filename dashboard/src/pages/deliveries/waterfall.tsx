import type { Attempt } from '../../api/client.ts';
import { t } from '../../texts/texts.ts';
import { duration } from '../../texts/words.ts';
import { Time } from '../../ui/values.tsx';

type Step = { readonly name: string; readonly from_ms: number; readonly took_ms: number };

/** The steps of a request one after another: what is left at the end is the rest of the response, or of the wait for it. */
const stepsOf = ({ timings, duration_ms, response }: Attempt): Step[] => {
  const { dns_ms, connect_ms, tls_ms, first_byte_ms } = timings;
  const named = [
    ['DNS', dns_ms],
    [t.deliveries.connection, connect_ms],
    ['TLS', tls_ms],
    [t.deliveries.firstByte, first_byte_ms],
  ] as const;
  let end_ms = 0;
  const steps = named.flatMap(([name, took_ms]) => {
    if (took_ms === null) return [];
    const from_ms = end_ms;
    end_ms += took_ms;
    return { name, from_ms, took_ms };
  });
  const took_ms = Math.max(0, duration_ms - end_ms);
  // What goes to AWS is one call, whose steps are not measured.
  const answered = steps.length === 0 ? t.deliveries.wholeCall : t.deliveries.restOfBody;
  return [...steps, { name: response ? answered : t.deliveries.untilTheError, from_ms: end_ms, took_ms }];
};

/** Where the time of an attempt went: a table whose bars are drawn beside their figures. */
export const Waterfall = ({ of }: { readonly of: Attempt }) => {
  const steps = stepsOf(of);
  const all_ms = Math.max(1, ...steps.map(({ from_ms, took_ms }) => from_ms + took_ms));
  const percent = (part_ms: number) => `${(part_ms / all_ms) * 100}%`;
  return (
    <table className="waterfall" aria-label={t.deliveries.timings}>
      <tbody>
        {steps.map(({ name, from_ms, took_ms }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{duration(took_ms)}</td>
            <td aria-hidden="true">
              <div style={{ marginInlineStart: percent(from_ms), inlineSize: percent(took_ms) }} />
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">{t.deliveries.nextAttempt}</th>
          <td colSpan={2}>
            <Time at={of.next_attempt_at} none={t.deliveries.noneScheduled} />
          </td>
        </tr>
      </tbody>
    </table>
  );
};
