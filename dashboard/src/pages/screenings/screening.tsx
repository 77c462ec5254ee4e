import { useState } from 'react';
import type { Screening } from '../../api/client.ts';
import { useResource } from '../../api/use-read.ts';
import { nameOf, words } from '../../texts/words.ts';
import { ConfirmedAction } from '../../ui/action.tsx';
import { TextField } from '../../ui/form.tsx';
import { type Details, ResourcePage, Section } from '../../ui/page.tsx';
import { CopyId, CustomerLink, Day, Go, Outside, Status, Time } from '../../ui/values.tsx';
import { Actor } from '../events/events.tsx';
import { personName } from '../persons/persons.tsx';

type Match = Screening['matches'][number];
type Verb = Screening['allowed_actions'][number];

/** One screening: whom it is about, and each entry with the decision about it. */
export const Component = () => (
  <ResourcePage name="screening" title={() => 'Screening'}>
    {(screening) => <Shown screening={screening} />}
  </ResourcePage>
);

const Shown = ({ screening }: { readonly screening: Screening }) => {
  const { id, status, subject_id, customer_id, screened_at, list_version, matches } = screening;
  return (
    <>
      <Section
        title="Overview"
        details={{
          Status: <Status status={status} />,
          Customer: <CustomerLink of={screening} />,
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
    </>
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

/** An entry of a list, with what is decided about it. */
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
      <Outside href={url}>Read entry {entry_id} at its publisher</Outside>
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

const Decisions = ({ screening, match }: { readonly screening: Screening; readonly match: Match }) =>
  screening.allowed_actions
    .filter((verb) => verbs[verb].outcome !== match.status)
    .map((verb) => <Decision key={verb} screening={screening} match={match} verb={verb} />);

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
      check={() => {
        setMissing(reason.trim() === '');
        return reason.trim() !== '';
      }}
      call={{
        params: { screening_id: screening.id },
        body: { list: match.list, entry_id: match.entry_id, reason: reason.trim() },
        ifMatch: `"${screening.version}"`,
      }}
      success={`The entry is ${outcome}.`}
    >
      <div>{meaning} Your name is recorded with the decision.</div>
      <TextField
        type="lines"
        label="Reason"
        hint="Your programs see it too, in the screening and its events."
        at="/reason"
        value={reason}
        error={missing && reason.trim() === '' ? 'Enter a reason.' : undefined}
        onChange={setReason}
      />
    </ConfirmedAction>
  );
};
