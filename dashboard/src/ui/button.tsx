import { type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { t } from '../texts/texts.ts';
import { onDemand } from './on-demand.ts';

// Few buttons have a reason to show: its code is loaded with the first one.
const { Component: Reason } = onDemand(() =>
  import('./reason.tsx').then(({ Reason: shown }) => shown),
);

/** `link` has no border; `inline-link` stands in a text or a row. */
export type ButtonVariant = 'normal' | 'primary' | 'link' | 'inline-link';

type ButtonProps = {
  readonly variant?: ButtonVariant | undefined;
  /** It sends the form around it. */
  readonly submits?: boolean;
  /** Red: the action cannot be undone. */
  readonly isFinal?: boolean;
  /** The action runs: the button says so, and does nothing until the action ends. */
  readonly busy?: boolean | undefined;
  /** Why it does nothing now, where there is a reason to tell; it keeps its place in the order of the keyboard. */
  readonly unable?: string | boolean | null | undefined;
  /** Its name where it shows only an icon. */
  readonly label?: string;
  readonly onClick?: () => void;
  readonly children: ReactNode;
};

/** A button. One that does nothing now says why when it is pointed at or has the focus. */
export const Button = (props: ButtonProps) => {
  const { variant = 'normal', submits, isFinal, busy, unable, label, onClick, children } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isAsked, setAsked] = useState(false);
  const reason = typeof unable === 'string' && unable;
  const isIdle = busy || reason !== false || unable === true;
  const explain = () => setAsked(true);
  const done = () => setAsked(false);
  return (
    <>
      <button
        ref={button}
        type={submits ? 'submit' : 'button'}
        className={`button button-${variant}`}
        data-final={isFinal}
        aria-label={label}
        title={label}
        aria-disabled={isIdle || undefined}
        {...(reason && {
          'aria-describedby': id,
          onPointerEnter: explain,
          onPointerLeave: done,
          onFocus: explain,
          onBlur: done,
          onKeyDown: ({ key }) => key === 'Escape' && done(),
        })}
        onClick={(event) => {
          if (isIdle) event.preventDefault();
          else onClick?.();
        }}
      >
        {busy && <span className="spinner" aria-hidden />}
        {children}
      </button>
      {busy !== undefined && (
        <span className="unseen" role="status">
          {busy && t.ui.inProgress}
        </span>
      )}
      {reason && (
        <span className="unseen" id={id}>
          {reason}
        </span>
      )}
      <Suspense>
        {reason && isAsked && (
          <Reason of={button} onClose={done}>
            {reason}
          </Reason>
        )}
      </Suspense>
    </>
  );
};
