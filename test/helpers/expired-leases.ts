import type { Local } from '../../local/start.ts';
import { storedIn } from './tables.ts';

/**
 * What dead workers of a business had leased is free now, as if the time of their leases had passed: deliveries, and the
 * probe of an endpoint.
 */
export const expireLeases = async (
  local: Pick<Local, 'endpoint' | 'operator'>,
  { tenant_id }: { readonly tenant_id: string },
): Promise<void> => {
  const stored = storedIn(local);
  const past = new Date(Date.now() - 1_000).toISOString();
  for (const item of await stored.items('deliveries', tenant_id)) {
    if (item.lease) {
      const due = item.scheduled_at === undefined ? {} : { scheduled_at: past };
      await stored.set('deliveries', item, { lease: { ...item.lease, until: past }, ...due });
    }
    if (item.probe) await stored.set('deliveries', item, { probe: { ...item.probe, until: past }, scheduled_at: past });
  }
};
