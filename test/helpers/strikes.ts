import type { Fault, FaultRule } from '../../local/faults.ts';
import type { Local } from '../../local/start.ts';

/**
 * A fault that strikes only calls made for one business, so that what one test breaks is not broken for another. Every
 * call of a route names its tenant: in the keys of items, and in what a sealed value belongs to.
 */
export const strike = (local: Local, { tenant_id }: { tenant_id: string }, rule: FaultRule): Fault =>
  local.faults.add({ ...rule, when: (subject) => isFor(tenant_id, subject.body) && (rule.when?.(subject) ?? true) });

const isFor = (tenantId: string, body: Buffer | undefined): boolean => body?.includes(tenantId) === true;
