import { ApiError } from '../../../../client/src/api-error.ts';
import type { Api, Delivery } from '../../api/client.ts';
import { isTransient } from '../../api/environment.tsx';
import { errorText } from '../../texts/errors.ts';
import { ConfirmedAction } from '../../ui/action.tsx';

/** Resends the deliveries that are ticked in a list, each under its own key. */
export const ResendTicked = ({ deliveries }: { readonly deliveries: readonly Delivery[] }) => {
  const possible = deliveries.filter(({ allowed_actions }) => allowed_actions.includes('resend'));
  const unable =
    deliveries.length === 0 ? 'Tick deliveries first.' : 'The webhooks of these deliveries cannot receive them now.';
  return (
    <ConfirmedAction
      route="deliveries.resend"
      name="Resend ticked"
      unable={possible.length === 0 ? unable : null}
      input={possible.map(({ id }) => id)}
      send={resendAll}
      success={({ sent, errors }) =>
        [`${counted(sent)} will be sent again.`, ...(errors.length > 0 ? [rejectedText(errors)] : [])].join(' ')
      }
    >
      {counted(possible.length)} will be sent again. An endpoint can receive an event twice: it knows it by its
      webhook-id.
    </ConfirmedAction>
  );
};

const counted = (count: number): string => `${count} ${count === 1 ? 'delivery' : 'deliveries'}`;

const rejectedText = (errors: readonly string[]): string =>
  `${counted(errors.length)} will not: ${[...new Set(errors)].join(' ')}`;

/** One after another. A lost connection ends it: the same keys repeat what was done without a second effect. */
const resendAll = async (api: Api, ids: readonly string[], key: string) => {
  const errors: string[] = [];
  for (const delivery_id of ids) {
    const call = { params: { delivery_id }, body: {}, idempotencyKey: `${key}/${delivery_id}` };
    await api.deliveries.resend(call).catch((error: unknown) => {
      if (isTransient(error) || !(error instanceof ApiError)) throw error;
      errors.push(errorText(error));
    });
  }
  return { body: { sent: ids.length - errors.length, errors } };
};
