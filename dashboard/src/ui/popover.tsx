import type { ReactNode, RefObject } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Popover as Floating, type PopoverProps } from 'react-aria-components/Popover';
import { language } from '../texts/language.ts';
import { useLeft } from './use-left.ts';

/** A panel at the element that opened it. Escape, a press outside of it, and Back close the panel. */
export const Popover = ({
  label,
  at,
  locale = language,
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
      />
    </I18nProvider>
  );
};
