import FormField from '@cloudscape-design/components/form-field';
import Multiselect from '@cloudscape-design/components/multiselect';
import { useMemo } from 'react';
import { eventSummaries } from '../../../../functions/contract/event-summaries.ts';

const names = Object.keys(eventSummaries);

/** Which events a webhook is told of: all, those of a noun, or single ones. */
export const EventTypesField = (props: {
  readonly value: readonly string[];
  readonly error?: string | undefined;
  readonly onChange: (value: readonly string[]) => void;
}) => {
  const { value, error, onChange } = props;
  const options = useMemo(() => optionsOf(), []);
  const known = options.flatMap((one) => ('options' in one ? one.options : [one]));
  return (
    <FormField
      label="Event types"
      constraintText="All events, all events of one resource, or single events."
      {...(error && { errorText: error })}
    >
      <Multiselect
        options={options}
        selectedOptions={value.map((one) => known.find((option) => option.value === one) ?? { value: one, label: one })}
        placeholder="Choose event types"
        filteringType="auto"
        filteringAriaLabel="Find event types"
        onChange={({ detail }) =>
          onChange(
            chosen(
              detail.selectedOptions.flatMap((option) => option.value ?? []),
              value,
            ),
          )
        }
      />
    </FormField>
  );
};

/** All and single ones exclude each other: what was chosen last holds. */
const chosen = (next: readonly string[], before: readonly string[]): readonly string[] => {
  if (next.includes('*') && !before.includes('*')) return ['*'];
  return next.length > 1 ? next.filter((one) => one !== '*') : next;
};

const optionsOf = () => {
  const nouns = [...new Set(names.map((name) => name.slice(0, name.indexOf('.'))))];
  return [
    { value: '*', label: 'All events', description: '*' },
    ...nouns.map((noun) => ({
      label: noun,
      options: [
        { value: `${noun}.*`, label: `${noun}.*`, description: `Every ${noun} event` },
        ...names
          .filter((name) => name.startsWith(`${noun}.`))
          .map((name) => ({
            value: name,
            label: name,
            description: eventSummaries[name as keyof typeof eventSummaries],
          })),
      ],
    })),
  ];
};
