import Button from '@cloudscape-design/components/button';
import Form from '@cloudscape-design/components/form';
import FormField from '@cloudscape-design/components/form-field';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { Refusal } from '../../../client/src/refusal.ts';
import { type ProblemFields, problemFields } from '../api/problem-fields.ts';
import type { Sending } from '../api/use-submit.ts';
import { ProblemAlert } from './problem.tsx';

/** The items of a refusal at their fields. */
export const fieldsOf = ({ problem }: Sending, pointers: readonly string[]): ProblemFields =>
  problemFields(problem instanceof Refusal ? problem.errors : [], pointers);

/** A form that is sent by its button or by Enter; what no field shows of a refusal stands above the button. */
export const SubmitForm = (props: {
  readonly submit: string;
  readonly sending: Sending;
  readonly found: ProblemFields;
  readonly onSubmit: () => void;
  readonly onCancel?: () => void;
  readonly unable?: string | null;
  readonly children: ReactNode;
}) => {
  const { submit, sending, found, onSubmit, onCancel, unable = null, children } = props;
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
            {onCancel && (
              <Button variant="link" formAction="none" onClick={onCancel}>
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
          {sending.problem && <ProblemAlert error={sending.problem} items={found.others} />}
        </SpaceBetween>
      </Form>
    </form>
  );
};

type Labelled = { readonly label: string; readonly hint?: ReactNode; readonly error?: string | undefined };

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
    <FormField label={label} {...(hint && { constraintText: hint })} {...(error && { errorText: error })}>
      <Input
        value={value}
        type={type}
        placeholder={placeholder}
        autoFocus={autoFocus}
        autoComplete={false}
        {...(inputMode && { inputMode })}
        onChange={({ detail }) => onChange(detail.value)}
      />
    </FormField>
  );
};

/** One of several values. */
export const ChoiceField = <Value extends string>(
  props: Labelled & {
    readonly value: Value | '';
    readonly options: readonly { readonly value: Value; readonly label: string; readonly description?: string }[];
    readonly onChange: (value: Value) => void;
    readonly placeholder?: string;
  },
) => {
  const { label, hint, error, value, options, onChange, placeholder = 'Choose' } = props;
  return (
    <FormField label={label} {...(hint && { constraintText: hint })} {...(error && { errorText: error })}>
      <Select
        options={options}
        placeholder={placeholder}
        selectedOption={options.find((one) => one.value === value) ?? null}
        onChange={({ detail }) => {
          const chosen = options.find((one) => one.value === detail.selectedOption.value);
          if (chosen) onChange(chosen.value);
        }}
      />
    </FormField>
  );
};
