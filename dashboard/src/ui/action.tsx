import Box from '@cloudscape-design/components/box';
import Button, { type ButtonProps } from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ReactNode, useState } from 'react';
import type { RouteId } from '../api/client.ts';
import { useDenial } from '../api/environment.tsx';
import { ErrorAlert, othersOf } from './error-alert.tsx';
import { type Sending, type Submitting, useSubmit } from './use-submit.ts';
import { useGo } from './values.tsx';

type ActionButtonProps = {
  /** The route that it calls: a person whose role may not call it sees why. */
  readonly route: RouteId;
  readonly children: string;
  readonly variant?: ButtonProps.Variant | undefined;
  readonly busy?: boolean;
  /** Why it is not possible now; null where it is. */
  readonly unable?: string | null | undefined;
} & ({ readonly onClick: () => void } | { readonly to: string });

/** A button that changes something, or leads to where it is changed; disabled with its reason. */
export const ActionButton = ({
  route,
  children,
  variant = 'normal',
  busy = false,
  unable,
  ...does
}: ActionButtonProps) => {
  const go = useGo();
  const reason = useDenial()(route) ?? unable ?? null;
  const style = reason === null && styleOf(route, variant);
  return (
    <Button
      variant={variant}
      loading={busy}
      loadingText="In progress"
      disabled={reason !== null}
      {...(reason !== null && { disabledReason: reason })}
      {...(style && { style })}
      onClick={'to' in does ? () => go(does.to) : does.onClick}
    >
      {children}
    </Button>
  );
};

/** What these do does not come back: their buttons are red. */
const final: ReadonlySet<RouteId> = new Set<RouteId>([
  ...(['api-keys.revoke', 'cards.close', 'customers.close', 'customers.redact', 'operators.remove'] as const),
  ...(['persons.remove', 'verifications.reject', 'webhooks.delete'] as const),
]);

const [red, darker, onRed] = ['#ba2e0f, #ff7a7a', '#870303, #ffb0b0', '#ffffff, #0f141a'].map(
  (both) => `light-dark(${both})`,
) as [string, string, string];

/** Red as an outline, or as the whole button where it is the one that confirms. */
const styleOf = (route: RouteId, variant: ButtonProps.Variant): ButtonProps.Style | undefined => {
  if (!final.has(route)) return undefined;
  const all = { default: red, hover: darker, active: darker };
  if (variant !== 'primary') return { root: { color: all, borderColor: all } };
  return { root: { background: all, borderColor: all, color: { default: onRed, hover: onRed, active: onRed } } };
};

type Confirmed<Input, Body> = Submitting<Input, Body> & {
  readonly route: RouteId;
  readonly name: string;
  /** What it is done to, as the dialog names it: “Delete http://example.com/hook”. */
  readonly thing?: string | undefined;
  /** What the dialog is called, where it is more than the name and the thing. */
  readonly title?: string;
  /** The fields of the dialog, as pointers of errors that it shows at them. */
  readonly fields?: readonly string[];
  /** The meaning of the action and its fields, which may depend on the error of the last try. */
  readonly children: ReactNode | ((sending: Sending) => ReactNode);
  readonly input: Input;
  /** False keeps the dialog open: something is missing. */
  readonly check?: () => boolean;
  readonly variant?: ButtonProps.Variant;
  readonly unable?: string | null;
};

/** A button that asks for confirmation and says what the action means, then sends it. */
export const ConfirmedAction = <Input, Body>(props: Confirmed<Input, Body>) => {
  const { route, name, thing, title = [name, thing].filter(Boolean).join(' '), variant, fields = [] } = props;
  const { children, input, check, unable } = props;
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
        <ActionButton route={route} variant="primary" busy={sending.busy} onClick={confirm}>
          {name}
        </ActionButton>
      </SpaceBetween>
    </Box>
  );
  return (
    <>
      <ActionButton route={route} variant={variant} unable={unable} onClick={() => setAsking(true)}>
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
            {sending.error && <ErrorAlert error={sending.error} items={othersOf(sending.error, fields)} />}
          </SpaceBetween>
        )}
      </Modal>
    </>
  );
};
