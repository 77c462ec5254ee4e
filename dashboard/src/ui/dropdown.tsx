import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';

/** A button that opens a small panel below itself. Escape, and what happens outside of it, close the panel. */
export const Dropdown = (props: {
  /** The content of the button. */
  readonly face: ReactNode;
  readonly label: string;
  readonly className?: string;
  /** At the end of the line the panel opens towards its beginning. */
  readonly isAtEnd?: boolean;
  readonly children: (close: () => void) => ReactNode;
}) => {
  const { face, label, className = 'tool', isAtEnd, children } = props;
  const [isOpen, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  useEffect(() => {
    if (!isOpen) return;
    panel.current?.querySelector<HTMLElement>('input, button, select')?.focus();
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !whole.current?.contains(target)) setOpen(false);
    };
    for (const kind of ['pointerdown', 'focusin']) addEventListener(kind, leave);
    return () => {
      for (const kind of ['pointerdown', 'focusin']) removeEventListener(kind, leave);
    };
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only closes what its button has opened.
    <div ref={whole} className="dropdown" onKeyDown={onKeyDown}>
      <button
        ref={opener}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={label}
        onClick={() => setOpen(!isOpen)}
      >
        {face}
      </button>
      {isOpen && (
        <div
          ref={panel}
          role="dialog"
          aria-label={label}
          className="dropdown-panel"
          data-end={isAtEnd}
        >
          {children(close)}
        </div>
      )}
    </div>
  );
};
