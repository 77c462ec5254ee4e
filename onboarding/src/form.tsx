import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { countriesIn } from './countries.ts';
import { dayOf, dayText } from './days.ts';
import { type Field, isRequired, type Values } from './fields.ts';
import { isStale, type Shared } from './page.ts';
import { ChoiceField, Problem, TextField } from './parts.tsx';
import { filled } from './texts/filled.ts';
import { errorText, fieldErrorsOf } from './texts/language.ts';
import { forgetTyped, useTyped } from './typed.ts';

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
    dates,
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
  const [typed, setTyped] = useTyped<Values>(name, {});
  const values = { ...initial, ...dayTexts(fields, initial, dates), ...typed };
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useFocusOnError(errors);
  const example = dayText(exampleDay, dates);
  const save = async () => {
    const empty = fields.filter(
      (field) => isRequired(field, values) && !values[field.pointer]?.trim(),
    );
    const days = daysIn(fields, values, dates);
    const found = {
      ...Object.fromEntries(
        [...emptyOfMore, ...empty.map(({ pointer }) => pointer)].map((pointer) => [
          pointer,
          texts.items.required,
        ]),
      ),
      ...Object.fromEntries(
        days.wrong.map((pointer) => [pointer, filled(texts.items.day, { example })]),
      ),
    };
    setErrors(found);
    setFailed(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await send({ ...values, ...days.read });
      forgetTyped(name);
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
          {...{ name, field, countries, texts, dates, values, error: errors[field.pointer] }}
          onChange={(value) => setTyped({ ...typed, [field.pointer]: value })}
        />
      ))}
      <button type="submit" className="button" aria-disabled={busy}>
        {submit}
      </button>
    </form>
  );
};

const FormField = (
  props: Pick<Shared, 'texts' | 'dates'> & {
    readonly name: string;
    readonly field: Field;
    readonly countries: readonly (readonly [string, string])[];
    readonly values: Values;
    readonly error: string | undefined;
    readonly onChange: (value: string) => void;
  },
) => {
  const { name: of, field, countries, texts, dates, values, error, onChange } = props;
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
  if (kind !== 'date') return <TextField {...shared} />;
  const hint = filled(texts.dateHint, { example: dayText(exampleDay, dates) });
  return (
    <TextField
      {...shared}
      hint={hint}
      onLeave={() => {
        const day = dayOf(shared.value, dates);
        // A person sees which month was understood.
        if (day) onChange(dayText(day, dates));
      }}
    />
  );
};

const exampleDay = '1990-04-23';

/** The days among stored values in words. */
const dayTexts = (fields: readonly Field[], values: Values, dates: Shared['dates']): Values =>
  Object.fromEntries(
    fields
      .filter(({ kind, pointer }) => kind === 'date' && values[pointer])
      .map(({ pointer }) => [pointer, dayText(values[pointer] ?? '', dates)]),
  );

/** The days among the typed texts as the API takes them, and the fields of which the text is none. */
const daysIn = (fields: readonly Field[], values: Values, dates: Shared['dates']) => {
  const read: Record<string, string> = {};
  const wrong: string[] = [];
  for (const { pointer } of fields.filter(({ kind }) => kind === 'date')) {
    const typed = values[pointer]?.trim();
    if (!typed) continue;
    const day = dayOf(typed, dates);
    if (day) read[pointer] = day;
    else wrong.push(pointer);
  }
  return { read, wrong };
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
