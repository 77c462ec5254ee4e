import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { simulateCapture } from './authorization-routes.ts';
import { merchantActs } from './merchant.ts';

export const handler = httpHandler(
  simulateCapture,
  { idempotent },
  async ({ caller: { tenant_id }, params: { card_id }, body: said, now, db, newId, commit }) => {
    const act = {
      kind: 'capture',
      tenant_id,
      card_id,
      said,
      reference: newId('transaction'),
    } as const;
    return commit(await merchantActs(db, act, now));
  },
);
