import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { Operator } from '../../api/objects.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { words } from '../../texts/words.ts';
import { ActionButton, ConfirmedAction, Question } from '../../ui/action.tsx';
import { useFlash } from '../../ui/flashes.tsx';
import { ChoiceField, fieldsOf, TextField } from '../../ui/form.tsx';

type Role = Operator['role'];

const roles: readonly { readonly value: Role; readonly label: string; readonly description: string }[] = [
  { value: 'owner', label: 'Owner', description: 'Full access, including team' },
  { value: 'developer', label: 'Developer', description: 'Customers, cards, webhooks and keys' },
  { value: 'reviewer', label: 'Reviewer', description: 'Reviews identities' },
  { value: 'viewer', label: 'Viewer', description: 'Read access, without document files' },
];

/** Invites a person by e-mail. */
export const Invite = () => {
  const [asking, setAsking] = useState(false);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const flash = useFlash();
  const invitation = useSubmit({
    send: (api, body: { email: string; role: Role }, idempotencyKey) => api.operators.invite({ body, idempotencyKey }),
    onDone: (invited) => {
      setAsking(false);
      setEmail('');
      flash({ type: 'success', text: `${invited.email} was invited.` });
    },
  });
  const { fields } = fieldsOf(invitation, ['/email', '/role']);
  const close = () => {
    setAsking(false);
    invitation.reset();
  };
  return (
    <>
      <ActionButton route="operators.invite" variant="primary" onClick={() => setAsking(true)}>
        Invite
      </ActionButton>
      <Question
        title="Invite a person"
        confirm="Invite"
        visible={asking}
        sending={invitation}
        onClose={close}
        onConfirm={() => invitation.submit({ email: email.trim(), role })}
      >
        <SpaceBetween size="m">
          <TextField label="E-mail address" type="email" value={email} error={fields['/email']} onChange={setEmail} />
          <ChoiceField label="Role" value={role} options={roles} error={fields['/role']} onChange={setRole} />
        </SpaceBetween>
      </Question>
    </>
  );
};

/** Gives a person another role. */
export const ChangeRole = ({ operator }: { readonly operator: Operator }) => {
  const [done, setDone] = useState(false);
  const [role, setRole] = useState<Role>(operator.role);
  const flash = useFlash();
  const change = useSubmit({
    send: (api, body: { role: Role }) => api.operators.change({ params: { operator_id: operator.id }, body }),
    repeatable: false,
    onDone: (changed) => {
      setDone(true);
      flash({ type: 'success', text: `${changed.email} is now ${words(changed.role).toLowerCase()}.` });
    },
  });
  return (
    <ConfirmedAction
      route="operators.change"
      name="Change role"
      variant="inline-link"
      sending={change}
      done={done}
      onConfirm={() => change.submit({ role })}
    >
      <SpaceBetween size="m">
        <div>
          The new role of {operator.email} applies within 1 minute in Production and 11 minutes in Sandbox mode.
        </div>
        <ChoiceField label="Role" value={role} options={roles} onChange={setRole} />
      </SpaceBetween>
    </ConfirmedAction>
  );
};

/** Removes a person. */
export const Remove = ({ operator }: { readonly operator: Operator }) => {
  const [done, setDone] = useState(false);
  const flash = useFlash();
  const removal = useSubmit({
    send: (api, operator_id: string) => api.operators.remove({ params: { operator_id } }),
    repeatable: false,
    onDone: () => {
      setDone(true);
      flash({ type: 'success', text: `${operator.email} was removed.` });
    },
  });
  return (
    <ConfirmedAction
      route="operators.remove"
      name="Remove"
      variant="inline-link"
      sending={removal}
      done={done}
      onConfirm={() => removal.submit(operator.id)}
    >
      {operator.email} can no longer sign in. Open sessions end within 1 minute in Production and 11 minutes in Sandbox
      mode.
    </ConfirmedAction>
  );
};
