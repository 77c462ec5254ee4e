import { useState } from 'react';
import type { Customer, Person, Screening } from '../../api/client.ts';
import { places } from '../../api/places.ts';
import { useResource } from '../../api/use-read.ts';
import { filled, inSentence, sentence, t } from '../../texts/texts.ts';
import { countryText, nameOf, personName, scriptText, words } from '../../texts/words.ts';
import { ConfirmedAction } from '../../ui/action.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useRequired } from '../../ui/form.tsx';
import type { Details } from '../../ui/header.tsx';
import { CustomerLink, Go, Outside } from '../../ui/links.tsx';
import { ResourcePage, Section } from '../../ui/page.tsx';
import { CopyId, Day, Status, Time } from '../../ui/values.tsx';
import { Actor } from '../events/events.tsx';

type Match = Screening['matches'][number];
type NotComparable = NonNullable<Screening['not_comparable']>;
type Verb = Screening['allowed_actions'][number];
type Of = { readonly screening: Screening; readonly match: Match };

/** One screening: whom it is about, and each finding with the decision about it. */
export const Component = () => (
  <ResourcePage
    name="screening"
    title={() => t.screenings.screening}
    status={({ status }) => <Status status={status} />}
    facts={(screening) => ({
      [t.all.customer]: <CustomerLink of={screening} />,
      [t.screenings.searched]: <Time at={screening.screened_at} />,
      [t.screenings.versionOfTheLists]: screening.list_version && listText(screening.list_version),
    })}
  >
    {(screening) => (
      <>
        <Section
          title={t.all.details}
          details={{
            [t.all.id]: <CopyId value={screening.id} name={t.screenings.screeningId} />,
          }}
        />
        <Subject of={screening} />
        {screening.not_comparable && (
          <UnreadName screening={screening} finding={screening.not_comparable} />
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

/** The customer or the person who was searched for. One who was removed from the business is still in its screenings. */
const Subject = ({ of: { subject_id: id, customer_id } }: { readonly of: Screening }) => {
  const kind = id === customer_id ? 'customer' : 'person';
  const { data: subject } = useResource<'customer' | 'person'>(kind, id);
  return (
    <Section
      title={t.screenings.whoWasSearchedFor}
      description={t.screenings.compareThisWith}
      details={{
        [t.all.name]: <Go to={`/${places[kind]}/${id}`}>{subject ? subjectName(subject) : id}</Go>,
        ...(subject && statedBy(subject)),
      }}
    />
  );
};

/** The name of a list; the simulator's is no name. */
const listText = (list: string): string => (list === 'simulator' ? t.screenings.simulator : list);

const subjectName = (of: Customer | Person): string => ('type' in of ? nameOf(of) : personName(of));

const statedBy = (subject: Customer | Person): Details => {
  if ('type' in subject && subject.type === 'business')
    return { [t.all.countryOf]: countryText(subject.incorporation_country) };
  return {
    [t.all.dateOfBirth]: <Day on={subject.date_of_birth} />,
    [t.all.nationality]: countryText(subject.nationality),
    [t.all.roles]: 'roles' in subject && subject.roles.map(words).join(', '),
  };
};

/** An entry of a list, with what is decided about it. */
const Entry = ({ screening, match }: Of) => {
  const { list, entry_id, name, score, categories, url } = match;
  return (
    <Section
      title={name}
      actions={decisionsOf(screening, match, {
        thing: name,
        decided: { list, entry_id },
        meanings: { clear: t.screenings.theEntryIsAbout, confirm: t.screenings.theEntryIsAbout2 },
        success: t.screenings.theEntryIsOutcome,
      })}
      details={{
        [t.all.status]: <Status status={match.status} />,
        [t.screenings.list]: listText(list),
        [t.screenings.entry]: entry_id,
        [t.screenings.likeness]: `${Math.floor(score * 100)} %`,
        [t.all.about]: categories.map(words).join(', '),
        ...decisionDetails(match),
      }}
    >
      {url && (
        <Outside href={url}>{sentence(t.screenings.readEntryEntryIdAt, { entry_id })}</Outside>
      )}
    </Section>
  );
};

/** That no name could be compared with the lists, with what is decided about it. */
const UnreadName = ({
  screening,
  finding,
}: {
  readonly screening: Screening;
  readonly finding: NotComparable;
}) => (
  <Section
    title={t.screenings.nameNotComparable}
    description={t.screenings.searchTheListsYourself}
    actions={decisionsOf(screening, finding, {
      thing: t.screenings.nameNotComparable,
      decided: { finding: 'not_comparable' },
      meanings: {
        clear: t.screenings.noListHasThisSubject,
        confirm: t.screenings.aListHasThisSubject,
      },
      success: t.screenings.theNameIsOutcome,
    })}
    details={{
      [t.all.status]: <Status status={finding.status} />,
      [t.screenings.script]: finding.scripts.map(scriptText).join(', '),
      ...decisionDetails(finding),
    }}
  />
);

const decisionDetails = ({ decided_at, decided_by, reason }: Match | NotComparable): Details =>
  decided_at
    ? {
        [t.all.decided]: <Time at={decided_at} />,
        [t.all.decidedBy]: decided_by && <Actor actor={{ type: 'operator', id: decided_by }} />,
        [t.all.reason]: reason,
      }
    : {};

/** The object of a decision, and its texts for people. */
type Decided = {
  readonly thing: string;
  readonly decided:
    | { readonly list: string; readonly entry_id: string }
    | { readonly finding: 'not_comparable' };
  readonly meanings: Readonly<Record<Verb, string>>;
  readonly success: string;
};

const decisionsOf = (screening: Screening, { status }: Match | NotComparable, decided: Decided) =>
  screening.allowed_actions
    .filter((verb) => verbs[verb].outcome !== status)
    .map((verb) => <Decision key={verb} screening={screening} verb={verb} of={decided} />);

const verbs = {
  clear: { name: t.all.clear, outcome: 'cleared' },
  confirm: { name: t.screenings.confirm, outcome: 'confirmed' },
} as const;

type DecisionProps = { readonly screening: Screening; readonly verb: Verb; readonly of: Decided };

const Decision = ({
  screening,
  verb,
  of: { thing, decided, meanings, success },
}: DecisionProps) => {
  const { name, outcome } = verbs[verb];
  const [reason, setReason] = useState('');
  const { check, error } = useRequired(reason.trim() !== '', t.screenings.enterAReason);
  return (
    <ConfirmedAction
      route={`screenings.${verb}`}
      name={name}
      thing={thing}
      check={check}
      call={{
        params: { screening_id: screening.id },
        body: { ...decided, reason: reason.trim() },
        ifMatch: `"${screening.version}"`,
      }}
      success={filled(success, { outcome: inSentence(words(outcome)) })}
    >
      <div>{sentence(t.screenings.meaningYourNameIs, { meaning: meanings[verb] })}</div>
      <TextField
        type="lines"
        label={t.all.reason}
        hint={t.screenings.yourProgramsSeeIt}
        at="/reason"
        value={reason}
        error={error}
        onChange={setReason}
      />
    </ConfirmedAction>
  );
};
