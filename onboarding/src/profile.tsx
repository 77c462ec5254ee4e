import { useState } from 'react';
import { countriesIn } from './countries.ts';
import { dayText } from './days.ts';
import { type Field, fieldsOf, patchOf, valuesOf, withReadName } from './fields.ts';
import { FieldsForm } from './form.tsx';
import type { Shared } from './page.ts';
import { Button } from './parts.tsx';
import { isTyped } from './typed.ts';

const form = 'field';

/** The customer's own details: a form while some are missing, otherwise what they are. */
export const Details = (shared: Shared) => {
  const { texts, state } = shared;
  const [changing, setChanging] = useState(() => isTyped(form));
  const isMissing = state.requirements.currently_due.some(({ code }) =>
    code.startsWith('profile.'),
  );
  if (fieldsOf(state.editable_fields, state.type).length === 0) return null;
  return (
    <section aria-labelledby="details">
      <h2 id="details">{state.type === 'business' ? texts.businessDetails : texts.details}</h2>
      {isMissing || changing ? (
        <DetailsForm {...shared} onSaved={() => setChanging(false)} />
      ) : (
        <>
          <Summary {...shared} />
          <Button quiet onPress={() => setChanging(true)}>
            {texts.change}
          </Button>
        </>
      )}
    </section>
  );
};

const Summary = ({ texts, state, language, dates }: Shared) => {
  const values = state.profile ? valuesOf(state.profile) : {};
  const countries = new Map(countriesIn(language));
  const shown = fieldsOf(state.editable_fields, state.type).filter(
    ({ pointer }) => values[pointer],
  );
  const shownAs = (kind: Field['kind'], value: string) => {
    if (kind === 'date') return dayText(value, dates);
    return kind === 'country' ? countries.get(value) : value;
  };
  return (
    <dl>
      {shown.map(({ name, pointer, kind }) => (
        <div key={pointer}>
          <dt>{texts.fields[name]}</dt>
          <dd>{shownAs(kind, values[pointer] ?? '')}</dd>
        </div>
      ))}
    </dl>
  );
};

const DetailsForm = ({ onSaved, ...shared }: Shared & { readonly onSaved: () => void }) => {
  const { api, texts, state, onState } = shared;
  const fields = fieldsOf(state.editable_fields, state.type);
  const own = state.profile ? valuesOf(state.profile) : {};
  const { values, isRead } = withReadName(own, state.requirements.currently_due, 'profile');
  return (
    <FieldsForm
      {...{ ...shared, fields, name: form, submit: texts.save, initial: values }}
      more={() => isRead && <p className="hint">{texts.nameWasRead}</p>}
      send={async (values) => {
        onState(await api.change(patchOf(fields, values)), texts.saved);
        onSaved();
      }}
    />
  );
};
