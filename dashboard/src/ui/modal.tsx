import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { ModalOverlay, Modal as Surface } from 'react-aria-components/Modal';
import { language } from '../texts/language.ts';
import { useLeft } from './use-left.ts';

/** A dialog over the page, which holds the focus. Escape and a click beside it close it, as Back does. */
export const Modal = (props: {
  readonly label: string;
  /** Where it comes from: the middle, or the side that reading begins at. */
  readonly place: 'middle' | 'side';
  /** Whether it stays when the browser goes back or forward. */
  readonly staysOnBack?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) => {
  const { label, place, staysOnBack, onClose, children } = props;
  useLeft(staysOnBack ? stay : onClose);
  return (
    <I18nProvider locale={language}>
      <ModalOverlay
        className="veil"
        isOpen
        isDismissable
        onOpenChange={(isOpen) => !isOpen && onClose()}
      >
        <Surface className={`modal modal-${place}`}>
          <Dialog aria-label={label} className="modal-content">
            {children}
          </Dialog>
        </Surface>
      </ModalOverlay>
    </I18nProvider>
  );
};

const stay = () => undefined;
