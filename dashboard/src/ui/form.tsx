import {
  Box,
  Button,
  Form,
  FormField,
  Input,
  type InputProps,
  Multiselect,
  type MultiselectProps,
  Select,
  Textarea,
} from '@cloudscape-design/components';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../client/src/api-error.ts';
import type { ApiErrorItem } from '../../../functions/core/api-error.ts';
import type { AnswerOf, CallOf, RouteId } from '../api/client.ts';
import { useDenial } from '../api/environment.tsx';
import { itemsByField } from '../texts/errors.ts';
import { filled, inSentence, t } from '../texts/texts.ts';
import { words } from '../texts/words.ts';
import { ErrorAlert } from './error-alert.tsx';
import { type Done, type Sending, useChange } from './use-submit.ts';
import { Buttons, useGo } from './values.tsx';

/** The items of the last error, and the pointers of the fields that show some of them. */
const ErrorsContext = createContext({
  items: [] as readonly ApiErrorItem[],
  pointers: new Set<string>(),
});

/** Fields, each of which shows what is wrong with it; below them is what is wrong otherwise. */
export const Fields = ({
  error,
  children,
}: {
  readonly error: Error | null;
  readonly children: ReactNode;
}) => {
  const [pointers] = useState(() => new Set<string>());
  const items = error instanceof ApiError ? error.errors : [];
  return (
    <ErrorsContext value={{ items, pointers }}>
      <div className="fields">
        {children}
        {error && <ErrorAlert error={error} items={itemsByField(items, [...pointers]).others} />}
      </div>
    </ErrorsContext>
  );
};

/** What is wrong with fields, by their JSON pointers in the body. */
export const useFieldErrors = (own: readonly string[]): Readonly<Record<string, string>> => {
  const { items, pointers } = useContext(ErrorsContext);
  const joined = own.join('\n');
  useEffect(() => {
    const added = joined.split('\n').filter(Boolean);
    for (const one of added) pointers.add(one);
    return () => {
      for (const one of added) pointers.delete(one);
    };
  }, [pointers, joined]);
  return itemsByField(items, [...pointers, ...own]).fields;
};

type FormProps = {
  /** The route that it calls: a person whose role may not call it sees why. */
  readonly route: RouteId;
  readonly submit: string;
  /** Where Cancel leads. */
  readonly cancelTo?: string;
  readonly unable?: string | null;
  readonly children: ReactNode;
};

const focusFirstError = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();

/** A form that is sent by its button or by Enter; the first field with an error gets the focus. */
export const SubmitForm = (
  props: FormProps & { readonly sending: Sending; readonly onSubmit: () => void },
) => {
  const { route, submit, sending, onSubmit, cancelTo, children } = props;
  const go = useGo();
  const form = useRef<HTMLFormElement>(null);
  const unable = useDenial()(route) ?? props.unable ?? null;
  useEffect(() => {
    if (sending.error) focusFirstError(form.current);
  }, [sending.error]);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (sending.busy || unable !== null) return;
        onSubmit();
        // The errors that the form finds itself are drawn after this event.
        setTimeout(() => focusFirstError(form.current));
      }}
    >
      <Form
        actions={
          <Buttons>
            {cancelTo !== undefined && (
              <Button variant="link" formAction="none" onClick={() => go(cancelTo)}>
                {t.ui.cancel}
              </Button>
            )}
            <Button
              variant="primary"
              formAction="submit"
              loading={sending.busy}
              loadingText={t.ui.inProgress}
              disabled={unable !== null}
              {...(unable !== null && { disabledReason: unable })}
            >
              {submit}
            </Button>
          </Buttons>
        }
      >
        <Fields error={sending.error}>{children}</Fields>
      </Form>
    </form>
  );
};

/** A form that calls its route. */
export const RouteForm = <Id extends RouteId>(
  props: FormProps &
    Done<AnswerOf<Id>> & {
      readonly route: Id;
      /** The version that is changed: the one that the person saw first, also when it was read again since. */
      readonly version?: number;
      /** Undefined where something is missing. */
      readonly call: () => CallOf<Id> | undefined;
    },
) => {
  const { call, version: shown, success, onDone, ...form } = props;
  const [version] = useState(shown);
  const sending = useChange(props.route, { success, onDone });
  const submit = () => {
    const made = call();
    if (made)
      sending.submit({
        ...(made as object),
        ...(version !== undefined && { ifMatch: `"${version}"` }),
      } as CallOf<Id>);
  };
  return <SubmitForm {...form} sending={sending} onSubmit={submit} />;
};

/** What must be there before a question is sent: where it was missing, its field says so. */
export const useRequired = (isThere: boolean, text: string) => {
  const [wasMissing, setMissing] = useState(false);
  const check = () => {
    setMissing(!isThere);
    return isThere;
  };
  return { check, error: wasMissing && !isThere ? text : undefined };
};

/** What connects a field with what is typed into it. */
export type Typing = {
  readonly at: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** What is typed into a form, by its names; `field` connects a field with one of them, which is also its pointer. */
export const useTyped = <Typed extends object>(initial: Typed | (() => Typed)) => {
  const [typed, setTyped] = useState(initial);
  const change = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }));
  const field = <Name extends keyof Typed & string>(name: Name) => ({
    at: `/${name}`,
    value: typed[name],
    onChange: (value: Typed[Name]) => change({ [name]: value } as unknown as Partial<Typed>),
  });
  return { typed, change, field };
};

type Labelled = {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The pointer of its value in the body, or of each value that it decides. */
  readonly at?: string | readonly string[];
  /** What is wrong with it before it is sent. */
  readonly error?: string | undefined;
};

/** One field with its label, its hint and what is wrong with it. */
export const Field = ({
  label,
  hint,
  at = [],
  error,
  children,
}: Labelled & { readonly children: ReactNode }) => {
  const pointers = [at].flat();
  const errors = useFieldErrors(pointers);
  const [found] = pointers.flatMap((one) => errors[one] ?? []);
  return (
    <FormField label={label} constraintText={hint} errorText={error ?? found}>
      {children}
    </FormField>
  );
};

/** Fields below a heading of their own. */
export const FieldGroup = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) => (
  <fieldset className="group">
    <legend>
      <Box variant="h3" tagOverride="span">
        {title}
      </Box>
    </legend>
    {children}
  </fieldset>
);

/** A line of text, or several. */
export const TextField = (
  props: Labelled & {
    readonly value: string;
    readonly onChange: (value: string) => void;
    readonly type?: InputProps.Type | 'lines';
    readonly placeholder?: string;
    readonly inputMode?: InputProps.InputMode;
    readonly autoFocus?: boolean;
  },
) => {
  const {
    value,
    onChange,
    type = 'text',
    placeholder = '',
    inputMode,
    autoFocus = false,
    ...labelled
  } = props;
  const change = ({ detail }: { readonly detail: { readonly value: string } }) =>
    onChange(detail.value);
  return (
    <Field {...labelled}>
      {type === 'lines' ? (
        <Textarea value={value} onChange={change} />
      ) : (
        <Input
          {...{ value, type, placeholder, autoFocus }}
          autoComplete={false}
          {...(inputMode && { inputMode })}
          onChange={change}
        />
      )}
    </Field>
  );
};

/** So many choices are read at a glance; of more, one types to find one. */
const glance_max = 12;

/** The choices and, once it is typed, a value of a form that they do not have. */
const useOthers = <Option extends { readonly value?: string | undefined }>(
  known: readonly Option[],
  form?: RegExp,
) => {
  const [typed, setTyped] = useState('');
  const isOther = form?.test(typed) && !known.some(({ value }) => value === typed);
  return {
    other: isOther ? [{ value: typed, label: typed }] : [],
    onLoadItems: ({ detail }: { readonly detail: { readonly filteringText: string } }) =>
      setTyped(detail.filteringText.trim()),
  };
};

/** One of several values. */
export const ChoiceField = <Value extends string>(
  props: Labelled & {
    readonly value: Value | '';
    readonly options: readonly Choice<Value>[];
    /** The form of values that are not among the options. */
    readonly others?: RegExp | undefined;
    readonly onChange: (value: Value) => void;
  },
) => {
  const { value, options, others, onChange, ...labelled } = props;
  const { other, onLoadItems } = useOthers(options, others);
  const all = [...options, ...other];
  return (
    <Field {...labelled}>
      <Select
        options={all}
        placeholder={t.ui.choose}
        filteringType={options.length > glance_max ? 'auto' : 'none'}
        filteringAriaLabel={filled(t.ui.findName, { name: inSentence(labelled.label) })}
        selectedOption={
          options.find((one) => one.value === value) ??
          (value === '' ? null : { value, label: value })
        }
        onLoadItems={onLoadItems}
        onChange={({ detail }) => onChange(detail.selectedOption.value as Value)}
      />
    </Field>
  );
};

/** Choices of the values of the API, in words. */
export const optionsOf = <Value extends string>(
  values: readonly Value[],
  text: (value: Value) => string = words,
) => values.map((value) => ({ value, label: text(value) }));

type Named = { readonly label: string; readonly description?: string };
type Choice<Value extends string> = Named & { readonly value: Value };

/** Choices as the message files list them: by its value each label, or a label with its description. */
export const choicesOf = <Value extends string>(
  texts: Readonly<Partial<Record<Value, string | Named>>>,
): readonly Choice<Value>[] =>
  (Object.entries(texts) as [Value, string | Named][]).map(([value, text]) => ({
    value,
    ...(typeof text === 'string' ? { label: text } : text),
  }));

/** Several values of a list. */
export const ChoicesField = (
  props: Labelled & {
    readonly value: readonly string[];
    readonly options: MultiselectProps.Options;
    /** The form of values that are not among the options. */
    readonly others?: RegExp | undefined;
    readonly onChange: (value: string[]) => void;
  },
) => {
  const { value, options, others, onChange, ...labelled } = props;
  const known = options.flatMap((one): readonly MultiselectProps.Option[] =>
    'options' in one ? one.options : [one],
  );
  const { other, onLoadItems } = useOthers(known, others);
  const name = inSentence(labelled.label);
  return (
    <Field {...labelled}>
      <Multiselect
        options={[...options, ...other]}
        selectedOptions={value.map(
          (one) => known.find((option) => option.value === one) ?? { value: one, label: one },
        )}
        placeholder={filled(t.ui.chooseName, { name })}
        filteringType="auto"
        filteringAriaLabel={filled(t.ui.findName, { name })}
        onLoadItems={onLoadItems}
        onChange={({ detail }) =>
          onChange(detail.selectedOptions.flatMap((option) => option.value ?? []))
        }
      />
    </Field>
  );
};
