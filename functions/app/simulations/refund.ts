import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { simulateRefund } from './authorization-routes.ts';
import { merchantActs } from './merchant.ts';

export const handler = httpHandler(
  simulateRefund,
  { idempotent },
  async ({ caller: { tenant_id }, params: { card_id }, body: said, now, db, newId, commit }) => {
    const act = {
      kind: 'refund',
      tenant_id,
      card_id,
      said,
      reference: newId('transaction'),
    } as const;
    return commit(await merchantActs(db, act, now));
  },
);
