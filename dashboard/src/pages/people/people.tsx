import { Alert } from '@cloudscape-design/components';
import { useState } from 'react';
import type { Operator } from '../../api/client.ts';
import { useDenial, useEnvironment } from '../../api/environment.tsx';
import { words } from '../../texts/words.ts';
import { ConfirmedAction } from '../../ui/action.tsx';
import { ChoiceField, TextField, useTyped } from '../../ui/form.tsx';
import { ListTable, statusColumn } from '../../ui/list-table.tsx';
import { Page } from '../../ui/page.tsx';
import { Buttons, Time } from '../../ui/values.tsx';

const crumbs = [
  { text: 'Manage', to: '/configure' },
  { text: 'Configure', to: '/configure' },
];

/** Who can sign in for the business: the same people in both environments, managed in Production. */
export const Component = () => {
  const { name } = useEnvironment();
  const denial = useDenial()('operators.list');
  if (name !== 'live')
    return (
      <Page title="People" crumbs={crumbs}>
        <Alert type="info">
          The same people sign in to both environments. Switch to Production to invite people and change roles.
        </Alert>
      </Page>
    );
  return (
    <Page
      title="People"
      crumbs={crumbs}
      description="Who can sign in for your business, in both environments."
      actions={<Invite />}
    >
      {denial ? <Alert type="info">{denial}</Alert> : <People />}
    </Page>
  );
};

const People = () => (
  <ListTable
    title="People"
    route="operators.list"
    empty="No members yet. Invite someone."
    columns={[
      { name: 'E-mail address', cell: ({ email, you }) => (you ? `${email} (you)` : email), width: 220 },
      { name: 'Role', cell: ({ role }) => words(role), width: 110 },
      statusColumn,
      { name: 'Invited', cell: ({ created_at }) => <Time at={created_at} />, width: 125 },
      { name: 'Change', cell: (operator) => <Changes key={operator.version} operator={operator} />, width: 220 },
    ]}
  />
);

const Changes = ({ operator }: Of) => (
  <Buttons>
    <ChangeRole operator={operator} />
    <Remove operator={operator} />
  </Buttons>
);

type Role = Operator['role'];

const roles: readonly { readonly value: Role; readonly label: string; readonly description: string }[] = [
  { value: 'owner', label: 'Owner', description: 'Full access, including team' },
  { value: 'developer', label: 'Developer', description: 'Customers, cards, webhooks and keys' },
  { value: 'reviewer', label: 'Reviewer', description: 'Reviews identities' },
  { value: 'viewer', label: 'Viewer', description: 'Read access, without document files' },
];

const Invite = () => {
  const { typed, change, field } = useTyped<{ email: string; role: Role }>({ email: '', role: 'viewer' });
  return (
    <ConfirmedAction
      route="operators.invite"
      name="Invite"
      title="Invite a person"
      variant="primary"
      call={{ body: { ...typed, email: typed.email.trim() } }}
      success={({ email }) => `${email} was invited.`}
      onDone={() => change({ email: '' })}
    >
      <TextField label="E-mail address" type="email" {...field('email')} />
      <ChoiceField label="Role" options={roles} {...field('role')} />
    </ConfirmedAction>
  );
};

type Of = { readonly operator: Operator };

const ChangeRole = ({ operator }: Of) => {
  const [role, setRole] = useState<Role>(operator.role);
  return (
    <ConfirmedAction
      route="operators.change"
      name="Change role"
      thing={`of ${operator.email}`}
      variant="inline-link"
      call={{ params: { operator_id: operator.id }, body: { role } }}
      success={(changed) => `${changed.email} is now ${words(changed.role).toLowerCase()}.`}
    >
      <div>The new role of {operator.email} applies within 1 minute in Production and 11 minutes in Sandbox mode.</div>
      <ChoiceField label="Role" value={role} options={roles} onChange={setRole} />
    </ConfirmedAction>
  );
};

const Remove = ({ operator }: Of) => (
  <ConfirmedAction
    route="operators.remove"
    name="Remove"
    thing={operator.email}
    variant="inline-link"
    call={{ params: { operator_id: operator.id } }}
    success={`${operator.email} was removed.`}
  >
    {operator.email} can no longer sign in. Open sessions end within 1 minute in Production and 11 minutes in Sandbox
    mode.
  </ConfirmedAction>
);
