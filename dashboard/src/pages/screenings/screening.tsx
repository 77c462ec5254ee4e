import { useState } from 'react';
import type { Screening } from '../../api/client.ts';
import { useResource } from '../../api/use-read.ts';
import { filled, sentence, t } from '../../texts/texts.ts';
import { nameOf, words } from '../../texts/words.ts';
import { ConfirmedAction } from '../../ui/action.tsx';
import { TextField } from '../../ui/form.tsx';
import { type Details, ResourcePage, Section } from '../../ui/page.tsx';
import { CopyId, CustomerLink, Day, Go, Outside, Status, Time } from '../../ui/values.tsx';
import { Actor } from '../events/events.tsx';
import { personName } from '../persons/persons.tsx';

type Match = Screening['matches'][number];
type Verb = Screening['allowed_actions'][number];
type Of = { readonly screening: Screening; readonly match: Match };

/** One screening: whom it is about, and each entry with the decision about it. */
export const Component = () => (
  <ResourcePage name="screening" title={() => t.screenings.screening}>
    {(screening) => (
      <>
        <Section
          title={t.all.overview}
          details={{
            [t.all.status]: <Status status={screening.status} />,
            [t.all.customer]: <CustomerLink of={screening} />,
            [t.screenings.searched]: <Time at={screening.screened_at} />,
            [t.screenings.versionOfTheLists]: screening.list_version,
            [t.all.id]: <CopyId value={screening.id} name={t.screenings.screeningId} />,
          }}
        />
        {screening.subject_id === screening.customer_id ? (
          <CustomerSubject id={screening.customer_id} />
        ) : (
          <PersonSubject id={screening.subject_id} />
        )}
        {screening.matches.length === 0 && (
          <Section title={t.screenings.entries}>{t.screenings.noEntryOfAListIs}</Section>
        )}
        {screening.matches.map((match) => (
          <Entry key={`${match.list} ${match.entry_id}`} screening={screening} match={match} />
        ))}
      </>
    )}
  </ResourcePage>
);

const CustomerSubject = ({ id }: { readonly id: string }) => {
  const { data: customer } = useResource('customer', id);
  const stated: Details =
    customer?.type === 'individual'
      ? { [t.all.dateOfBirth]: <Day on={customer.date_of_birth} />, [t.all.nationality]: customer.nationality }
      : { [t.all.countryOf]: customer?.incorporation_country };
  return <Subject to={`/customers/${id}`} name={customer ? nameOf(customer) : id} stated={stated} />;
};

const PersonSubject = ({ id }: { readonly id: string }) => {
  // One who was removed from the business is still in its screenings.
  const { data: person } = useResource('person', id);
  const stated: Details = {
    [t.all.dateOfBirth]: <Day on={person?.date_of_birth ?? null} />,
    [t.all.nationality]: person?.nationality,
    [t.all.roles]: person?.roles.map(words).join(', '),
  };
  return <Subject to={`/persons/${id}`} name={person ? personName(person) : id} stated={stated} />;
};

const Subject = (props: { readonly to: string; readonly name: string; readonly stated: Details }) => (
  <Section
    title={t.screenings.whoWasSearchedFor}
    description={t.screenings.compareThisWith}
    details={{ [t.all.name]: <Go to={props.to}>{props.name}</Go>, ...props.stated }}
  />
);

/** An entry of a list, with what is decided about it. */
const Entry = ({ screening, match }: Of) => {
  const { list, entry_id, name, score, categories, url, status, decided_at, decided_by, reason } = match;
  const decision: Details = decided_at
    ? {
        [t.all.decided]: <Time at={decided_at} />,
        [t.all.decidedBy]: decided_by && <Actor actor={{ type: 'operator', id: decided_by }} />,
        [t.all.reason]: reason,
      }
    : {};
  return (
    <Section
      title={name}
      actions={screening.allowed_actions
        .filter((verb) => verbs[verb].outcome !== status)
        .map((verb) => <Decision key={verb} screening={screening} match={match} verb={verb} />)}
      details={{
        [t.all.status]: <Status status={status} />,
        [t.screenings.list]: list,
        [t.screenings.entry]: entry_id,
        [t.screenings.likeness]: `${Math.floor(score * 100)} %`,
        [t.all.about]: categories.map(words).join(', '),
        ...decision,
      }}
    >
      {url && <Outside href={url}>{sentence(t.screenings.readEntryEntryIdAt, { entry_id })}</Outside>}
    </Section>
  );
};

const verbs = {
  clear: { name: t.all.clear, outcome: 'cleared', meaning: t.screenings.theEntryIsAbout },
  confirm: { name: t.screenings.confirm, outcome: 'confirmed', meaning: t.screenings.theEntryIsAbout2 },
} as const;

const Decision = ({ screening, match, verb }: Of & { readonly verb: Verb }) => {
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
      success={filled(t.screenings.theEntryIsOutcome, { outcome })}
    >
      <div>{sentence(t.screenings.meaningYourNameIs, { meaning })}</div>
      <TextField
        type="lines"
        label={t.all.reason}
        hint={t.screenings.yourProgramsSeeIt}
        at="/reason"
        value={reason}
        error={missing && reason.trim() === '' ? t.screenings.enterAReason : undefined}
        onChange={setReason}
      />
    </ConfirmedAction>
  );
};
