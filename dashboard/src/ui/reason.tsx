import type { ReactNode, RefObject } from 'react';
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip';

/** Why a button does nothing now, above it. The button itself is described by the same text. */
export const Reason = (props: {
  readonly of: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) => {
  const { of, onClose, children } = props;
  // It is drawn only while it is open: the button decides when.
  const state = { isOpen: true, shouldSkipAnimation: true, open: () => undefined, close: onClose };
  return (
    <TooltipTriggerStateContext value={state}>
      <Tooltip className="reason" triggerRef={of} offset={6}>
        {children}
      </Tooltip>
    </TooltipTriggerStateContext>
  );
};
