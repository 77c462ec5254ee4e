import { type ReactNode, useEffect, useRef } from 'react';

/** A button that keeps its place while it is busy. */
export const Button = (props: {
  readonly children: ReactNode;
  readonly busy?: boolean;
  readonly quiet?: boolean;
  readonly onPress: () => void;
}) => {
  const { children, busy = false, quiet = false, onPress } = props;
  return (
    <button
      type="button"
      className={quiet ? 'quiet' : 'button'}
      aria-disabled={busy}
      onClick={() => !busy && onPress()}
    >
      {children}
    </button>
  );
};

/** The heading of the page; `focused` where it replaces what had the focus. */
export const Heading = ({
  children,
  focused = false,
}: {
  readonly children: ReactNode;
  readonly focused?: boolean;
}) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
};

/** The sentence about an error; screen readers read it at once. */
export const Problem = ({ text }: { readonly text: string }) => (
  <p className="problem" role="alert">
    {text}
  </p>
);

type FieldProps = {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
  /** Beside the label where the field may stay empty. */
  readonly optional?: string | undefined;
  /** Below the label: how to fill the field in. */
  readonly hint?: string | undefined;
  readonly onChange: (value: string) => void;
};

const describing = ({ id, error, hint }: Pick<FieldProps, 'id' | 'error' | 'hint'>) => {
  if (error !== undefined) return { 'aria-invalid': true, 'aria-describedby': `${id}-error` };
  return hint === undefined ? {} : { 'aria-describedby': `${id}-hint` };
};

const Labelled = ({
  id,
  label,
  error,
  optional,
  hint,
  children,
}: FieldProps & { readonly children: ReactNode }) => (
  <div className="field">
    <label htmlFor={id}>
      {label}
      {optional && <span className="optional"> ({optional})</span>}
    </label>
    {hint !== undefined && (
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    {children}
    {error !== undefined && (
      <p className="field-error" id={`${id}-error`}>
        {error}
      </p>
    )}
  </div>
);

/** A text. */
export const TextField = (
  props: FieldProps & { readonly autoComplete?: string; readonly onLeave?: () => void },
) => (
  <Labelled {...props}>
    <input
      id={props.id}
      type="text"
      value={props.value}
      autoComplete={props.autoComplete}
      required={props.optional === undefined}
      onChange={({ target }) => props.onChange(target.value)}
      onBlur={props.onLeave}
      {...describing(props)}
    />
  </Labelled>
);

/** One of several values. */
export const ChoiceField = (
  props: FieldProps & {
    readonly options: readonly (readonly [value: string, text: string])[];
    /** Stands where nothing is chosen. */
    readonly empty?: string;
    readonly autoComplete?: string;
  },
) => (
  <Labelled {...props}>
    <select
      id={props.id}
      value={props.value}
      autoComplete={props.autoComplete}
      onChange={({ target }) => props.onChange(target.value)}
      {...describing(props)}
    >
      {props.empty !== undefined && <option value="">{props.empty}</option>}
      {props.options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </Labelled>
);

/** Several of a few values. */
export const Checks = <Value extends string>(props: {
  readonly id: string;
  readonly legend: string;
  readonly value: readonly Value[];
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly error?: string | undefined;
  readonly onChange: (value: readonly Value[]) => void;
}) => {
  const { id, legend, value, options, error, onChange } = props;
  return (
    <fieldset className="field">
      <legend>{legend}</legend>
      {options.map(([one, text]) => (
        <label key={one} className="check">
          <input
            type="checkbox"
            checked={value.includes(one)}
            onChange={({ target }) =>
              onChange(target.checked ? [...value, one] : value.filter((other) => other !== one))
            }
            {...describing({ id, error })}
          />
          {text}
        </label>
      ))}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
};
