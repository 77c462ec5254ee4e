import { Alert } from '@cloudscape-design/components';
import type { Verification } from '../../api/client.ts';
import { usePerson } from '../../session/session.tsx';
import { sentence, t } from '../../texts/texts.ts';
import { ActionButton } from '../../ui/action.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { useChange } from '../../ui/use-submit.ts';
import { Actor } from '../events/events.tsx';
import { openedOf } from './decisions.tsx';
import { useHolder } from './queue.ts';

type Of = { readonly verification: Verification };

/** Who has a verification, in words. */
export const Holder = ({ verification }: Of) => {
  const holder = useHolder().holderOf(verification);
  return holder === 'another' ? (
    <Actor actor={{ type: 'operator', id: verification.assignee_id ?? '' }} />
  ) : (
    t.reviews.holders[holder]
  );
};

/** Says who has the verification that is open, and takes it, or puts it back. */
export const Assignment = ({ verification }: Of) => {
  const me = usePerson()?.id ?? null;
  const holder = useHolder().holderOf(verification);
  const { submit, busy, error } = useChange('verifications.assign');
  const assignee_id = holder === 'me' ? null : me;
  const button = (
    <span data-key="T">
      <ActionButton
        route="verifications.assign"
        busy={busy}
        onClick={() => submit({ ...openedOf(verification), body: { assignee_id } })}
      >
        {t.reviews.assignments[holder]}
      </ActionButton>
    </span>
  );
  return (
    <>
      <Alert type={holder === 'another' ? 'warning' : 'info'} action={button}>
        {sentence(t.reviews.assignedTo, { person: <Holder verification={verification} /> })}
      </Alert>
      {error && <ErrorAlert error={error} />}
    </>
  );
};
