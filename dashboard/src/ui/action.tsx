import Box from '@cloudscape-design/components/box';
import Button, { type ButtonProps } from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ReactNode, useState } from 'react';
import type { RouteId } from '../api/client.ts';
import { useDenial } from '../api/environment.tsx';
import { ErrorAlert } from './error-alert.tsx';
import { type Sending, type Submitting, useSubmit } from './use-submit.ts';
import { useGo } from './values.tsx';

type ActionButtonProps = {
  /** The route that it calls: a person whose role may not call it sees why. */
  readonly route: RouteId;
  readonly children: string;
  readonly variant?: ButtonProps.Variant | undefined;
  readonly busy?: boolean;
  /** It ends something that does not come back. */
  readonly danger?: boolean | undefined;
  /** Why it is not possible now; null where it is. */
  readonly unable?: string | null | undefined;
} & ({ readonly onClick: () => void } | { readonly to: string });

/** A button that changes something, or leads to where it is changed; disabled with its reason. */
export const ActionButton = ({
  route,
  children,
  variant = 'normal',
  busy = false,
  danger = false,
  unable,
  ...does
}: ActionButtonProps) => {
  const go = useGo();
  const reason = useDenial()(route) ?? unable ?? null;
  return (
    <Button
      variant={variant}
      loading={busy}
      loadingText="In progress"
      disabled={reason !== null}
      {...(reason !== null && { disabledReason: reason })}
      {...(danger && reason === null && dangerous(variant))}
      onClick={'to' in does ? () => go(does.to) : does.onClick}
    >
      {children}
    </Button>
  );
};

/** Red: as the outline of a button, or as its whole where it is the one that confirms. */
const dangerous = (variant: ButtonProps.Variant): Pick<ButtonProps, 'style'> => {
  const [red, darker] = ['light-dark(#ba2e0f, #ff7a7a)', 'light-dark(#870303, #ffb0b0)'];
  const all = { default: red, hover: darker, active: darker };
  if (variant !== 'primary') return { style: { root: { color: all, borderColor: all } } };
  const text = 'light-dark(#ffffff, #0f141a)';
  return {
    style: { root: { background: all, borderColor: all, color: { default: text, hover: text, active: text } } },
  };
};

type Confirmed<Input, Body> = Submitting<Input, Body> & {
  readonly route: RouteId;
  readonly name: string;
  /** What it is done to, as the dialog names it: “Delete http://example.com/hook”. */
  readonly thing?: string | undefined;
  /** What the dialog is called, where it is more than the name and the thing. */
  readonly title?: string;
  readonly danger?: boolean;
  /** The meaning of the action and its fields, which may depend on the error of the last try. */
  readonly children: ReactNode | ((sending: Sending) => ReactNode);
  readonly input: Input;
  /** False keeps the dialog open: something is missing. */
  readonly check?: () => boolean;
  readonly variant?: ButtonProps.Variant;
};

/** A button that asks for confirmation and says what the action means, then sends it. */
export const ConfirmedAction = <Input, Body>(props: Confirmed<Input, Body>) => {
  const {
    route,
    name,
    thing,
    title = [name, thing].filter(Boolean).join(' '),
    children,
    input,
    check,
    variant,
    danger = false,
  } = props;
  const [asking, setAsking] = useState(false);
  const sending = useSubmit<Input, Body>({
    ...props,
    onDone: (body) => {
      setAsking(false);
      props.onDone?.(body);
    },
  });
  const close = () => {
    setAsking(false);
    sending.reset();
  };
  const confirm = () => {
    if (check?.() !== false) sending.submit(input);
  };
  const footer = (
    <Box float="right">
      <SpaceBetween direction="horizontal" size="xs">
        <Button variant="link" onClick={close}>
          Cancel
        </Button>
        <Button
          variant="primary"
          loading={sending.busy}
          loadingText="In progress"
          onClick={confirm}
          {...(danger && dangerous('primary'))}
        >
          {name}
        </Button>
      </SpaceBetween>
    </Box>
  );
  return (
    <>
      <ActionButton route={route} variant={variant} danger={danger} onClick={() => setAsking(true)}>
        {name}
      </ActionButton>
      <Modal
        visible={asking}
        header={<span className="wrap-anywhere">{title}</span>}
        closeAriaLabel="Close"
        onDismiss={close}
        footer={footer}
      >
        {asking && (
          <SpaceBetween size="m">
            {typeof children === 'function' ? children(sending) : children}
            {sending.error && <ErrorAlert error={sending.error} />}
          </SpaceBetween>
        )}
      </Modal>
    </>
  );
};
