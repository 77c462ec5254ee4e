import { deliverWebhook, fanOutEvent, relayEvents } from '../../functions/app/jobs/jobs.ts';
import { functionName } from '../../lib/environments.ts';
import type { Effect, Fault, FaultRule, Faults } from '../../local/faults.ts';

const workers = [relayEvents, fanOutEvent, deliverWebhook].map(({ id }) =>
  functionName('sandbox', id),
);
const named = (names: readonly string[]): RegExp => new RegExp(`^(${names.join('|')})$`);
const requests = new RegExp(`^(?!(${workers.join('|')})$)`);
const writes = /^(TransactWriteItems|PutItem|UpdateItem)$/;

const strike = (effect: Effect, rule: Omit<FaultRule, 'effect'>): FaultRule => ({
  times: 1,
  ...rule,
  effect,
});

/**
 * The faults, in turn: a process dies, an answer gets lost, AWS rejects or is slow, messages vanish
 * or come twice.
 */
const rules: readonly FaultRule[] = [
  strike('kill-before', { function: requests, service: 'dynamodb', operation: writes }),
  strike('kill-before', { function: named(workers.slice(0, 1)) }),
  strike('drop-answer', { function: requests, service: 'dynamodb', operation: writes }),
  strike('kill-after', { function: named(workers.slice(1, 2)), operation: writes }),
  strike('throttle', { service: 'dynamodb' }),
  strike('kill-after', { function: requests, service: 'dynamodb', operation: writes }),
  strike('lose', { service: 'queue', times: 5 }),
  strike('conflict', { function: requests, operation: 'TransactWriteItems' }),
  strike('kill-before', { function: named(workers.slice(2)), operation: writes }),
  strike('duplicate', { service: 'queue', times: 5 }),
  strike('unavailable', { service: 'dynamodb' }),
  strike('kill-after', { function: named(workers.slice(2)), operation: writes }),
  strike({ delay_ms: 1_000 }, { service: 'dynamodb', times: 10 }),
  strike('unavailable', { service: 'events' }),
];

/** Has the next thing go wrong. */
export const striking = (faults: Faults) => {
  const struck: { readonly rule: FaultRule; readonly fault: Fault }[] = [];
  return {
    next: (): void => {
      const rule = rules[struck.length % rules.length];
      if (rule) struck.push({ rule, fault: faults.add(rule) });
    },
    /** How often anything was hit, and how often a function that answers a request was killed: each costs one answer. */
    counted: () => {
      const hits = (some: typeof struck) => some.reduce((sum, { fault }) => sum + fault.hits, 0);
      const kills = struck.filter(
        ({ rule }) => rule.function === requests && String(rule.effect).startsWith('kill'),
      );
      return { struck: hits(struck), requests_killed: hits(kills) };
    },
  };
};
