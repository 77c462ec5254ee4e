import { X } from 'lucide-react';
import { useId } from 'react';
import { filled, t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { FieldError, FieldGroup, useChanged, useFieldErrors } from './field.tsx';
import { isRepeated, type Pair, pairPointer, pairPointers } from './pairs.ts';
import { Buttons } from './values.tsx';

/** Names and values, line by line. */
export const PairsField = (props: {
  readonly label: string;
  readonly hint: string;
  /** The name of one of them: “header”. */
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
  const changed = useChanged();
  const set = (next: readonly Pair[]) => {
    onChange(next);
    changed();
  };
  return (
    <FieldGroup title={label}>
      <div className="field-hint">{hint}</div>
      {pairs.map((pair, at) => (
        <PairLine
          // biome-ignore lint/suspicious/noArrayIndexKey: a pair is its place until it is sent.
          key={at}
          pair={pair}
          error={problemOf(pair, at)}
          placeholder={pair.kept === undefined ? undefined : placeholderOf(pair.kept)}
          removal={filled(t.ui.removeName, { name: pair.name || filled(t.ui.thisOne, { one }) })}
          onChange={(part) => put(at, part)}
          onRemove={() => set(pairs.filter((_, other) => other !== at))}
        />
      ))}
      {errors[pointer] && <FieldError>{errors[pointer]}</FieldError>}
      <Buttons>
        <Button onClick={() => set([...pairs, { name: '', value: '' }])}>
          {filled(t.ui.addOne, { one })}
        </Button>
      </Buttons>
    </FieldGroup>
  );
};

const PairLine = (props: {
  readonly pair: Pair;
  readonly error: string | undefined;
  readonly placeholder: string | undefined;
  /** The name of the button that removes it. */
  readonly removal: string;
  readonly onChange: (part: Partial<Pair>) => void;
  readonly onRemove: () => void;
}) => {
  const { pair, error, placeholder, removal, onChange, onRemove } = props;
  const id = useId();
  const [nameId, valueId, errorId] = [`${id}-name`, `${id}-value`, `${id}-error`];
  return (
    <div className="pair">
      <div className="field">
        <label htmlFor={nameId}>{t.all.name}</label>
        <input
          id={nameId}
          className="input"
          value={pair.name}
          autoComplete="off"
          // The name of a masked value cannot change: the value would be lost.
          readOnly={pair.kept !== undefined}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error && errorId}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </div>
      <div className="field">
        <label htmlFor={valueId}>{t.ui.value}</label>
        <input
          id={valueId}
          className="input"
          value={pair.value}
          autoComplete="off"
          placeholder={placeholder}
          onChange={({ target }) => onChange({ value: target.value })}
        />
      </div>
      <button
        type="button"
        className="icon-button"
        aria-label={removal}
        title={removal}
        onClick={onRemove}
      >
        <X size={16} aria-hidden />
      </button>
    </div>
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
