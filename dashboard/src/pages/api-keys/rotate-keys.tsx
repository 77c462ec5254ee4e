import { Rotation } from '../../ui/rotation.tsx';

/** “Rotate API Key”: a new pair, and how long the old one goes on working. */
export const RotateKeys = ({ onRotated }: { readonly onRotated: (secret: string | undefined) => void }) => (
  <Rotation
    route="api-keys.rotate"
    variant="primary"
    send={(api, grace_seconds, idempotencyKey) => api.apiKeys.rotate({ body: { grace_seconds }, idempotencyKey })}
    onRotated={({ secret_key }) => onRotated(secret_key)}
    done="New keys were created."
    label="The old keys keep working for"
    hint="Replace the Secret Key in your programs within this time."
  >
    Both keys are replaced. After this time, requests with the old Secret Key are rejected with status 401.
  </Rotation>
);
