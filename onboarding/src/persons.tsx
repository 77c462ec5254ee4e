import { useRef, useState } from 'react';
import { type Submission, submissionOf } from '../../dashboard/src/api/submission.ts';
import {
  type PersonRole,
  personRoles,
  significantPersons,
} from '../../functions/identity/customers/persons.ts';
import type { Person, PersonCreate } from './api.ts';
import { newKey } from './browser.ts';
import {
  fieldsOf,
  patchOf,
  type Values,
  valuesOf,
  withoutCompletion,
  withReadName,
} from './fields.ts';
import { FieldsForm } from './form.tsx';
import type { Shared } from './page.ts';
import { Button, Checks, TextField } from './parts.tsx';
import { filled } from './texts/filled.ts';
import { isTyped, useTyped } from './typed.ts';

type Of = Shared & { readonly person: Person };

/** The persons of a business, with what is missing of them, and the declaration of its owners. */
export const Persons = (shared: Shared) => {
  const { texts, state } = shared;
  const [adding, setAdding] = useState(() => isTyped('new'));
  if (state.type !== 'business' || !isAsked(state)) return null;
  const codes = new Set(state.requirements.currently_due.map(({ code }) => code));
  return (
    <section aria-labelledby="persons">
      <h2 id="persons">{texts.persons}</h2>
      <p className="hint">{texts.personsHint}</p>
      <ul>
        {(['representative', 'controller'] as const).map(
          (role) => codes.has(`persons.${role}`) && <li key={role}>{texts.needed[role]}</li>,
        )}
      </ul>
      {state.persons.map((person) => (
        <PersonView key={person.id} {...shared} person={person} />
      ))}
      {state.editable_fields.includes('persons') &&
        (adding ? (
          <PersonForm {...shared} onDone={() => setAdding(false)} />
        ) : (
          <Button quiet onPress={() => setAdding(true)}>
            {texts.addPerson}
          </Button>
        ))}
      {codes.has('persons.owners_declared') && <Declaration {...shared} />}
    </section>
  );
};

const isAsked = ({ persons, editable_fields }: Shared['state']): boolean =>
  persons.some((one) => one.editable_fields.length > 0) ||
  editable_fields.some((name) => name === 'persons' || name === 'owners_declared');

/** The name of a person. */
export const personName = ({ first_name, last_name }: Person): string =>
  [first_name, last_name].filter(Boolean).join(' ');

const PersonView = ({ person, ...shared }: Of) => {
  const { texts, state } = shared;
  const [changing, setChanging] = useState(() => isTyped(person.id));
  const missing = new RegExp(`^persons\\.${person.id}\\.(?!document)`);
  const isMissing = state.requirements.currently_due.some(({ code }) => missing.test(code));
  const share = person.ownership_percent === null ? '' : ` (${person.ownership_percent} %)`;
  return (
    <div className="person">
      <h3>{personName(person)}</h3>
      <p>
        {person.roles.map((role) => texts.roles[role]).join(', ')}
        {share}
      </p>
      {isMissing || changing ? (
        <PersonForm {...shared} person={person} onDone={() => setChanging(false)} />
      ) : (
        person.editable_fields.length > 0 && (
          <Button quiet onPress={() => setChanging(true)}>
            {filled(texts.changePerson, { name: personName(person) })}
          </Button>
        )
      )}
    </div>
  );
};

/** All of a new person; of one that there is, what can be changed. */
const PersonForm = ({
  person,
  onDone,
  ...shared
}: Shared & { readonly person?: Person; readonly onDone: () => void }) => {
  const { api, texts, onState } = shared;
  const last = useRef<Submission | null>(null);
  const id = person?.id ?? 'new';
  const [roles, setRoles] = useTyped<readonly PersonRole[]>(`${id} roles`, person?.roles ?? []);
  const [share, setShare] = useTyped(`${id} share`, person?.ownership_percent?.toString() ?? '');
  const editable = person?.editable_fields ?? everything;
  const isOwner = roles.includes('owner') && editable.includes('ownership_percent');
  const kept = editable.includes('ownership_percent') ? null : (person?.ownership_percent ?? null);
  // The name is enough for a person by whom the business is not known.
  const isKnownBy =
    significantPersons([{ roles, ownership_percent: isOwner ? percentOf(share) : kept }]).length >
    0;
  const asked = editable.filter(
    (name) => name !== 'latin_name' || needsLatinName(shared.state, person),
  );
  const fields = withoutCompletion(
    fieldsOf(isKnownBy ? asked : asked.filter((name) => name.endsWith('_name'))),
  );
  const own = person ? valuesOf(person) : {};
  const read = withReadName(own, shared.state.requirements.currently_due, `persons.${id}`);
  const send = async (values: Values) => {
    const more = {
      ...(editable.includes('roles') && { roles: [...roles] }),
      ...(editable.includes('ownership_percent') && {
        ownership_percent: isOwner ? percentOf(share) : null,
      }),
    };
    const body = { ...patchOf(fields, values), ...more };
    last.current = submissionOf(last.current, body, newKey);
    const next = person
      ? await api.changePerson(person.id, body)
      : await api.add(body as PersonCreate, last.current.key);
    onState(next, texts.saved);
    onDone();
  };
  return (
    <FieldsForm
      {...{ ...shared, fields, name: id, submit: texts.savePerson, send }}
      initial={read.values}
      emptyOfMore={[
        ...(editable.includes('roles') && roles.length === 0 ? ['/roles'] : []),
        ...(isOwner && share.trim() === '' ? ['/ownership_percent'] : []),
      ]}
      more={(errors) => (
        <>
          {read.isRead && <p className="hint">{texts.nameWasRead}</p>}
          {editable.includes('roles') && (
            <Checks
              {...{
                id: `${id}-roles`,
                legend: texts.rolesOf,
                value: roles,
                error: errors['/roles'],
              }}
              options={personRoles
                .filter((role) => role !== 'owner' || editable.includes('ownership_percent'))
                .map((role) => [role, texts.roles[role]])}
              onChange={setRoles}
            />
          )}
          {isOwner && (
            <TextField
              {...{
                id: `${id}-share`,
                label: texts.share,
                value: share,
                error: errors['/ownership_percent'],
              }}
              onChange={setShare}
            />
          )}
        </>
      )}
    />
  );
};

/** Whether a name in Latin letters is asked of a person, or there already. */
const needsLatinName = ({ requirements }: Shared['state'], person: Person | undefined): boolean =>
  person !== undefined &&
  (person.latin_name !== null ||
    requirements.currently_due.some(({ code }) => code === `persons.${person.id}.latin_name`));

const everything = [
  ...['roles', 'ownership_percent', 'first_name', 'middle_name', 'last_name'],
  ...['date_of_birth', 'nationality', 'address'],
];

/** The API rejects a text that is no number, beside its field. */
const percentOf = (typed: string): number =>
  Number(typed.trim().replace(',', '.').replace('%', ''));

const Declaration = (shared: Shared) => {
  const { texts } = shared;
  const [declared, setDeclared] = useState<readonly 'yes'[]>([]);
  return (
    <FieldsForm
      {...{ ...shared, fields: [], initial: {}, name: 'owners', submit: texts.declare }}
      emptyOfMore={declared.length === 0 ? ['/owners_declared'] : []}
      more={(errors) => (
        <Checks
          {...{
            id: 'owners',
            legend: texts.owners,
            value: declared,
            error: errors['/owners_declared'],
          }}
          options={[['yes', texts.ownersDeclared]]}
          onChange={setDeclared}
        />
      )}
      send={async () =>
        shared.onState(await shared.api.change({ owners_declared: true }), texts.saved)
      }
    />
  );
};
