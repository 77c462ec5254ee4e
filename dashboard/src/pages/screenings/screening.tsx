import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import type { Screening } from '../../api/client.ts';
import { usePageResource, useResource } from '../../api/use-read.ts';
import { nameOf, words } from '../../texts/words.ts';
import { ConfirmedAction } from '../../ui/action.tsx';
import { Field, fieldErrors } from '../../ui/form.tsx';
import { type Details, Loaded, Page, Section } from '../../ui/page.tsx';
import { CopyId, Day, Go, Status, Time } from '../../ui/values.tsx';
import { Actor } from '../events/events.tsx';
import { personName } from '../persons/persons.tsx';

type Match = Screening['matches'][number];
type Verb = Screening['allowed_actions'][number];

/** One screening: whom it is about, and each entry with the decision about it. */
export const Component = () => {
  const query = usePageResource('screening');
  return (
    <Page title="Screening" crumbs={[{ text: 'Screenings', to: '/screenings' }]}>
      <Loaded query={query}>{(screening) => <Shown screening={screening} />}</Loaded>
    </Page>
  );
};

const Shown = ({ screening }: { readonly screening: Screening }) => {
  const { id, status, subject_id, customer_id, screened_at, list_version, matches } = screening;
  return (
    <SpaceBetween size="l">
      <Section
        title="Overview"
        details={{
          Status: <Status status={status} />,
          Customer: <Go to={`/customers/${customer_id}`}>{customer_id}</Go>,
          Searched: <Time at={screened_at} />,
          'Version of the lists': list_version,
          ID: <CopyId value={id} name="Screening ID" />,
        }}
      />
      {subject_id === customer_id ? <CustomerSubject id={customer_id} /> : <PersonSubject id={subject_id} />}
      {matches.length === 0 && <Section title="Entries">No entry of a list is like this name.</Section>}
      {matches.map((match) => (
        <Entry key={`${match.list} ${match.entry_id}`} screening={screening} match={match} />
      ))}
    </SpaceBetween>
  );
};

const CustomerSubject = ({ id }: { readonly id: string }) => {
  const { data: customer } = useResource('customer', id);
  const stated: Details =
    customer?.type === 'individual'
      ? { 'Date of birth': <Day on={customer.date_of_birth} />, Nationality: customer.nationality }
      : { 'Country of incorporation': customer?.incorporation_country };
  return <Subject to={`/customers/${id}`} name={customer ? nameOf(customer) : id} stated={stated} />;
};

const PersonSubject = ({ id }: { readonly id: string }) => {
  // One who was removed from the business is still in its screenings.
  const { data: person } = useResource('person', id);
  const stated: Details = {
    'Date of birth': <Day on={person?.date_of_birth ?? null} />,
    Nationality: person?.nationality,
    Roles: person?.roles.map(words).join(', '),
  };
  return <Subject to={`/persons/${id}`} name={person ? personName(person) : id} stated={stated} />;
};

const Subject = (props: { readonly to: string; readonly name: string; readonly stated: Details }) => (
  <Section
    title="Who was searched for"
    description="Compare this with each entry below."
    details={{ Name: <Go to={props.to}>{props.name}</Go>, ...props.stated }}
  />
);

/** An entry of a list, with what is decided about it. The address comes from outside: only https is a link. */
const Entry = ({ screening, match }: { readonly screening: Screening; readonly match: Match }) => {
  const { list, entry_id, name, score, categories, url, status, decided_at, decided_by, reason } = match;
  const decision: Details = decided_at
    ? {
        Decided: <Time at={decided_at} />,
        'Decided by': decided_by && <Actor actor={{ type: 'operator', id: decided_by }} />,
        Reason: reason,
      }
    : {};
  return (
    <Section
      title={name}
      actions={<Decisions screening={screening} match={match} />}
      details={{
        Status: <Status status={status} />,
        List: list,
        Entry: entry_id,
        Likeness: `${Math.floor(score * 100)} %`,
        About: categories.map(words).join(', '),
        ...decision,
      }}
    >
      {url.startsWith('https://') && (
        <Link external href={url} rel="noopener noreferrer" externalIconAriaLabel="Opens in a new tab">
          Read entry {entry_id} at its publisher
        </Link>
      )}
    </Section>
  );
};

const verbs: Readonly<
  Record<Verb, { readonly name: string; readonly outcome: Match['status']; readonly meaning: string }>
> = {
  clear: {
    name: 'Clear',
    outcome: 'cleared',
    meaning:
      'The entry is about somebody else. It stays cleared for this subject, also when the lists are searched again.',
  },
  confirm: {
    name: 'Confirm',
    outcome: 'confirmed',
    meaning: 'The entry is about this subject. The customer will be suspended at once: its cards stop working.',
  },
};

const Decisions = ({ screening, match }: { readonly screening: Screening; readonly match: Match }) => (
  <SpaceBetween direction="horizontal" size="xs">
    {screening.allowed_actions
      .filter((verb) => verbs[verb].outcome !== match.status)
      .map((verb) => (
        <Decision key={verb} screening={screening} match={match} verb={verb} />
      ))}
  </SpaceBetween>
);

const Decision = (props: { readonly screening: Screening; readonly match: Match; readonly verb: Verb }) => {
  const { screening, match, verb } = props;
  const { name, outcome, meaning } = verbs[verb];
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  return (
    <ConfirmedAction
      route={`screenings.${verb}`}
      name={name}
      thing={match.name}
      fields={['/reason']}
      input={{ list: match.list, entry_id: match.entry_id, reason: reason.trim() }}
      check={() => {
        setMissing(reason.trim() === '');
        return reason.trim() !== '';
      }}
      send={(api, body, idempotencyKey) =>
        api.screenings[verb]({
          params: { screening_id: screening.id },
          body,
          ifMatch: `"${screening.version}"`,
          idempotencyKey,
        })
      }
      success={() => `The entry is ${outcome}.`}
    >
      {(sending) => (
        <>
          <div>{meaning} Your name is recorded with the decision.</div>
          <Field
            label="Reason"
            hint="Your programs see it too, in the screening and its events."
            error={
              missing && reason.trim() === '' ? 'Enter a reason.' : fieldErrors(sending, ['/reason']).fields['/reason']
            }
          >
            <Textarea value={reason} onChange={({ detail }) => setReason(detail.value)} />
          </Field>
        </>
      )}
    </ConfirmedAction>
  );
};
