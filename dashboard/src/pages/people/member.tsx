import { Tabs } from '@cloudscape-design/components';
import { useEnvironment } from '../../api/environment.tsx';
import { t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { configureCrumbs, ResourcePage, Section } from '../../ui/page.tsx';
import { CopyId, Status, Time } from '../../ui/values.tsx';
import { RequestTable } from '../requests/requests.tsx';
import { LastSignIn, MemberActions, OnlyInProduction } from './people.tsx';

/** One person who can sign in: what is known of their sign-in, and what they did. */
export const Component = () => {
  const { name } = useEnvironment();
  if (name !== 'live') return <OnlyInProduction />;
  return (
    <ResourcePage
      name="operator"
      title={({ email }) => email}
      crumbs={() => [...configureCrumbs, { text: t.all.people, to: '/configure/people' }]}
      status={({ status }) => <Status status={status} />}
      facts={(operator) => ({
        [t.people.role]: words(operator.role),
        [t.people.lastSignIn]: <LastSignIn of={operator} />,
        [t.people.invited]: <Time at={operator.created_at} />,
      })}
      actions={(operator) => <MemberActions key={operator.version} operator={operator} />}
    >
      {(operator) => (
        <>
          <Section
            title={t.all.details}
            details={{
              [t.people.invitationEnds]: operator.invitation_expires_at && (
                <Time at={operator.invitation_expires_at} />
              ),
              [t.people.secondFactor]: operator.has_second_factor
                ? t.people.setUp
                : t.people.notSetUp,
              [t.all.id]: <CopyId value={operator.id} name={t.all.id} />,
            }}
          />
          <Audit id={operator.id} />
        </>
      )}
    </ResourcePage>
  );
};

const kinds = [
  { id: 'created', label: t.people.createdAndActed, query: { method: 'POST' } },
  { id: 'changed', label: t.people.changed, query: { method: 'PATCH' } },
  { id: 'removed', label: t.people.removed, query: { method: 'DELETE' } },
  { id: 'all', label: t.people.everyRequest, query: {} },
];

/** The requests of a person in Production, for as long as requests are kept. */
const Audit = ({ id: actor_id }: { readonly id: string }) => (
  <Section title={t.people.whatTheyDid} description={t.people.requestsOfTheLast}>
    <Tabs
      ariaLabel={t.people.whatTheyDid}
      tabs={kinds.map(({ query, ...kind }) => ({
        ...kind,
        content: <RequestTable query={{ actor_id, ...query }} />,
      }))}
    />
  </Section>
);
