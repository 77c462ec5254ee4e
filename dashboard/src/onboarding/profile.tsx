import { useEffect, useMemo, useRef, useState } from 'react';
import { countriesIn } from './countries.ts';
import { type Field, fieldsOf, isRequired, patchOf, type Values, valuesOf } from './fields.ts';
import { isStale, type Shared } from './page.ts';
import { Button, ChoiceField, Problem, TextField } from './parts.tsx';
import { errorText, fieldErrorsOf } from './texts/language.ts';

/** The customer's own details: a form while some are missing, otherwise what they are. */
export const Details = (shared: Shared) => {
  const { texts, state } = shared;
  const [changing, setChanging] = useState(false);
  const isMissing = state.requirements.currently_due.some(({ code }) => code.startsWith('profile.'));
  if (state.editable_fields.length === 0) return null;
  return (
    <section aria-labelledby="details">
      <h2 id="details">{texts.details}</h2>
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

const Summary = ({ texts, state, language }: Shared) => {
  const values = state.profile ? valuesOf(state.profile) : {};
  const countries = new Map(countriesIn(language));
  const shown = fieldsOf(state.editable_fields).filter(({ pointer }) => values[pointer]);
  return (
    <dl>
      {shown.map(({ name, pointer, kind }) => (
        <div key={pointer}>
          <dt>{texts.fields[name]}</dt>
          <dd>{kind === 'country' ? countries.get(values[pointer] ?? '') : values[pointer]}</dd>
        </div>
      ))}
    </dl>
  );
};

const DetailsForm = ({ onSaved, ...shared }: Shared & { readonly onSaved: () => void }) => {
  const { api, texts, language, state, onState, onStale } = shared;
  const fields = fieldsOf(state.editable_fields);
  const countries = useMemo(() => countriesIn(language), [language]);
  const [values, setValues] = useState<Values>(() => (state.profile ? valuesOf(state.profile) : {}));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useFocusOnError(errors);
  const save = async () => {
    const empty = fields.filter((field) => isRequired(field, values) && !values[field.pointer]?.trim());
    setErrors(Object.fromEntries(empty.map(({ pointer }) => [pointer, texts.items.required])));
    setFailed(null);
    if (empty.length > 0) return;
    setBusy(true);
    try {
      onState(await api.change(patchOf(fields, values)), texts.saved);
      onSaved();
    } catch (error) {
      if (isStale(error)) return onStale();
      setErrors(fieldErrorsOf(texts, error));
      setFailed(errorText(texts, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {failed !== null && <Problem text={failed} />}
      {fields.map((field) => (
        <FormField
          key={field.pointer}
          {...{ field, countries, texts, values, error: errors[field.pointer] }}
          onChange={(value) => setValues({ ...values, [field.pointer]: value })}
        />
      ))}
      <button type="submit" className="button" aria-disabled={busy}>
        {texts.save}
      </button>
    </form>
  );
};

const FormField = (
  props: Pick<Shared, 'texts'> & {
    readonly field: Field;
    readonly countries: readonly (readonly [string, string])[];
    readonly values: Values;
    readonly error: string | undefined;
    readonly onChange: (value: string) => void;
  },
) => {
  const { field, countries, texts, values, error, onChange } = props;
  const { name, pointer, kind, autoComplete } = field;
  const shared = {
    ...{ id: `field${pointer.replaceAll('/', '-')}`, label: texts.fields[name], value: values[pointer] ?? '' },
    ...{ error, onChange, optional: isRequired(field, values) ? undefined : texts.optional },
    ...(autoComplete !== undefined && { autoComplete }),
  };
  if (kind === 'country') return <ChoiceField {...shared} options={countries} empty={texts.choose} />;
  return <TextField {...shared} {...(kind === 'date' && { type: 'date' })} />;
};

/** Leads to the first field that is wrong. */
const useFocusOnError = (errors: Readonly<Record<string, string>>) => {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);
  return form;
};
