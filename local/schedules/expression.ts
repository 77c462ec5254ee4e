import { BadConfiguration } from '../bad-configuration.ts';
import { cronOf, type NextDue } from './cron.ts';

/** Reads `rate(5 minutes)` or `cron(0 12 * * ? *)`; throws BadConfiguration, which names the schedule as `where`. */
export const expressionOf = (expression: string, where: string): NextDue => {
  const [, cron] = /^cron\((.*)\)$/.exec(expression) ?? [];
  if (cron !== undefined) return cronOf(cron, where);
  const [, count, unit] = /^rate\(([1-9]\d*) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const singular = /[^s]\)$/.test(expression);
  // EventBridge insists on the right number too.
  if (!count || !unit || (count === '1') !== singular)
    throw new BadConfiguration(`${where} has the schedule ${expression}, which EventBridge would refuse.`);
  const period_ms = Number(count) * units_ms[unit as keyof typeof units_ms];
  return (after_ms) => after_ms + period_ms;
};

const units_ms = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
