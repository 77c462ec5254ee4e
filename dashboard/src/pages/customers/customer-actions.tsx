import { useState } from 'react';
import type { Customer } from '../../api/client.ts';
import { nameOf, words } from '../../texts/words.ts';
import { ActionButton, ConfirmedAction } from '../../ui/action.tsx';
import { TextField } from '../../ui/form.tsx';

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
export const CustomerActions = ({ customer }: { readonly customer: Customer }) => (
  <>
    <ActionButton
      route="customers.update"
      unable={customer.status === 'closed' ? 'The customer is closed.' : null}
      to={`/customers/${customer.id}/edit`}
    >
      Edit profile
    </ActionButton>
    {customer.allowed_actions.map((verb) => (
      <Act key={`${verb} ${customer.version}`} customer={customer} verb={verb} />
    ))}
  </>
);

const Act = ({ customer, verb }: { readonly customer: Customer; readonly verb: Verb }) => {
  const [reason, setReason] = useState('');
  const params = { customer_id: customer.id };
  return (
    <ConfirmedAction
      route={`customers.${verb}`}
      name={verb === 'close' ? 'Close customer' : words(verb)}
      thing={nameOf(customer)}
      call={{ params, body: reason.trim() === '' ? {} : { reason: reason.trim() } }}
      success={({ status, redaction }) => `The customer is ${redaction ? 'being redacted' : status}.`}
    >
      {meanings[verb]}
      {verb !== 'redact' && (
        <TextField label="Reason (optional)" hint="For your own records." value={reason} onChange={setReason} />
      )}
    </ConfirmedAction>
  );
};
