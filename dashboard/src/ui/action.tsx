import { type ReactNode, useState } from 'react';
import type { AnswerOf, CallOf, RouteId } from '../api/client.ts';
import { useDenial } from '../api/environment.tsx';
import { t } from '../texts/texts.ts';
import { Button, type ButtonVariant } from './button.tsx';
import { Fields } from './field.tsx';
import { useGo } from './links.tsx';
import { Question } from './question.tsx';
import { type Done, type Sending, useChange } from './use-submit.ts';
import { Buttons } from './values.tsx';

type ActionButtonProps = {
  /** The route that it calls: a person whose role may not call it sees why. */
  readonly route: RouteId;
  readonly name: string;
  readonly variant?: ButtonVariant | undefined;
  readonly busy?: boolean;
  /** Why it is not possible now; null where it is. */
  readonly unable?: string | null | undefined;
} & ({ readonly onClick: () => void } | { readonly to: string });

/** A button that changes something, or leads to where it is changed; disabled with its reason. */
export const ActionButton = ({
  route,
  name,
  variant = 'normal',
  busy = false,
  unable,
  ...does
}: ActionButtonProps) => {
  const go = useGo();
  const reason = useDenial()(route) ?? unable ?? null;
  return (
    <Button
      variant={variant}
      busy={busy}
      unable={reason}
      isFinal={reason === null && final.has(route)}
      onClick={'to' in does ? () => go(does.to) : does.onClick}
    >
      {name}
    </Button>
  );
};

/** Nobody can undo these: their buttons are red. */
const final: ReadonlySet<RouteId> = new Set<RouteId>([
  'api-keys.revoke',
  'authorization-endpoints.delete',
  'card-tokens.delete',
  'cards.close',
  'customers.close',
  'customers.redact',
  'operators.remove',
  'persons.remove',
  'verifications.reject',
  'webhooks.delete',
]);

type Asking = {
  readonly route: RouteId;
  readonly name: string;
  /** The object of the action, as the dialog names it: “Delete http://example.com/hook”. */
  readonly thing?: string | undefined;
  /** The title of the dialog, where it is more than the name and the thing. */
  readonly title?: string;
  /** The meaning of the action, and its fields. */
  readonly children: ReactNode;
  /** False keeps the dialog open: something is missing. */
  readonly check?: () => boolean;
  readonly variant?: ButtonVariant;
  readonly unable?: string | null;
};

/** A button that asks for confirmation and says what the action means, then sends it. */
export const ConfirmationButton = (
  props: Asking & {
    readonly sending: Sending & { readonly reset: () => void };
    readonly onConfirm: (close: { readonly onSuccess: () => void }) => void;
  },
) => {
  const {
    route,
    name,
    thing,
    title = [name, thing].filter(Boolean).join(' '),
    variant,
    check,
    unable,
  } = props;
  const { sending, onConfirm, children } = props;
  const [asking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
    sending.reset();
  };
  const confirm = () => {
    if (check?.() !== false) onConfirm({ onSuccess: () => setAsking(false) });
  };
  const footer = (
    <Buttons>
      <Button variant="link" onClick={close}>
        {t.ui.cancel}
      </Button>
      <ActionButton
        route={route}
        variant="primary"
        busy={sending.busy}
        onClick={confirm}
        name={name}
      />
    </Buttons>
  );
  return (
    <>
      <ActionButton
        route={route}
        variant={variant}
        unable={unable}
        onClick={() => setAsking(true)}
        name={name}
      />
      {asking && (
        <Question title={title} footer={footer} onClose={close}>
          <Fields error={sending.error}>{children}</Fields>
        </Question>
      )}
    </>
  );
};

/** A question whose action is one call of its route. */
export const ConfirmedAction = <Id extends RouteId>(
  props: Asking & Done<AnswerOf<Id>> & { readonly route: Id; readonly call: CallOf<Id> },
) => {
  const { call, success, onDone, ...asking } = props;
  const sending = useChange(props.route, { success, onDone });
  return (
    <ConfirmationButton
      {...asking}
      sending={sending}
      onConfirm={(close) => sending.submit(call, close)}
    />
  );
};
