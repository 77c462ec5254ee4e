import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../client/src/api-error.ts';
import type { Onboarding, PageApi } from './api.ts';
import { newKey } from './browser.ts';
import { Documents, type SentFile, withFile } from './documents.tsx';
import { useFollow } from './follow.ts';
import { isStale, type Shared } from './page.ts';
import { Button, Heading, Problem } from './parts.tsx';
import { Persons } from './persons.tsx';
import { Details } from './profile.tsx';
import { Steps } from './step-list.tsx';
import { filled } from './texts/filled.ts';
import { errorText } from './texts/language.ts';
import { forgetTyped, useTyped } from './typed.ts';

/** The onboarding page; without an API the link is not valid. */
export const App = ({
  api,
  texts,
  language,
  dates,
}: Pick<Shared, 'texts' | 'language' | 'dates'> & { readonly api: PageApi | null }) => {
  const [state, setState] = useState<Onboarding | null>(null);
  const [said, setSaid] = useState('');
  const [error, setError] = useState<unknown>(null);
  const read = useCallback(() => {
    setError(null);
    api?.read().then(setState, setError);
  }, [api]);
  useEffect(read, [read]);
  const ended = !api || (error instanceof ApiError && error.status === 401);
  // The link may also have ended, or its data been submitted, elsewhere.
  const isOver = ended || state?.profile === null;
  useEffect(() => {
    if (isOver) forgetTyped();
  }, [isOver]);
  return (
    <>
      <div
        className="brand"
        style={{ backgroundColor: state?.business.brand_color ?? undefined }}
      />
      <main>
        <p className="said" role="status">
          {said}
        </p>
        {ended && <Ended texts={texts} />}
        {!ended && error !== null && (
          <>
            <Problem text={errorText(texts, error)} />
            <Button onPress={read}>{texts.retry}</Button>
          </>
        )}
        {!ended && !state && error === null && <p>{texts.loading}</p>}
        {!ended && state && (
          <Page
            {...{ api, texts, language, dates, state }}
            onState={(next, what = '') => {
              setState(next);
              setError(null);
              setSaid(what);
            }}
            onStale={read}
          />
        )}
      </main>
    </>
  );
};

const Ended = ({ texts }: Pick<Shared, 'texts'>) => (
  <>
    <Heading>{texts.title}</Heading>
    <Problem text={texts.errors.ended} />
  </>
);

/** The page that asks for what is missing; once nothing is, the result. */
const Page = (shared: Shared) => {
  const { texts, state } = shared;
  const [sent, setSent] = useTyped<readonly SentFile[]>('sent', []);
  const values = { business: state.business.name };
  if (state.profile === null) return <Result {...shared} />;
  const { last_error } = state.verification ?? {};
  return (
    <>
      <Heading>{titleOf(shared)}</Heading>
      <p>{filled(state.type === 'business' ? texts.businessIntro : texts.intro, values)}</p>
      {last_error && <Problem text={texts.decisions[last_error.code]} />}
      <Steps {...{ texts, state, sent: sent.length }} />
      <Details {...shared} />
      <Persons {...shared} />
      <Documents {...shared} sent={sent} onSent={(file) => setSent(withFile(sent, file))} />
      <Submission {...shared} />
    </>
  );
};

const titleOf = ({ texts, state }: Pick<Shared, 'texts' | 'state'>): string =>
  state.type === 'business' ? texts.businessTitle : texts.title;

const Submission = ({ api, texts, state, onState, onStale }: Shared) => {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [key] = useState(newKey);
  const { currently_due, pending_verification } = state.requirements;
  const isComplete = currently_due.length + pending_verification.length === 0;
  const submit = async () => {
    setBusy(true);
    setError(null);
    try {
      onState(await api.submit(key));
    } catch (thrown) {
      setBusy(false);
      if (isStale(thrown)) onStale();
      else setError(thrown);
    }
  };
  return (
    <section aria-labelledby="check">
      <h2 id="check">{texts.check}</h2>
      <p>{isComplete ? texts.nothingLeft : texts.stillMissing}</p>
      {error !== null && <Problem text={errorText(texts, error)} />}
      {isComplete && (
        <Button busy={busy} onPress={submit}>
          {texts.sendAll}
        </Button>
      )}
    </section>
  );
};

const Result = ({ api, texts, state, onState, onStale }: Shared) => {
  const status = state.verification?.status ?? 'processing';
  useFollow(status === 'processing', () => api.read().then((next) => onState(next), onStale));
  const values = { business: state.business.name };
  const { last_error } = state.verification ?? {};
  return (
    <>
      <Heading focused>{titleOf({ texts, state })}</Heading>
      <p className="result" role="status" data-status={status}>
        {status === 'verified' && state.type === 'business'
          ? texts.businessVerified
          : texts.status[status]}
      </p>
      {last_error && status === 'requires_input' && (
        <p>
          {texts.decisions[last_error.code]} {filled(texts.askAgain, values)}
        </p>
      )}
      {state.return_url && (
        <p>
          <a className="button" href={state.return_url} rel="noreferrer">
            {filled(texts.goOn, values)}
          </a>
        </p>
      )}
    </>
  );
};
