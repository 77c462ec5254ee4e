import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Refusal } from '../../../client/src/refusal.ts';
import type { ApiErrorItem } from '../../../functions/domain/api-error.ts';
import { CopyId } from './copy.tsx';
import { ChangedSince } from './reload.tsx';
import { RequirementSteps } from './requirement-steps.tsx';
import { words } from './words.ts';

type Shown = {
  readonly error: unknown;
  /** Items that no field of a form shows; all of them where there is no form. */
  readonly items?: readonly ApiErrorItem[];
  readonly onRetry?: () => void;
};

/** A refusal or a broken connection: what happened, what to do, and the request id to ask for help with. */
export const ProblemAlert = ({ error, items, onRetry }: Shown) => {
  const action = onRetry && <Button onClick={onRetry}>Try again</Button>;
  if (!(error instanceof Refusal))
    return (
      <Alert type="error" header="No answer arrived" action={action}>
        The connection to the API broke. Check your network and try again: nothing is done twice.
      </Alert>
    );
  if (error.code === 'version_mismatch') return <ChangedSince />;
  return (
    <Alert type="error" header={error.title} action={action}>
      <SpaceBetween size="xs">
        <div>{error.detail}</div>
        <Items items={items ?? error.errors} />
        <Further problem={error} />
        {error.request_id && (
          <Box fontSize="body-s">
            Request id: <CopyId value={error.request_id} name="Request id" />
          </Box>
        )}
      </SpaceBetween>
    </Alert>
  );
};

const Items = ({ items }: { readonly items: readonly ApiErrorItem[] }) =>
  items.length > 0 && (
    <ul className="plain-list">
      {items.map((item) => {
        const at = 'pointer' in item ? item.pointer : item.parameter;
        return (
          <li key={`${at} ${item.code}`}>
            <Box variant="code">{at}</Box> {item.detail}
          </li>
        );
      })}
    </ul>
  );

const Further = ({ problem }: { readonly problem: Refusal }) => {
  const { requirements, ineligible_reasons, attempts_left } = problem;
  return (
    <>
      {problem.current_status && <div>It is now: {words(problem.current_status).toLowerCase()}.</div>}
      {attempts_left !== null && <div>Guesses left: {attempts_left}.</div>}
      {problem.retry_after_seconds !== null && <div>Try again in {problem.retry_after_seconds} s.</div>}
      {ineligible_reasons?.map(({ code, description }) => (
        <div key={code}>{description}</div>
      ))}
      {requirements && <RequirementSteps requirements={requirements} />}
    </>
  );
};
