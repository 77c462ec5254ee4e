import { useEnvironment } from '../../api/environment.tsx';
import { t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { configureCrumbs, ResourcePage, Section } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
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

const kinds = {
  created: t.people.createdAndActed,
  changed: t.people.changed,
  removed: t.people.removed,
  all: t.people.everyRequest,
};

const methods = { created: 'POST', changed: 'PATCH', removed: 'DELETE', all: undefined } as const;

/** The requests of a person in Production, for as long as requests are kept. */
const Audit = ({ id: actor_id }: { readonly id: string }) => (
  <Section title={t.people.whatTheyDid} description={t.people.requestsOfTheLast}>
    <Tabs label={t.people.whatTheyDid} names={kinds}>
      {(id) => {
        const method = methods[id];
        return <RequestTable query={{ actor_id, ...(method && { method }) }} />;
      }}
    </Tabs>
  </Section>
);
