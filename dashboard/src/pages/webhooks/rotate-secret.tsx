import type { Webhook } from '../../api/objects.ts';
import { Rotation } from '../../ui/rotation.tsx';

/** “Rotate API Key” of a webhook: a new Secret Key; the old one signs as well until the overlap ends. */
export const RotateSecret = (props: {
  readonly webhook: Webhook;
  /** Null where a private key signs: there is nothing to be shown once. */
  readonly onRotated: (made: { readonly secret: string | undefined } | null) => void;
}) => (
  <Rotation
    route="webhooks.rotate-secret"
    send={(api, grace_seconds, idempotencyKey) =>
      api.webhooks.rotateSecret({ params: { webhook_id: props.webhook.id }, body: { grace_seconds }, idempotencyKey })
    }
    secretOf={({ secret }) => secret}
    onRotated={(secret) => props.onRotated(signsByPrivateKey(props.webhook) ? null : { secret })}
    done="A new Secret Key was made for the webhook."
    label="How long the old Secret Key signs as well"
    hint="Give your endpoint the new one within this time."
  >
    Deliveries are signed with the new Secret Key at once. An endpoint that knows only the old one refuses them when its
    time is over.
  </Rotation>
);

/** What is rotated here goes on signing as it did. */
const signsByPrivateKey = ({ secrets: [newest] }: Webhook) => newest?.public_key !== undefined;
