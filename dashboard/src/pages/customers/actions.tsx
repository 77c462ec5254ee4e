import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { Customer } from '../../api/objects.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { words } from '../../texts/words.ts';
import { ActionButton, ConfirmedAction } from '../../ui/action.tsx';
import { useFlash } from '../../ui/flashes.tsx';
import { TextField } from '../../ui/form.tsx';
import { useGo } from '../../ui/go.tsx';

type Verb = Customer['allowed_actions'][number];

const meanings: Readonly<Record<Verb, string>> = {
  suspend: 'The cards of the customer are blocked and its features are paused until you reactivate the customer.',
  reactivate: 'Cards and features of the customer work again.',
  redact:
    'All personal data of the customer is removed, also from documents and events. IDs, times, amounts and decisions stay. ' +
    'This cannot be undone.',
  close: 'Features end, cards are closed and an open verification is canceled. This cannot be undone.',
};

/** What can be done with a customer as a whole. */
export const CustomerActions = ({ customer }: { readonly customer: Customer }) => {
  const go = useGo();
  const closed = customer.status === 'closed' ? 'The customer is closed.' : null;
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <ActionButton route="customers.update" unable={closed} onClick={() => go(`/customers/${customer.id}/edit`)}>
        Edit profile
      </ActionButton>
      {customer.allowed_actions.map((verb) => (
        <Act key={`${verb} ${customer.version}`} customer={customer} verb={verb} />
      ))}
    </SpaceBetween>
  );
};

const Act = ({ customer, verb }: { readonly customer: Customer; readonly verb: Verb }) => {
  const [done, setDone] = useState(false);
  const [reason, setReason] = useState('');
  const flash = useFlash();
  const acting = useSubmit({
    send: (api, body: { reason?: string }, idempotencyKey) =>
      verb === 'redact'
        ? api.customers.redact({ params: { customer_id: customer.id }, body: {}, idempotencyKey })
        : api.customers[verb]({ params: { customer_id: customer.id }, body, idempotencyKey }),
    onDone: ({ status, redaction }) => {
      setDone(true);
      flash({ type: 'success', text: `The customer is ${redaction ? 'being redacted' : status}.` });
    },
  });
  return (
    <ConfirmedAction
      route={`customers.${verb}`}
      name={verb === 'close' ? 'Close customer' : words(verb)}
      sending={acting}
      done={done}
      onConfirm={() => acting.submit(reason.trim() === '' ? {} : { reason: reason.trim() })}
    >
      {meanings[verb]}
      {verb !== 'redact' && (
        <TextField label="Reason (optional)" hint="For your own records." value={reason} onChange={setReason} />
      )}
    </ConfirmedAction>
  );
};
