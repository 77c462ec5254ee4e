import { Alert } from '@cloudscape-design/components';
import { useState } from 'react';
import type { Operator } from '../../api/client.ts';
import { useDenial, useEnvironment } from '../../api/environment.tsx';
import { filled, inSentence, sentence, t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { ConfirmedAction } from '../../ui/action.tsx';
import { ChoiceField, TextField, useTyped } from '../../ui/form.tsx';
import { ListTable, statusColumn } from '../../ui/list-table.tsx';
import { Page } from '../../ui/page.tsx';
import { Buttons, Time } from '../../ui/values.tsx';

const crumbs = [
  { text: t.all.manage, to: '/configure' },
  { text: t.all.configure, to: '/configure' },
];

/** Who can sign in for the business: the same people in both environments, managed in Production. */
export const Component = () => {
  const { name } = useEnvironment();
  const denial = useDenial()('operators.list');
  if (name !== 'live')
    return (
      <Page title={t.all.people} crumbs={crumbs}>
        <Alert type="info">{t.people.theSamePeopleSign}</Alert>
      </Page>
    );
  return (
    <Page title={t.all.people} crumbs={crumbs} description={t.people.whoCanSignInFor} actions={<Invite />}>
      {denial ? <Alert type="info">{denial}</Alert> : <People />}
    </Page>
  );
};

const People = () => (
  <ListTable
    title={t.all.people}
    route="operators.list"
    empty={t.people.noMembersYetInvite}
    columns={[
      { name: t.all.eMailAddress, cell: ({ email, you }) => (you ? `${email} (you)` : email), width: 220 },
      { name: t.people.role, cell: ({ role }) => words(role), width: 110 },
      statusColumn,
      { name: t.people.invited, cell: ({ created_at }) => <Time at={created_at} />, width: 125 },
      { name: t.all.change, cell: (operator) => <Changes key={operator.version} operator={operator} />, width: 220 },
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
  { value: 'owner', label: t.people.owner, description: t.people.fullAccess },
  { value: 'developer', label: t.people.developer, description: t.people.customersCards },
  { value: 'reviewer', label: t.people.reviewer, description: t.people.reviewsIdentities },
  { value: 'viewer', label: t.people.viewer, description: t.people.readAccessWithout },
];

const Invite = () => {
  const { typed, change, field } = useTyped<{ email: string; role: Role }>({ email: '', role: 'viewer' });
  return (
    <ConfirmedAction
      route="operators.invite"
      name={t.people.invite}
      title={t.people.inviteAPerson}
      variant="primary"
      call={{ body: { ...typed, email: typed.email.trim() } }}
      success={({ email }) => filled(t.people.emailWasInvited, { email })}
      onDone={() => change({ email: '' })}
    >
      <TextField label={t.all.eMailAddress} type="email" {...field('email')} />
      <ChoiceField label={t.people.role} options={roles} {...field('role')} />
    </ConfirmedAction>
  );
};

type Of = { readonly operator: Operator };

const ChangeRole = ({ operator }: Of) => {
  const [role, setRole] = useState<Role>(operator.role);
  return (
    <ConfirmedAction
      route="operators.change"
      name={t.people.changeRole}
      thing={filled(t.people.ofEmail, { email: operator.email })}
      variant="inline-link"
      call={{ params: { operator_id: operator.id }, body: { role } }}
      success={(changed) =>
        filled(t.people.emailIsNowRole, { email: changed.email, role: inSentence(words(changed.role)) })
      }
    >
      <div>{sentence(t.people.theNewRoleOfEmail, { email: operator.email })}</div>
      <ChoiceField label={t.people.role} value={role} options={roles} onChange={setRole} />
    </ConfirmedAction>
  );
};

const Remove = ({ operator }: Of) => (
  <ConfirmedAction
    route="operators.remove"
    name={t.all.remove}
    thing={operator.email}
    variant="inline-link"
    call={{ params: { operator_id: operator.id } }}
    success={filled(t.people.emailWasRemoved, { email: operator.email })}
  >
    {sentence(t.people.emailCanNoLonger, { email: operator.email })}
  </ConfirmedAction>
);
