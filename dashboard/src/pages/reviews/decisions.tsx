import { Button } from '@cloudscape-design/components';
import { useState } from 'react';
import type { InputOf, Verification } from '../../api/client.ts';
import { useResource } from '../../api/use-read.ts';
import { filled, inSentence, t } from '../../texts/texts.ts';
import { documentName, nameOf, words } from '../../texts/words.ts';
import { ConfirmedAction } from '../../ui/action.tsx';
import { ChoiceField, choicesOf, TextField, type Typing, useRequired } from '../../ui/form.tsx';
import { useKeys } from '../../ui/use-keys.ts';
import { Buttons } from '../../ui/values.tsx';
import { openedOf, useNext } from './queue.tsx';

type Reason = InputOf<'verifications.reject'>;

type Of = { readonly verification: Verification };

/** What follows a decision. */
type Deciding = Of & { readonly next: () => Promise<void> };

/** Approve, reject, or request new documents; each also by a key, as taking it is. */
export const Decisions = ({ verification }: Of) => {
  const next = useNext(verification.id);
  useKeys((event) => {
    // On a Mac, Alt types another letter: the code names the key.
    const key = /^Key([ARNJT])$/.exec(event.code)?.[1];
    const isAsked = document.activeElement?.closest('[role=dialog]');
    if (!event.altKey || key === undefined || isAsked) return false;
    document.querySelector<HTMLElement>(`[data-key=${key}] button`)?.click();
    return true;
  });
  return (
    <Buttons>
      <span data-key="J">
        <Button onClick={next}>{t.reviews.next}</Button>
      </span>
      <span data-key="N">
        <Decision
          verification={verification}
          next={next}
          route="verifications.request-input"
          name={t.reviews.requestNew}
          meaning={t.reviews.theCustomerSeesThe}
          codes={t.reviews.requests}
        />
      </span>
      <span data-key="R">
        <Decision
          verification={verification}
          next={next}
          route="verifications.reject"
          name={t.reviews.reject}
          meaning={t.reviews.thisVerification}
          codes={t.reviews.rejections}
        />
      </span>
      <span data-key="A">
        <Approve verification={verification} next={next} />
      </span>
    </Buttons>
  );
};

/** What a decision is called, with whose identity it is about. */
const useTitle = (name: string, { customer_id }: Verification): string => {
  const { data } = useResource('customer', customer_id);
  return data ? `${name}: ${nameOf(data)}` : name;
};

const Approve = ({ verification, next }: Deciding) => {
  const title = useTitle(t.all.approve, verification);
  const [dates, setDates] = useState<Readonly<Record<string, string>>>({});
  const stated = Object.entries(dates).filter(([, expires_on]) => expires_on !== '');
  const documents = stated.map(([document_id, expires_on]) => ({ document_id, expires_on }));
  return (
    <ConfirmedAction
      route="verifications.approve"
      name={t.all.approve}
      title={title}
      variant="primary"
      call={{ ...openedOf(verification), body: { documents } }}
      success={t.reviews.theIdentityWas}
      onDone={next}
    >
      <div>{t.reviews.theDocumentsMatch}</div>
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
const datedTypes: ReadonlySet<string> = new Set([
  'passport',
  'national_id',
  'drivers_license',
  'residence_permit',
]);

const ValidUntil = ({ id, ...field }: Typing & { readonly id: string }) => {
  const { data } = useResource('document', id);
  if (!data || !datedTypes.has(data.type)) return null;
  return (
    <TextField
      label={filled(t.reviews.documentValidUntil, { document: documentName(data) })}
      hint={
        data.expires_on
          ? filled(t.reviews.knownSoFarExpires, { expires_on: data.expires_on })
          : t.reviews.theLastDayAsThe
      }
      placeholder="YYYY-MM-DD"
      {...field}
    />
  );
};

const Decision = (
  props: Deciding & {
    readonly route: 'verifications.reject' | 'verifications.request-input';
    readonly name: string;
    readonly meaning: string;
    readonly codes: Readonly<Partial<Record<Reason['code'], string>>>;
  },
) => {
  const { verification, next, route, name, meaning, codes } = props;
  const title = useTitle(name, verification);
  const [code, setCode] = useState<Reason['code'] | ''>('');
  const [note, setNote] = useState('');
  const { check, error } = useRequired(code !== '', t.reviews.chooseAReason);
  const body = { code, ...(note.trim() !== '' && { internal_note: note.trim() }) } as Reason;
  return (
    <ConfirmedAction
      route={route}
      name={name}
      title={title}
      check={check}
      call={{ ...openedOf(verification), body }}
      success={({ status }) =>
        filled(t.reviews.decisionSaved, { status: inSentence(words(status)) })
      }
      onDone={next}
    >
      <div>{meaning}</div>
      <ChoiceField
        label={t.all.reason}
        value={code}
        options={choicesOf(codes)}
        error={error}
        onChange={setCode}
      />
      <TextField
        type="lines"
        label={t.reviews.internalNote}
        hint={t.reviews.onlyYourTeamSeesIt}
        value={note}
        onChange={setNote}
      />
    </ConfirmedAction>
  );
};
