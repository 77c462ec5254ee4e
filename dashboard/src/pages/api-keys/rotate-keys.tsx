import { Rotation } from '../../ui/rotation.tsx';

/** “Rotate API Key”: a new pair, and how long the old one goes on working. */
export const RotateKeys = ({ onRotated }: { readonly onRotated: (secret: string | undefined) => void }) => (
  <Rotation
    route="api-keys.rotate"
    variant="primary"
    send={(api, grace_seconds, idempotencyKey) => api.apiKeys.rotate({ body: { grace_seconds }, idempotencyKey })}
    onRotated={({ secret_key }) => onRotated(secret_key)}
    done="A new pair of keys was made."
    label="How long the old keys go on working"
    hint="Put the new Secret Key into your programs within this time."
  >
    Both keys are replaced. Programs that still send the old Secret Key are refused with 401 once its time is over.
  </Rotation>
);
