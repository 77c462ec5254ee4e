import type { Fault, FaultRule } from '../../local/faults.ts';
import type { Local } from '../../local/start.ts';

/**
 * A fault that strikes only calls made for one business, so that what one test breaks is not broken for another. Every
 * call of a route names its tenant: in the keys of items, in what a sealed value belongs to, and in what a fingerprint is made of.
 */
export const strike = (local: Local, { tenant_id }: { tenant_id: string }, rule: FaultRule): Fault =>
  local.faults.add({ ...rule, when: (subject) => isFor(tenant_id, subject.body) && (rule.when?.(subject) ?? true) });

const isFor = (tenantId: string, body: Buffer = Buffer.alloc(0)): boolean =>
  body.includes(tenantId) || fingerprinted(body).includes(tenantId);

/** What KMS is asked to make a MAC of, which the request holds in base64; nothing in other requests. */
const fingerprinted = (body: Buffer): Buffer => {
  const [, message = ''] = /"Message":"([A-Za-z0-9+/=]+)"/.exec(body.toString()) ?? [];
  return Buffer.from(message, 'base64');
};
