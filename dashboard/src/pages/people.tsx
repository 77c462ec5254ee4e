import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEnvironment, useRefusal } from '../api/environment.tsx';
import type { Operator } from '../api/objects.ts';
import { words } from '../texts/words.ts';
import { ListTable } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { ChangeRole, Invite, Remove } from './people/actions.tsx';

const crumbs = [
  { text: 'Manage', to: '/configure' },
  { text: 'Configure', to: '/configure' },
];

/** Who may sign in for the business: the same people in both environments, kept in Production. */
export const Component = () => {
  const { name } = useEnvironment();
  const refusal = useRefusal()('operators.list');
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
      {refusal ? <Alert type="info">{refusal}</Alert> : <People />}
    </Page>
  );
};

const People = () => (
  <ListTable<Operator>
    title="People"
    of={['people']}
    read={(api, page, signal) => api.operators.list({ query: page, signal })}
    idOf={({ id }) => id}
    empty="No members yet. Invite someone."
    columns={[
      { name: 'E-mail address', cell: ({ email, you }) => (you ? `${email} (you)` : email), width: 220 },
      { name: 'Role', cell: ({ role }) => words(role), width: 110 },
      { name: 'Status', cell: ({ status }) => <Status status={status} />, width: 135 },
      { name: 'Invited', cell: ({ created_at }) => <Time at={created_at} />, width: 125 },
      { name: 'Change', cell: (operator) => <Changes key={operator.version} operator={operator} />, width: 220 },
    ]}
  />
);

const Changes = ({ operator }: { readonly operator: Operator }) => (
  <SpaceBetween direction="horizontal" size="m">
    <ChangeRole operator={operator} />
    <Remove operator={operator} />
  </SpaceBetween>
);
