import { Alert } from '@cloudscape-design/components';
import { useState } from 'react';
import type { Card } from '../../api/client.ts';
import { t } from '../../texts/texts.ts';
import { ActionButton } from '../../ui/action.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { useSubmit } from '../../ui/use-submit.ts';

type Verb = 'freeze' | 'unfreeze';

/** Freezes a card or undoes it, without a question: each is undone by the other. */
export const useFreezing = (card_id: string) => {
  const [frozen, setFrozen] = useState<string | null>(null);
  const { submit, busy, error } = useSubmit<Verb, Card>({
    send: (api, verb, idempotencyKey) => api.cards[verb]({ params: { card_id }, body: {}, idempotencyKey }),
    onDone: ({ id, status }) => setFrozen(status === 'frozen' ? id : null),
  });
  return { isFrozenNow: frozen === card_id, submit, busy, error };
};

/** What freezing came to, and how to undo it. */
export const Freezing = ({ isFrozenNow, submit, busy, error }: ReturnType<typeof useFreezing>) => (
  <div aria-live="polite">
    {error && <ErrorAlert error={error} />}
    {isFrozenNow && (
      <Alert
        type="success"
        action={
          <ActionButton route="cards.unfreeze" busy={busy} onClick={() => submit('unfreeze')}>
            {t.cards.undo}
          </ActionButton>
        }
      >
        {t.cards.theCardIsFrozen}
      </Alert>
    )}
  </div>
);
