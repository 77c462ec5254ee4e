import type { FocusEvent, ReactNode, RefObject } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Popover as Floating, type PopoverProps } from 'react-aria-components/Popover';
import { language } from '../texts/language.ts';
import { useLeft } from './use-left.ts';

/** A panel at the element that opened it. Escape, a press outside of it, and Back close the panel. */
export const Popover = ({
  label,
  at,
  locale = language,
  children,
  onClose,
  ...props
}: Pick<PopoverProps, 'placement' | 'offset'> & {
  readonly label: string;
  readonly at: RefObject<HTMLElement | null>;
  readonly className: string;
  /** The language tag of its content. */
  readonly locale?: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}) => {
  useLeft(onClose);
  return (
    <I18nProvider locale={locale}>
      <Floating
        aria-label={label}
        triggerRef={at}
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
        {...props}
      >
        {/** biome-ignore lint/a11y/noStaticElementInteractions: it only hands the focus on. */}
        <div className="popover-content" onFocus={toItem}>
          {children}
        </div>
      </Floating>
    </I18nProvider>
  );
};

/**
 * A list whose code is there already gets the focus before its items come, and React Aria gives it to none of them afterwards.
 * The list hands the focus on: otherwise a screen reader would not say where the arrows start from.
 */
const toItem = ({ target }: FocusEvent): void => {
  if (target.matches('[role="listbox"], [role="menu"]'))
    target.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
};
