import Alert from '@cloudscape-design/components/alert';
import { useState } from 'react';
import { useSubmit } from '../../api/use-submit.ts';
import { ActionButton, Question } from '../../ui/action.tsx';
import { useFlash } from '../../ui/flashes.tsx';
import { ChoiceField } from '../../ui/form.tsx';

const graces = [
  { value: '0', label: 'Not at all: it ends at once' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '24 hours' },
  { value: '604800', label: '7 days' },
] as const;
type Grace = (typeof graces)[number]['value'];

/** “Rotate API Key”: a new pair, and how long the old one goes on working. */
export const RotateKeys = ({ onRotated }: { readonly onRotated: (secret: string | undefined) => void }) => {
  const [asking, setAsking] = useState(false);
  const [grace, setGrace] = useState<Grace>('86400');
  const flash = useFlash();
  const rotation = useSubmit({
    send: (api, grace_seconds: number, idempotencyKey) =>
      api.apiKeys.rotate({ body: { grace_seconds }, idempotencyKey }),
    onDone: ({ secret_key }) => {
      setAsking(false);
      onRotated(secret_key);
      flash({ type: 'success', text: 'A new pair of keys was made.' });
    },
  });
  const close = () => {
    setAsking(false);
    rotation.reset();
  };
  return (
    <>
      <ActionButton route="api-keys.rotate" variant="primary" onClick={() => setAsking(true)}>
        Rotate API Key
      </ActionButton>
      <Question
        title="Rotate API Key"
        visible={asking}
        sending={rotation}
        onClose={close}
        onConfirm={() => rotation.submit(Number(grace))}
      >
        <Alert type="warning">
          Both keys are replaced. Programs that still send the old Secret Key are refused with 401 once its time is
          over.
        </Alert>
        <ChoiceField
          label="How long the old keys go on working"
          hint="Put the new Secret Key into your programs within this time."
          value={grace}
          options={graces}
          onChange={setGrace}
        />
      </Question>
    </>
  );
};
