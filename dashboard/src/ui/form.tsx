import { type ReactNode, useRef, useState } from 'react';
import type { AnswerOf, CallOf, RouteId } from '../api/client.ts';
import { useDenial } from '../api/environment.tsx';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { ChangedContext, Fields, focusFirstError } from './field.tsx';
import { useLeaving } from './leaving.tsx';
import { useGo } from './links.tsx';
import { type Done, type Sending, useChange, type Versioned } from './use-submit.ts';
import { Buttons } from './values.tsx';

type FormProps = {
  /** The route that it calls: a person whose role may not call it sees why. */
  readonly route: RouteId;
  readonly submit: string;
  /** Where Cancel leads. */
  readonly cancelTo?: string;
  readonly unable?: string | null;
  readonly children: ReactNode;
};

/** A form that is sent by its button or by Enter. It asks before a person leaves it filled. */
export const SubmitForm = (
  props: FormProps & { readonly sending: Sending; readonly onSubmit: () => void },
) => {
  const { route, submit, sending, onSubmit, cancelTo, children } = props;
  const go = useGo();
  const form = useRef<HTMLFormElement>(null);
  const [isChanged, setChanged] = useState(false);
  const leaving = useLeaving(isChanged && !sending.busy);
  const unable = useDenial()(route) ?? props.unable ?? null;
  return (
    <form
      ref={form}
      className="form"
      noValidate
      onChange={({ target, currentTarget }) => {
        // A dialog or a list over the form is in it for React alone.
        if (target instanceof Node && currentTarget.contains(target)) setChanged(true);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (sending.busy || unable !== null) return;
        onSubmit();
        // The errors that the form finds itself are drawn after this event.
        setTimeout(() => focusFirstError(form.current));
      }}
    >
      <ChangedContext value={() => setChanged(true)}>
        <Fields error={sending.error}>{children}</Fields>
      </ChangedContext>
      <Buttons>
        <Button variant="primary" submits busy={sending.busy} unable={unable}>
          {submit}
        </Button>
        {cancelTo !== undefined && (
          <Button variant="link" onClick={() => leaving.without(() => go(cancelTo))}>
            {t.ui.cancel}
          </Button>
        )}
      </Buttons>
      {leaving.question}
    </form>
  );
};

/** A form that calls its route. */
export const RouteForm = <Id extends RouteId>(
  props: FormProps &
    Done<AnswerOf<Id>> & {
      readonly route: Id;
      /** The resource that is changed, as the person saw it first: also when it was read again since. */
      readonly of?: Versioned;
      /** Undefined where something is missing. */
      readonly call: () => CallOf<Id> | undefined;
    },
) => {
  const { call, of, success, onDone, ...form } = props;
  const [read] = useState(of);
  const sending = useChange(props.route, { success, onDone, read });
  const submit = () => {
    const made = call();
    if (made) sending.submit(made);
  };
  return <SubmitForm {...form} sending={sending} onSubmit={submit} />;
};

/** Holds a question back until a value is there; while it is missing, its field says so. */
export const useRequired = (isThere: boolean, text: string) => {
  const [wasMissing, setMissing] = useState(false);
  const check = () => {
    setMissing(!isThere);
    return isThere;
  };
  return { check, error: wasMissing && !isThere ? text : undefined };
};

/** Connects a field with the text that is typed into it. */
export type Typing = {
  readonly at: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** The typed values of a form, by their names; `field` connects a field with one of them, which is also its pointer. */
export const useTyped = <Typed extends object>(initial: Typed | (() => Typed)) => {
  const [typed, setTyped] = useState(initial);
  const change = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }));
  const field = <Name extends keyof Typed & string>(name: Name) => ({
    at: `/${name}`,
    value: typed[name],
    onChange: (value: Typed[Name]) => change({ [name]: value } as unknown as Partial<Typed>),
  });
  return { typed, change, field };
};
