import { AttributeEditor, FormField, Input } from '@cloudscape-design/components';
import { filled, t } from '../texts/texts.ts';
import { FieldGroup, useFieldErrors } from './form.tsx';
import { isRepeated, type Pair, pairPointer, pairPointers } from './pairs.ts';

/** Names and values, line by line. */
export const PairsField = (props: {
  readonly label: string;
  readonly hint: string;
  /** What one of them is called: “header”. */
  readonly one: string;
  /** Their pointer in the body. */
  readonly pointer: string;
  readonly pairs: readonly Pair[];
  /** Masked values are removed unless they are typed again. */
  readonly removes?: boolean;
  readonly onChange: (pairs: readonly Pair[]) => void;
}) => {
  const { label, hint, one, pointer, pairs, removes = false, onChange } = props;
  const errors = useFieldErrors(pairPointers(pointer, pairs));
  const placeholderOf = (mask: string) =>
    removes ? t.ui.enterItAgain : filled(t.ui.keepMask, { mask });
  const put = (at: number, part: Partial<Pair>) =>
    onChange(pairs.map((pair, position) => (position === at ? { ...pair, ...part } : pair)));
  const problemOf = (pair: Pair, at: number) =>
    isRepeated(pairs, at) ? t.ui.thisNameIsAlready : errors[pairPointer(pointer, pair)];
  return (
    <FieldGroup title={label}>
      <FormField stretch constraintText={hint} errorText={errors[pointer] ?? ''}>
        <AttributeEditor
          items={pairs}
          empty={t.all.none}
          addButtonText={filled(t.ui.addOne, { one })}
          removeButtonText={t.all.remove}
          removeButtonAriaLabel={({ name }) =>
            filled(t.ui.removeName, { name: name || filled(t.ui.thisOne, { one }) })
          }
          definition={[
            {
              label: t.all.name,
              // The name of a masked value cannot change: the value would be lost.
              control: ({ name, kept }, at) => (
                <Input
                  value={name}
                  autoComplete={false}
                  readOnly={kept !== undefined}
                  onChange={({ detail }) => put(at, { name: detail.value })}
                />
              ),
              errorText: problemOf,
            },
            {
              label: t.ui.value,
              control: ({ value, kept }, at) => (
                <Input
                  value={value}
                  autoComplete={false}
                  placeholder={kept === undefined ? '' : placeholderOf(kept)}
                  onChange={({ detail }) => put(at, { value: detail.value })}
                />
              ),
            },
          ]}
          onAddButtonClick={() => onChange([...pairs, { name: '', value: '' }])}
          onRemoveButtonClick={({ detail }) =>
            onChange(pairs.filter((_, at) => at !== detail.itemIndex))
          }
        />
      </FormField>
    </FieldGroup>
  );
};

/** The business's own pairs of a thing. */
export const MetadataField = (
  props: Pick<Parameters<typeof PairsField>[0], 'pairs' | 'onChange'>,
) => (
  <PairsField
    label={t.all.metadata}
    hint={t.ui.yourOwnNamesAnd}
    one={t.ui.pair}
    pointer="/metadata"
    {...props}
  />
);
