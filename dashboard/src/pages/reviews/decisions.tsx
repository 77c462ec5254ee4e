import { Button } from '@cloudscape-design/components';
import { useRef, useState } from 'react';
import type { InputOf, Verification } from '../../api/client.ts';
import { useResource } from '../../api/use-read.ts';
import { documentName, nameOf, words } from '../../texts/words.ts';
import { ConfirmedAction } from '../../ui/action.tsx';
import { ChoiceField, TextField } from '../../ui/form.tsx';
import { useKeys } from '../../ui/use-keys.ts';
import { Buttons } from '../../ui/values.tsx';
import { useNext } from './queue.ts';

type Reason = InputOf<'verifications.reject'>;
type Codes = { readonly [code in Reason['code']]?: string };

const rejections: Codes = {
  suspected_fraud: 'The documents or the person are not genuine',
  sanctions_match: 'The person is on a sanctions list',
};

const requests: Codes = {
  document_expired: 'A document has expired',
  document_unreadable: 'A document cannot be read',
  document_type_not_supported: 'This type of document is not supported',
  name_mismatch: 'The name does not match the document',
  date_of_birth_mismatch: 'The date of birth does not match the document',
  address_mismatch: 'The address does not match the document',
  selfie_mismatch: 'The selfie does not match the document',
  under_minimum_age: 'The document shows an age below the minimum',
};

type Of = { readonly verification: Verification };

/** Approve, reject, or request new documents; each also by a key. */
export const Decisions = ({ verification }: Of) => {
  const next = useNext(verification.id);
  const buttons = useRef<HTMLDivElement>(null);
  useKeys((event) => {
    // On a Mac, Alt types another letter: the code names the key.
    const key = /^Key([ARNJ])$/.exec(event.code)?.[1];
    const isAsked = document.activeElement?.closest('[role=dialog]');
    if (!event.altKey || key === undefined || isAsked) return false;
    buttons.current?.querySelector<HTMLElement>(`[data-key=${key}] button`)?.click();
    return true;
  });
  return (
    <div ref={buttons}>
      <Buttons>
        <span data-key="J">
          <Button onClick={next}>Next</Button>
        </span>
        <span data-key="N">
          <Decision
            verification={verification}
            route="verifications.request-input"
            name="Request new documents"
            meaning="The customer sees the reason and can send new documents or correct the profile."
            codes={requests}
          />
        </span>
        <span data-key="R">
          <Decision
            verification={verification}
            route="verifications.reject"
            name="Reject"
            meaning="This verification fails and cannot be reopened. The customer does not see the reason."
            codes={rejections}
          />
        </span>
        <span data-key="A">
          <Approve verification={verification} />
        </span>
      </Buttons>
    </div>
  );
};

/** Whose identity it is. */
const useSubject = ({ customer_id }: Verification): string | undefined => {
  const { data } = useResource('customer', customer_id);
  return data && nameOf(data);
};

/** The version that the person opened: a decision applies to that one only. */
const openedOf = ({ id, version }: Verification) => ({ params: { verification_id: id }, ifMatch: `"${version}"` });

const Approve = ({ verification }: Of) => {
  const next = useNext(verification.id);
  const subject = useSubject(verification);
  const [dates, setDates] = useState<Readonly<Record<string, string>>>({});
  const stated = Object.entries(dates).filter(([, expires_on]) => expires_on !== '');
  const documents = stated.map(([document_id, expires_on]) => ({ document_id, expires_on }));
  return (
    <ConfirmedAction
      route="verifications.approve"
      name="Approve"
      title={['Approve', subject].filter(Boolean).join(': ')}
      variant="primary"
      call={{ ...openedOf(verification), body: { documents } }}
      success="The identity was approved. The customer is verified."
      onDone={next}
    >
      <div>The documents match the profile. Your name is recorded with the decision.</div>
      {verification.document_ids.map((id) => (
        <ValidUntil
          key={id}
          id={id}
          at={`/documents/${documents.findIndex(({ document_id }) => document_id === id)}/expires_on`}
          value={dates[id] ?? ''}
          onChange={(value) => setDates({ ...dates, [id]: value })}
        />
      ))}
    </ConfirmedAction>
  );
};

/** The documents that show until when they are valid. */
const datedTypes: ReadonlySet<string> = new Set(['passport', 'national_id', 'drivers_license', 'residence_permit']);

const ValidUntil = ({
  id,
  ...field
}: {
  readonly id: string;
  readonly at: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) => {
  const { data } = useResource('document', id);
  if (!data || !datedTypes.has(data.type)) return null;
  return (
    <TextField
      label={`${documentName(data)}: valid until (optional)`}
      hint={data.expires_on ? `Known so far: ${data.expires_on}.` : 'The last day, as the document shows it.'}
      placeholder="YYYY-MM-DD"
      {...field}
    />
  );
};

const Decision = (
  props: Of & {
    readonly route: 'verifications.reject' | 'verifications.request-input';
    readonly name: string;
    readonly meaning: string;
    readonly codes: Codes;
  },
) => {
  const { verification, route, name, meaning, codes } = props;
  const next = useNext(verification.id);
  const subject = useSubject(verification);
  const options = (Object.entries(codes) as [Reason['code'], string][]).map(([value, label]) => ({ value, label }));
  const [code, setCode] = useState<Reason['code'] | ''>('');
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const body = { code, ...(note.trim() !== '' && { internal_note: note.trim() }) } as Reason;
  return (
    <ConfirmedAction
      route={route}
      name={name}
      title={[name, subject].filter(Boolean).join(': ')}
      check={() => {
        setMissing(code === '');
        return code !== '';
      }}
      call={{ ...openedOf(verification), body }}
      success={({ status }) => `Decision saved: ${words(status).toLowerCase()}.`}
      onDone={next}
    >
      <div>{meaning}</div>
      <ChoiceField
        label="Reason"
        value={code}
        options={options}
        error={missing && code === '' ? 'Choose a reason.' : undefined}
        onChange={setCode}
      />
      <TextField
        type="lines"
        label="Internal note (optional)"
        hint="Only your team sees it. It is not part of any response, event or log."
        value={note}
        onChange={setNote}
      />
    </ConfirmedAction>
  );
};
