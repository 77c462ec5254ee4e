import { X } from 'lucide-react';
import { type HTMLInputTypeAttribute, useState } from 'react';
import { filled, inSentence, t } from '../texts/texts.ts';
import { words } from '../texts/words.ts';
import { Field, inputPropsOf, type Labelled, useChanged } from './field.tsx';
import { Picker } from './picker.tsx';
import type { PickerOption } from './picker-list.tsx';

type InputMode = 'text' | 'decimal' | 'numeric';

/** A line of text, or several. */
export const TextField = (
  props: Labelled & {
    readonly value: string;
    readonly onChange: (value: string) => void;
    readonly type?: HTMLInputTypeAttribute | 'lines';
    readonly placeholder?: string;
    readonly inputMode?: InputMode;
    readonly autoFocus?: boolean;
  },
) => {
  const { value, onChange, type = 'text', placeholder, inputMode, autoFocus, ...labelled } = props;
  const change = ({ target }: { readonly target: { readonly value: string } }) =>
    onChange(target.value);
  return (
    <Field {...labelled}>
      {(control) =>
        type === 'lines' ? (
          <textarea
            className="input"
            rows={3}
            {...inputPropsOf(control)}
            value={value}
            onChange={change}
          />
        ) : (
          <input
            className="input"
            {...inputPropsOf(control)}
            {...{ type, value, placeholder, inputMode }}
            // biome-ignore lint/a11y/noAutofocus: the address of the page names the field.
            autoFocus={autoFocus}
            autoComplete="off"
            onChange={change}
          />
        )
      }
    </Field>
  );
};

/** So many choices are read at a glance; of more, one types to find one. */
const glance_max = 12;

/**
 * The search among choices, where there are more than one reads at a glance, and the typed value
 * where it is not among them but has their form.
 */
const useSearch = (label: string, known: readonly PickerOption[], form?: RegExp) => {
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const isOther = form?.test(text) && !known.some(({ value }) => value === text);
  const search = {
    label: filled(t.ui.findName, { name: inSentence(label) }),
    value: typed,
    onChange: setTyped,
  };
  return {
    other: isOther ? [{ value: text, label: text }] : [],
    search: known.length > glance_max || form ? search : undefined,
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
  const { other, search } = useSearch(labelled.label, options, others);
  const chosen = options.find((one) => one.value === value);
  return (
    <Field {...labelled}>
      {(control) => (
        <Picker
          control={control}
          label={labelled.label}
          face={chosen?.label ?? (value || t.ui.choose)}
          options={[...options, ...other]}
          chosen={[value]}
          search={search}
          onChange={([next]) => onChange(next as Value)}
        />
      )}
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

/** Choices that can also be taken together. */
export type ChoiceGroup = { readonly label: string; readonly options: readonly PickerOption[] };

/** Several values of a list, each with its removal. */
export const ChoicesField = (
  props: Labelled & {
    readonly value: readonly string[];
    readonly options: readonly (PickerOption | ChoiceGroup)[];
    /** The form of values that are not among the options. */
    readonly others?: RegExp | undefined;
    readonly onChange: (value: string[]) => void;
  },
) => {
  const { value, options, others, onChange, ...labelled } = props;
  const changed = useChanged();
  const groups = options.filter((one) => 'options' in one);
  const listed = options.flatMap((one): readonly PickerOption[] =>
    'options' in one ? linesOf(one) : [one],
  );
  const { other, search } = useSearch(labelled.label, listed, others);
  const name = inSentence(labelled.label);
  const whole = groups.filter((one) => one.options.every((option) => value.includes(option.value)));
  const chosen = [...value, ...whole.map(groupKey)];
  const valuesOf = (key: string) =>
    groups.find((one) => groupKey(one) === key)?.options.map((option) => option.value) ?? [key];
  const choose = (next: readonly string[]) => {
    const added = next.filter((key) => !chosen.includes(key)).flatMap(valuesOf);
    const removed = chosen.filter((key) => !next.includes(key)).flatMap(valuesOf);
    onChange([...new Set([...value, ...added])].filter((one) => !removed.includes(one)));
  };
  return (
    <Field {...labelled}>
      {(control) => (
        <>
          <Picker
            control={control}
            label={labelled.label}
            several
            face={filled(t.ui.chooseName, { name })}
            options={[...listed, ...other]}
            chosen={chosen}
            search={search}
            onChange={choose}
          />
          {value.length > 0 && (
            <ul className="tokens" aria-label={labelled.label}>
              {value.map((one) => {
                const text = listed.find((option) => option.value === one)?.label ?? one;
                return (
                  <li key={one} className="chip" title={one}>
                    <span>{text}</span>
                    <button
                      type="button"
                      aria-label={filled(t.ui.removeName, { name: text })}
                      onClick={() => {
                        onChange(value.filter((other) => other !== one));
                        changed();
                      }}
                    >
                      <X size={14} aria-hidden />
                    </button>
                  </li>
                );
              })}
            </ul>
          )}
        </>
      )}
    </Field>
  );
};

/** No value of the API begins with a space. */
const groupKey = ({ label }: ChoiceGroup): string => ` ${label}`;

const linesOf = (group: ChoiceGroup): readonly PickerOption[] => [
  { value: groupKey(group), label: group.label, level: 'group' },
  ...group.options.map((one) => ({ ...one, level: 'member' as const })),
];
