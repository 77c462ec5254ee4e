import type { Fault, FaultRule, FaultSubject } from '../../local/faults.ts';
import type { Local } from '../../local/start.ts';
import type { Clock } from '../world/clock.ts';

/**
 * A fault that hits only calls made for one business, so that what one test breaks is not broken
 * for another. Every call of a route names its tenant: in the keys of items, in what an encrypted
 * value belongs to, and in what a fingerprint is made of. An issuer of cards is asked by the id of
 * a card alone, which a call before has named together with the tenant. A call that names nobody,
 * such as the mark of a number or a look at keys by their hashes, belongs to the tenant of its
 * instance's call before.
 */
export const injectFault = (
  local: Pick<Local, 'faults'>,
  { tenant_id }: { tenant_id: string },
  rule: FaultRule,
): Fault => {
  const cards = new Set<string>();
  const latest = new Map<string, boolean>();
  const isNamed = (said: string): boolean => {
    if (!said.includes(tenant_id)) return [...cards].some((id) => said.includes(id));
    for (const [id] of said.matchAll(/card_[0-9a-z]{26}/g)) cards.add(id);
    return true;
  };
  const isForTenant = ({ principal, body = Buffer.alloc(0) }: FaultSubject): boolean => {
    const instance = principal?.kind === 'function' ? principal.instanceId : '';
    const said = `${body}${fingerprinted(body)}`;
    const named = isNamed(said) || (!said.includes('biz_') && latest.get(instance) === true);
    latest.set(instance, named);
    return named;
  };
  return local.faults.add({
    ...rule,
    when: (subject) => isForTenant(subject) && (rule.when?.(subject) ?? true),
  });
};

/** A call that is on its way for as long as a test wants. */
type Held = { readonly isOnItsWay: () => Promise<void>; readonly letGo: () => void };

/**
 * Holds a call for one business back, and its client's repeats meanwhile, since nothing has
 * answered. A client asks three times, and anything that is to come in between has the time of all
 * three.
 */
export const hold = (
  local: Pick<Local, 'faults'> & { readonly clock?: Pick<Clock, 'during'> },
  tenant: { tenant_id: string },
  rule: Omit<FaultRule, 'effect' | 'times'>,
): Held => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const fault = injectFault(local, tenant, { ...rule, times: 3, effect: { until: promise } });
  // In a time that stands still no client gives up meanwhile.
  void fault.firstHit.then(() => local.clock?.during(promise));
  return {
    isOnItsWay: () => fault.firstHit,
    letGo: () => {
      fault.remove();
      resolve();
    },
  };
};

/**
 * The bytes that KMS is asked to make a MAC of, which the request holds in base64; nothing in other
 * requests.
 */
const fingerprinted = (body: Buffer): Buffer => {
  const [, message = ''] = /"Message":"([A-Za-z0-9+/=]+)"/.exec(body.toString()) ?? [];
  return Buffer.from(message, 'base64');
};
