import type { Webhook } from '../../api/client.ts';
import { healthText } from '../../texts/webhooks.ts';
import { Status } from '../../ui/values.tsx';

/** The health of an endpoint in words; neither good nor bad until something was sent to it. */
export const Health = ({ of }: { readonly of: Webhook['health'] }) => (
  <Status status={of.since === null ? 'untried' : of.state} label={healthText(of)} />
);
