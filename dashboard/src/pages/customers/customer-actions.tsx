import { useState } from 'react';
import type { Customer } from '../../api/client.ts';
import { filled, inSentence, t } from '../../texts/texts.ts';
import { nameOf, words } from '../../texts/words.ts';
import { ActionButton, ConfirmedAction } from '../../ui/action.tsx';
import { TextField } from '../../ui/form.tsx';

type Verb = Customer['allowed_actions'][number];

const meanings: Readonly<Record<Verb, string>> = t.customers.meanings;

/** What can be done with a customer as a whole. */
export const CustomerActions = ({ customer }: { readonly customer: Customer }) => (
  <>
    <ActionButton
      route="customers.update"
      unable={customer.status === 'closed' ? t.customers.theCustomerIs : null}
      to={`/customers/${customer.id}/edit`}
    >
      {t.customers.editProfile}
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
      name={verb === 'close' ? t.customers.closeCustomer : words(verb)}
      thing={nameOf(customer)}
      call={{ params, body: reason.trim() === '' ? {} : { reason: reason.trim() } }}
      success={({ status, redaction }) =>
        redaction ? t.customers.beingRedacted : filled(t.customers.statusNow, { status: inSentence(words(status)) })
      }
    >
      {meanings[verb]}
      {verb !== 'redact' && (
        <TextField
          label={t.customers.reasonOptional}
          hint={t.customers.forYourOwnRecords}
          value={reason}
          onChange={setReason}
        />
      )}
    </ConfirmedAction>
  );
};
