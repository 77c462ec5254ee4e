import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { countriesIn } from './countries.ts';
import { type Field, isRequired, type Values } from './fields.ts';
import { isStale, type Shared } from './page.ts';
import { ChoiceField, Problem, TextField } from './parts.tsx';
import { errorText, fieldErrorsOf } from './texts/language.ts';

/** A form of fields: what is empty or rejected is said beside its field, which gets the focus. */
export const FieldsForm = (
  props: Shared & {
    /** Begins the ids of its fields: a page may have several forms. */
    readonly name: string;
    readonly fields: readonly Field[];
    readonly initial: Values;
    /** Other questions of the form; they get the errors by pointer. */
    readonly more?: (errors: Readonly<Record<string, string>>) => ReactNode;
    readonly emptyOfMore?: readonly string[];
    readonly submit: string;
    /** Sends what was typed; throws what the API rejects. */
    readonly send: (values: Values) => Promise<void>;
  },
) => {
  const {
    texts,
    language,
    onStale,
    name,
    fields,
    initial,
    more,
    emptyOfMore = [],
    submit,
    send,
  } = props;
  const countries = useMemo(() => countriesIn(language), [language]);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useFocusOnError(errors);
  const save = async () => {
    const empty = fields.filter(
      (field) => isRequired(field, values) && !values[field.pointer]?.trim(),
    );
    const pointers = [...emptyOfMore, ...empty.map(({ pointer }) => pointer)];
    setErrors(Object.fromEntries(pointers.map((pointer) => [pointer, texts.items.required])));
    setFailed(null);
    if (pointers.length > 0) return;
    setBusy(true);
    try {
      await send(values);
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
        if (!busy) save();
      }}
    >
      {failed !== null && <Problem text={failed} />}
      {more?.(errors)}
      {fields.map((field) => (
        <FormField
          key={field.pointer}
          {...{ name, field, countries, texts, values, error: errors[field.pointer] }}
          onChange={(value) => setValues({ ...values, [field.pointer]: value })}
        />
      ))}
      <button type="submit" className="button" aria-disabled={busy}>
        {submit}
      </button>
    </form>
  );
};

const FormField = (
  props: Pick<Shared, 'texts'> & {
    readonly name: string;
    readonly field: Field;
    readonly countries: readonly (readonly [string, string])[];
    readonly values: Values;
    readonly error: string | undefined;
    readonly onChange: (value: string) => void;
  },
) => {
  const { name: of, field, countries, texts, values, error, onChange } = props;
  const { name, pointer, kind, autoComplete } = field;
  const shared = {
    ...{
      id: `${of}${pointer.replaceAll('/', '-')}`,
      label: texts.fields[name],
      value: values[pointer] ?? '',
    },
    ...{ error, onChange, optional: isRequired(field, values) ? undefined : texts.optional },
    ...(autoComplete !== undefined && { autoComplete }),
  };
  if (kind === 'country')
    return <ChoiceField {...shared} options={countries} empty={texts.choose} />;
  return <TextField {...shared} {...(kind === 'date' && { type: 'date' })} />;
};

/** Leads to the first field that is wrong. */
const useFocusOnError = (errors: Readonly<Record<string, string>>) => {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);
  return form;
};
