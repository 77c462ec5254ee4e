import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { ApiError } from '../../../client/src/api-error.ts';
import type { ApiErrorItem } from '../../../functions/core/api-error.ts';
import { itemsByField } from '../texts/errors.ts';
import { ErrorAlert } from './error-alert.tsx';

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
  const whole = useRef<HTMLDivElement>(null);
  const items = error instanceof ApiError ? error.errors : [];
  useEffect(() => {
    if (error) focusFirstError(whole.current);
  }, [error]);
  return (
    <ErrorsContext value={{ items, pointers }}>
      <div ref={whole} className="fields">
        {children}
        {error && <ErrorAlert error={error} items={itemsByField(items, [...pointers]).others} />}
      </div>
    </ErrorsContext>
  );
};

/** Moves the focus to the first field that says what is wrong with it. */
export const focusFirstError = (within: HTMLElement | null): void =>
  within?.querySelector<HTMLElement>(':is([aria-invalid="true"], [data-invalid="true"])')?.focus();

/** The errors of fields, by their JSON pointers in the body. */
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

/** Called when a field changes that is no element of the form, such as a list of choices. */
export const ChangedContext = createContext<() => void>(() => undefined);

/** Tells the form around a field that the field has changed. */
export const useChanged = (): (() => void) => useContext(ChangedContext);

/** The parts of a field besides its value. */
export type Labelled = {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The pointer of its value in the body, or of each value that it decides. */
  readonly at?: string | readonly string[];
  /** An error that is known before the form is sent. */
  readonly error?: string | undefined;
};

/** The attributes that connect a control with its label, its hint and its error. */
export type Control = {
  readonly id: string;
  readonly labelId: string;
  readonly 'aria-describedby'?: string;
  readonly invalid: boolean;
};

/** One field with its label, its hint and what is wrong with it. */
export const Field = (props: Labelled & { readonly children: (control: Control) => ReactNode }) => {
  const { label, hint, at = [], error, children } = props;
  const id = useId();
  const pointers = [at].flat();
  const errors = useFieldErrors(pointers);
  const [found] = pointers.flatMap((one) => errors[one] ?? []);
  const wrong = error ?? found;
  const [labelId, hintId, errorId] = [`${id}-label`, `${id}-hint`, `${id}-error`];
  const described = [wrong && errorId, hint && hintId].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label id={labelId} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        labelId,
        invalid: Boolean(wrong),
        ...(described !== '' && { 'aria-describedby': described }),
      })}
      {wrong && <FieldError id={errorId}>{wrong}</FieldError>}
      {hint && (
        <div id={hintId} className="field-hint">
          {hint}
        </div>
      )}
    </div>
  );
};

/** The error of a field. */
export const FieldError = (props: { readonly id?: string; readonly children: ReactNode }) => (
  <div id={props.id} className="field-error">
    {props.children}
  </div>
);

/** Fields below a heading of their own. */
export const FieldGroup = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) => (
  <fieldset className="group">
    <legend>{title}</legend>
    {children}
  </fieldset>
);

/** The attributes of a native element for a control. */
export const inputPropsOf = ({ id, invalid, ...control }: Control) => ({
  id,
  'aria-describedby': control['aria-describedby'],
  'aria-invalid': invalid || undefined,
});
