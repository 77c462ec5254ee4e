import type { ReactNode, RefObject } from 'react';
import { Tooltip } from 'react-aria-components/Tooltip';

/** Why a button does nothing now, above it. The button itself is described by the same text. */
export const Reason = (props: {
  readonly of: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) => {
  const { of, onClose, children } = props;
  return (
    <Tooltip
      className="reason"
      triggerRef={of}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {children}
    </Tooltip>
  );
};
