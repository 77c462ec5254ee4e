import { useState } from 'react';
import type { Webhook } from '../../api/objects.ts';
import { Rotation } from '../../ui/rotation.tsx';
import { SignatureField, signatureOf } from './signature.tsx';

/** “Rotate API Key” of a webhook: a new key that signs; the old one signs as well until the overlap ends. */
export const RotateSecret = (props: {
  readonly webhook: Webhook;
  /** Null where a private key signs: there is nothing to be shown once. */
  readonly onRotated: (made: { readonly secret: string | undefined } | null) => void;
}) => {
  const { id: webhook_id } = props.webhook;
  const [signature, setSignature] = useState(signatureOf(props.webhook));
  return (
    <Rotation
      route="webhooks.rotate-secret"
      send={(api, grace_seconds, idempotencyKey) =>
        api.webhooks.rotateSecret({ params: { webhook_id }, body: { grace_seconds, signature }, idempotencyKey })
      }
      onRotated={(made) => props.onRotated(signatureOf(made) === 'ed25519' ? null : { secret: made.secret })}
      done={`A new ${signature === 'hmac' ? 'Secret Key' : 'Public Key'} was created for the webhook.`}
      label="The old key also signs for"
      hint="Give the new key to your endpoint within this time."
      choices={<SignatureField value={signature} onChange={setSignature} />}
    >
      Deliveries are signed with the new key immediately. After this time, an endpoint that knows only the old key can
      no longer verify them.
    </Rotation>
  );
};
