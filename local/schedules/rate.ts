import { BadConfiguration } from '../bad-configuration.ts';

/** The milliseconds of `rate(5 minutes)`; throws BadConfiguration, which names the schedule as `where`, for any other. */
export const periodOf = (expression: string, where: string): number => {
  const [, count, unit, plural] = /^rate\(([1-9]\d*) (minute|hour|day)(s?)\)$/.exec(expression) ?? [];
  // EventBridge insists on the right number too.
  if (!count || !unit || (count === '1') !== (plural === ''))
    throw new BadConfiguration(`${where} has the schedule ${expression}, which is no rate that local/ understands.`);
  const period_ms = Number(count) * units_ms[unit as keyof typeof units_ms];
  if (period_ms > timer_ms_max) throw new BadConfiguration(`${where} runs less often than local/ can wait.`);
  return period_ms;
};

const units_ms = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** What setTimeout can hold: 24 days. */
const timer_ms_max = 2 ** 31 - 1;
