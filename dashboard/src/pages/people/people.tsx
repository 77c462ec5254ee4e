import { useState } from 'react';
import type { Operator } from '../../api/client.ts';
import { useDenial, useEnvironment } from '../../api/environment.tsx';
import { filled, inSentence, sentence, t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { ConfirmedAction } from '../../ui/action.tsx';
import { Alert } from '../../ui/alert.tsx';
import { ChoiceField, choicesOf, TextField } from '../../ui/fields.tsx';
import { useTyped } from '../../ui/form.tsx';
import { Go } from '../../ui/links.tsx';
import { ListTable, statusColumn } from '../../ui/list-table.tsx';
import { configureCrumbs, Page } from '../../ui/page.tsx';
import { Buttons, Day, Time } from '../../ui/values.tsx';

/** In Sandbox mode: where people are managed. */
export const OnlyInProduction = () => (
  <Page title={t.all.people} crumbs={configureCrumbs}>
    <Alert type="info">{t.people.theSamePeopleSign}</Alert>
  </Page>
);

/** The people who can sign in for the business: the same in both environments, managed in Production. */
export const Component = () => {
  const { name } = useEnvironment();
  const denial = useDenial()('operators.list');
  if (name !== 'live') return <OnlyInProduction />;
  return (
    <Page
      title={t.all.people}
      crumbs={configureCrumbs}
      description={t.people.whoCanSignInFor}
      actions={<Invite />}
    >
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
      {
        name: t.all.eMailAddress,
        cell: ({ id, email, you }) => (
          <Go to={`/operators/${id}`}>{you ? filled(t.people.emailYou, { email }) : email}</Go>
        ),
        width: 220,
      },
      { name: t.people.role, cell: ({ role }) => words(role), width: 110 },
      statusColumn,
      { name: t.people.lastSignIn, cell: (operator) => <LastSignIn of={operator} /> },
      {
        name: t.people.secondFactor,
        cell: ({ has_second_factor }) => (has_second_factor ? t.people.setUp : t.people.notSetUp),
      },
      {
        name: t.all.change,
        cell: (one) => <MemberActions key={one.version} operator={one} />,
        width: 300,
      },
    ]}
  />
);

/** The last day with a sign-in, or until when an invitation can be accepted. */
export const LastSignIn = ({ of }: { readonly of: Operator }) => {
  if (of.last_signed_in_on !== null) return <Day on={of.last_signed_in_on} />;
  if (of.invitation_expires_at === null) return t.all.never;
  const text =
    Date.parse(of.invitation_expires_at) < Date.now()
      ? t.people.invitationEnded
      : t.people.invitedUntil;
  return sentence(text, { time: <Time at={of.invitation_expires_at} /> });
};

/** Actions of an owner on a person. */
export const MemberActions = ({ operator }: Of) => (
  <Buttons>
    {operator.status === 'invited' && (
      <ConfirmedAction
        route="operators.resend-invitation"
        name={t.people.resendInvitation}
        thing={filled(t.people.ofEmail, { email: operator.email })}
        variant="inline-link"
        call={{ params: { operator_id: operator.id } }}
        success={filled(t.people.invitationWasSent, { email: operator.email })}
      >
        {t.people.theNewPassword}
      </ConfirmedAction>
    )}
    <ChangeRole operator={operator} />
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
  </Buttons>
);

type Role = Operator['role'];

const roles = choicesOf<Role>(t.people.roles);

const Invite = () => {
  const { typed, change, field } = useTyped<{ email: string; role: Role }>({
    email: '',
    role: 'viewer',
  });
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
        filled(t.people.emailIsNowRole, {
          email: changed.email,
          role: inSentence(words(changed.role)),
        })
      }
    >
      <div>{sentence(t.people.theNewRoleOfEmail, { email: operator.email })}</div>
      <ChoiceField label={t.people.role} value={role} options={roles} onChange={setRole} />
    </ConfirmedAction>
  );
};
