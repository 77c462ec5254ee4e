import { type UseInfiniteQueryResult, useQueryClient } from '@tanstack/react-query';
import { createContext, Fragment, type ReactNode, Suspense, useContext, useState } from 'react';
import { ApiError } from '../../../client/src/api-error.ts';
import type { ApiErrorItem } from '../../../functions/core/api-error.ts';
import { errorText, itemText, placeText } from '../texts/errors.ts';
import { inSentence, sentence, t } from '../texts/texts.ts';
import { ineligibleText, words } from '../texts/words.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { Go } from './links.tsx';
import { onDemand } from './on-demand.ts';
import { CopyId } from './values.tsx';

type ErrorProps = {
  readonly error: unknown;
  /** Items that no field of a form shows; all of them where there is no form. */
  readonly items?: readonly ApiErrorItem[];
  readonly onRetry?: () => void;
};

/** An error of the API or a lost connection: what happened, what to do, and the request ID for support. */
export const ErrorAlert = ({ error, items, onRetry }: ErrorProps) => {
  const action = onRetry && <Button onClick={onRetry}>{t.all.tryAgain}</Button>;
  if (!(error instanceof ApiError))
    return (
      <Alert type="error" header={t.ui.theConnectionWas} action={action}>
        {t.ui.checkYourNetwork}
      </Alert>
    );
  if (error.code === 'version_mismatch') return <ChangedMeanwhile />;
  return (
    <Alert type="error" header={errorText(error)} action={action}>
      <div className="fields">
        <Items items={items ?? error.errors} />
        <Particulars error={error} />
        {error.request_id && (
          <small>
            {sentence(t.ui.requestIdIdLink, {
              id: <CopyId value={error.request_id} name={t.all.requestId} />,
              link: <Go to={`/requests/${error.request_id}`}>{t.ui.openTheRequest}</Go>,
            })}
          </small>
        )}
      </div>
    </Alert>
  );
};

/** Reads more of a list that is read on, or says why it could not be read. */
export const More = ({ of }: { readonly of: UseInfiniteQueryResult }) => (
  <>
    {of.error && <ErrorAlert error={of.error} />}
    {(of.hasNextPage || of.isPending) && (
      <Button busy={of.isFetching} onClick={() => void of.fetchNextPage()}>
        {t.ui.showMore}
      </Button>
    )}
  </>
);

const Items = ({ items }: { readonly items: readonly ApiErrorItem[] }) =>
  items.length > 0 && (
    <ul className="plain-list">
      {items.map((item) => {
        const place = placeText(item);
        return (
          <li key={`${place} ${item.code}`}>
            {place}: {itemText(item)}
          </li>
        );
      })}
    </ul>
  );

/** Few errors have steps: their code is loaded with the first one. */
const { Component: Steps } = onDemand(() =>
  import('./requirement-steps.tsx').then(({ RequirementSteps }) => RequirementSteps),
);

const Particulars = ({ error }: { readonly error: ApiError }) => {
  const { requirements, ineligible_reasons } = error;
  return (
    <>
      {error.current_status && (
        <div>
          {sentence(t.ui.currentStatus, {
            current_status: inSentence(words(error.current_status)),
          })}
        </div>
      )}
      {ineligible_reasons?.map((reason) => (
        <div key={reason.code}>{ineligibleText(reason)}</div>
      ))}
      <Suspense>{requirements && <Steps requirements={requirements} />}</Suspense>
    </>
  );
};

const ReloadContext = createContext<() => void>(() => location.reload());

/** Lets the page below start again without what was read before; the person stays signed in. */
export const ReloadProvider = ({ children }: { readonly children: ReactNode }) => {
  const queries = useQueryClient();
  const [round, setRound] = useState(0);
  const reload = () => {
    setRound(round + 1);
    void queries.resetQueries();
  };
  return (
    <ReloadContext value={reload}>
      <Fragment key={round}>{children}</Fragment>
    </ReloadContext>
  );
};

/** Says that the shown version is no longer the current one, and offers that. */
export const ChangedMeanwhile = () => {
  const reload = useContext(ReloadContext);
  return (
    <Alert
      type="warning"
      header={t.ui.thisChangedAfter}
      action={<Button onClick={reload}>{t.all.reload}</Button>}
    >
      {t.ui.nothingWasDone}
    </Alert>
  );
};
