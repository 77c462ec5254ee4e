import Button from '@cloudscape-design/components/button';
import Form from '@cloudscape-design/components/form';
import FormField from '@cloudscape-design/components/form-field';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import Multiselect, { type MultiselectProps } from '@cloudscape-design/components/multiselect';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { ApiError } from '../../../client/src/api-error.ts';
import type { RouteId } from '../api/client.ts';
import { useDenial } from '../api/environment.tsx';
import { type ItemsByField, itemsByField } from '../texts/errors.ts';
import { ErrorAlert } from './error-alert.tsx';
import type { Sending } from './use-submit.ts';
import { useGo } from './values.tsx';

/** The items of an error, sorted to the fields of a form. */
export const fieldErrors = ({ error }: Sending, pointers: readonly string[]): ItemsByField =>
  itemsByField(error instanceof ApiError ? error.errors : [], pointers);

/** A form that is sent by its button or by Enter; errors of no field are shown above the button. */
export const SubmitForm = (props: {
  /** The route that it calls: a person whose role may not call it sees why. */
  readonly route: RouteId;
  readonly submit: string;
  readonly sending: Sending;
  readonly found: ItemsByField;
  readonly onSubmit: () => void;
  /** Where Cancel leads. */
  readonly cancelTo?: string;
  readonly unable?: string | null;
  readonly children: ReactNode;
}) => {
  const { route, submit, sending, found, onSubmit, cancelTo, children } = props;
  const go = useGo();
  const unable = useDenial()(route) ?? props.unable ?? null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending.busy && unable === null) onSubmit();
      }}
    >
      <Form
        actions={
          <SpaceBetween direction="horizontal" size="xs">
            {cancelTo !== undefined && (
              <Button variant="link" formAction="none" onClick={() => go(cancelTo)}>
                Cancel
              </Button>
            )}
            <Button
              variant="primary"
              formAction="submit"
              loading={sending.busy}
              loadingText="In progress"
              disabled={unable !== null}
              {...(unable !== null && { disabledReason: unable })}
            >
              {submit}
            </Button>
          </SpaceBetween>
        }
      >
        <SpaceBetween size="m">
          {children}
          {sending.error && <ErrorAlert error={sending.error} items={found.others} />}
        </SpaceBetween>
      </Form>
    </form>
  );
};

type Labelled = { readonly label: string; readonly hint?: ReactNode; readonly error?: string | undefined };

/** One field with its label, its hint and what is wrong with it. */
export const Field = ({ label, hint, error, children }: Labelled & { readonly children: ReactNode }) => (
  <FormField label={label} constraintText={hint} errorText={error}>
    {children}
  </FormField>
);

/** A line of text. */
export const TextField = (
  props: Labelled & {
    readonly value: string;
    readonly onChange: (value: string) => void;
    readonly type?: InputProps.Type;
    readonly placeholder?: string;
    readonly inputMode?: InputProps.InputMode;
    readonly autoFocus?: boolean;
  },
) => {
  const { label, hint, error, value, onChange, type = 'text', placeholder = '', inputMode, autoFocus = false } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      <Input
        value={value}
        type={type}
        placeholder={placeholder}
        autoFocus={autoFocus}
        autoComplete={false}
        {...(inputMode && { inputMode })}
        onChange={({ detail }) => onChange(detail.value)}
      />
    </Field>
  );
};

/** One of several values. */
export const ChoiceField = <Value extends string>(
  props: Labelled & {
    readonly value: Value | '';
    readonly options: readonly { readonly value: Value; readonly label: string; readonly description?: string }[];
    readonly onChange: (value: Value) => void;
  },
) => {
  const { label, hint, error, value, options, onChange } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      <Select
        options={options}
        placeholder="Choose"
        selectedOption={options.find((one) => one.value === value) ?? null}
        onChange={({ detail }) => {
          const chosen = options.find((one) => one.value === detail.selectedOption.value);
          if (chosen) onChange(chosen.value);
        }}
      />
    </Field>
  );
};

/** Several values of a list. */
export const ChoicesField = (
  props: Labelled & {
    readonly value: readonly string[];
    readonly options: MultiselectProps.Options;
    readonly onChange: (value: string[]) => void;
  },
) => {
  const { label, hint, error, value, options, onChange } = props;
  const known = options.flatMap((one): readonly MultiselectProps.Option[] => ('options' in one ? one.options : [one]));
  const name = label.toLowerCase();
  return (
    <Field label={label} hint={hint} error={error}>
      <Multiselect
        options={options}
        selectedOptions={value.map((one) => known.find((option) => option.value === one) ?? { value: one, label: one })}
        placeholder={`Choose ${name}`}
        filteringType="auto"
        filteringAriaLabel={`Find ${name}`}
        onChange={({ detail }) => onChange(detail.selectedOptions.flatMap((option) => option.value ?? []))}
      />
    </Field>
  );
};
