import Alert from '@cloudscape-design/components/alert';
import { useState } from 'react';
import type { Webhook } from '../../api/objects.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { ActionButton, Question } from '../../ui/action.tsx';
import { useFlash } from '../../ui/flashes.tsx';
import { ChoiceField } from '../../ui/form.tsx';

const overlaps = [
  { value: '0', label: 'Not at all: it ends at once' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '24 hours' },
  { value: '604800', label: '7 days' },
] as const;
type Overlap = (typeof overlaps)[number]['value'];

/** “Rotate API Key” of a webhook: a new Secret Key; the old one signs as well until the overlap ends. */
export const RotateSecret = (props: {
  readonly webhook: Webhook;
  readonly onRotated: (secret: string | undefined) => void;
}) => {
  const { webhook, onRotated } = props;
  const [asking, setAsking] = useState(false);
  const [overlap, setOverlap] = useState<Overlap>('86400');
  const flash = useFlash();
  const rotation = useSubmit({
    send: (api, grace_seconds: number, idempotencyKey) =>
      api.webhooks.rotateSecret({ params: { webhook_id: webhook.id }, body: { grace_seconds }, idempotencyKey }),
    onDone: ({ secret }) => {
      setAsking(false);
      onRotated(secret);
      flash({ type: 'success', text: 'A new Secret Key was made for the webhook.' });
    },
  });
  const close = () => {
    setAsking(false);
    rotation.reset();
  };
  return (
    <>
      <ActionButton route="webhooks.rotate-secret" onClick={() => setAsking(true)}>
        Rotate API Key
      </ActionButton>
      <Question
        title="Rotate API Key"
        visible={asking}
        sending={rotation}
        onClose={close}
        onConfirm={() => rotation.submit(Number(overlap))}
      >
        <Alert type="warning">
          Deliveries are signed with the new Secret Key at once. An endpoint that knows only the old one refuses them
          when its time is over.
        </Alert>
        <ChoiceField
          label="How long the old Secret Key signs as well"
          hint="Give your endpoint the new one within this time."
          value={overlap}
          options={overlaps}
          onChange={setOverlap}
        />
      </Question>
    </>
  );
};
