import { type ReactNode, useState } from 'react';
import type { InputOf, Verification } from '../../api/client.ts';
import { useResource } from '../../api/use-read.ts';
import { filled, inSentence, t } from '../../texts/texts.ts';
import { nameOf, words } from '../../texts/words.ts';
import { ActionButton, ConfirmedAction } from '../../ui/action.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceField, choicesOf, TextField } from '../../ui/fields.tsx';
import { useRequired } from '../../ui/form.tsx';
import { useKeys } from '../../ui/use-keys.ts';
import { useChange } from '../../ui/use-submit.ts';
import { openedOf, useNext } from './queue.tsx';

type Reason = InputOf<'verifications.reject'>;

type Of = { readonly verification: Verification };

/** The effects of a decision. */
type Deciding = Of & { readonly next: () => Promise<void> };

/** Until when documents are valid, as a person has read it, by their ids. */
export type ValidUntil = Readonly<Record<string, string>>;

const validDocuments = (dates: ValidUntil) =>
  Object.entries(dates)
    .filter(([, expires_on]) => expires_on !== '')
    .map(([document_id, expires_on]) => ({ document_id, expires_on }));

/** Where an answer of the API names the date of a document. */
export const pointerOf = (id: string, dates: ValidUntil): string =>
  `/documents/${validDocuments(dates).findIndex(({ document_id }) => document_id === id)}/expires_on`;

/** Approves at once: the next one opens by itself. */
export const useApproval = (verification: Verification, dates: ValidUntil) => {
  const next = useNext(verification.id);
  const { submit, ...sending } = useChange('verifications.approve', {
    success: t.reviews.theIdentityWas,
    onDone: next,
  });
  const body = { documents: validDocuments(dates) };
  return { ...sending, approve: () => submit({ ...openedOf(verification), body }) };
};

/** Approve, reject, or request new documents; each also by a key, as taking it is. */
export const Decisions = (props: Of & { readonly approval: ReturnType<typeof useApproval> }) => {
  const { verification, approval } = props;
  const next = useNext(verification.id);
  useKeys((event) => {
    // On a Mac, Alt types another letter: the code names the key.
    const key = /^Key([ARNJT])$/.exec(event.code)?.[1];
    const isAsked = document.activeElement?.closest('[role=dialog]');
    if (!event.altKey || key === undefined || isAsked) return false;
    // A key that is held decides once: the next verification has not been seen yet.
    if (!event.repeat) document.querySelector<HTMLElement>(`[data-key=${key}] button`)?.click();
    return true;
  });
  return (
    <section className="decisions" aria-label={t.reviews.decision}>
      <Keyed by="A">
        <ActionButton
          route="verifications.approve"
          name={t.all.approve}
          variant="primary"
          busy={approval.busy}
          onClick={approval.approve}
        />
      </Keyed>
      <Keyed by="R">
        <Decision
          verification={verification}
          next={next}
          route="verifications.reject"
          name={t.reviews.reject}
          meaning={t.reviews.thisVerification}
          codes={t.reviews.rejections}
        />
      </Keyed>
      <Keyed by="N">
        <Decision
          verification={verification}
          next={next}
          route="verifications.request-input"
          name={t.reviews.requestNew}
          meaning={t.reviews.theCustomerSeesThe}
          codes={t.reviews.requests}
        />
      </Keyed>
      <Keyed by="J">
        <Button onClick={next}>{t.reviews.next}</Button>
      </Keyed>
    </section>
  );
};

/** A button and the key that presses it, together with Alt. */
export const Keyed = (props: { readonly by: string; readonly children: ReactNode }) => (
  <span className="keyed" data-key={props.by}>
    {props.children}
    <kbd aria-hidden>{filled(t.reviews.keyCap, { key: props.by })}</kbd>
  </span>
);

/** The name of a decision, with whose identity it is about. */
const useTitle = (name: string, { customer_id }: Verification): string => {
  const { data } = useResource('customer', customer_id);
  return data ? `${name}: ${nameOf(data)}` : name;
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
