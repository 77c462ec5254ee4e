import { EmptyRequest } from '../../core/fields.ts';
import { changing, routeLike, routesOf } from '../../core/resource-routes.ts';
import { RecoveryResource } from './schema.ts';

const recovery = routesOf('recovery', RecoveryResource);

export const getRecovery = recovery.get({
  summary: 'Get a recovery and its progress',
  description:
    '`matched` and `sent` grow while it runs. A completed recovery passes once more, a minute after it was requested, for deliveries that failed just before.',
  permissions: { deliveries: ['get'] },
});

export const cancelRecovery = routeLike(changing, {
  id: 'recoveries.cancel',
  method: 'POST',
  path: '/recoveries/{recovery_id}/cancel',
  summary: 'Cancel a recovery',
  description: 'Deliveries in flight are still sent; no more are added.',
  params: recovery.params,
  body: EmptyRequest,
  returns: { status: 200, body: RecoveryResource },
  errors: ['recovery_not_found', 'action_not_allowed'],
  permissions: { deliveries: ['get', 'put'] },
  idempotency: 'cached',
});
