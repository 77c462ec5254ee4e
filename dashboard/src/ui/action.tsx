import Box from '@cloudscape-design/components/box';
import Button, { type ButtonProps } from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ReactNode, useState } from 'react';
import type { RouteId } from '../api/client.ts';
import { useRefusal } from '../api/environment.tsx';
import type { Sending } from '../api/use-submit.ts';
import { ProblemAlert } from './problem.tsx';

type Asked = {
  /** The route that it calls: whoever may not call it is told why. */
  readonly route: RouteId;
  readonly children: string;
  readonly onClick: () => void;
  readonly variant?: ButtonProps.Variant;
  readonly busy?: boolean;
  /** Why it cannot be done now; null where it can. */
  readonly unable?: string | null;
};

/** A button for something that changes the world; disabled with its reason. */
export const ActionButton = ({ route, children, onClick, variant = 'normal', busy = false, unable = null }: Asked) => {
  const reason = useRefusal()(route) ?? unable;
  return (
    <Button
      variant={variant}
      loading={busy}
      loadingText="In progress"
      disabled={reason !== null}
      {...(reason !== null && { disabledReason: reason })}
      onClick={onClick}
    >
      {children}
    </Button>
  );
};

/** A button that asks before it acts, with what the act means. */
export const ConfirmedAction = (props: {
  readonly route: RouteId;
  readonly name: string;
  readonly children: ReactNode;
  readonly sending: Sending & { readonly reset: () => void };
  readonly onConfirm: () => void;
  readonly variant?: ButtonProps.Variant;
  readonly unable?: string | null;
  /** Closes the question once it is true. */
  readonly done: boolean;
}) => {
  const { route, name, children, sending, onConfirm, variant = 'normal', unable = null, done } = props;
  const [asking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
    sending.reset();
  };
  return (
    <>
      <ActionButton route={route} variant={variant} unable={unable} onClick={() => setAsking(true)}>
        {name}
      </ActionButton>
      <Question title={name} visible={asking && !done} onClose={close} sending={sending} onConfirm={onConfirm}>
        {children}
      </Question>
    </>
  );
};

/** A question in front of the page. */
export const Question = (props: {
  readonly title: string;
  readonly visible: boolean;
  readonly sending: Sending;
  readonly children: ReactNode;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly confirm?: string;
}) => {
  const { title, visible, sending, children, onClose, onConfirm, confirm = title } = props;
  const footer = (
    <Box float="right">
      <SpaceBetween direction="horizontal" size="xs">
        <Button variant="link" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="primary" loading={sending.busy} loadingText="In progress" onClick={onConfirm}>
          {confirm}
        </Button>
      </SpaceBetween>
    </Box>
  );
  return (
    <Modal visible={visible} header={title} closeAriaLabel="Close" onDismiss={onClose} footer={footer}>
      {visible && (
        <SpaceBetween size="m">
          {children}
          {sending.problem && <ProblemAlert error={sending.problem} />}
        </SpaceBetween>
      )}
    </Modal>
  );
};
