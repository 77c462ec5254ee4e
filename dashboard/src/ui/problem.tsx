import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Refusal } from '../../../client/src/refusal.ts';
import type { ApiErrorItem } from '../../../functions/domain/api-error.ts';
import { errorText, itemText, placeText } from '../texts/errors.ts';
import { words } from '../texts/words.ts';
import { CopyId } from './copy.tsx';
import { ChangedSince } from './reload.tsx';
import { RequirementSteps } from './requirement-steps.tsx';

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
      <Alert type="error" header="The connection was lost" action={action}>
        Check your network and try again. Nothing is done twice.
      </Alert>
    );
  if (error.code === 'version_mismatch') return <ChangedSince />;
  return (
    <Alert type="error" header={errorText(error)} action={action}>
      <SpaceBetween size="xs">
        <Items items={items ?? error.errors} />
        <Further problem={error} />
        {error.request_id && (
          <Box fontSize="body-s">
            Request ID: <CopyId value={error.request_id} name="Request ID" />
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
        const place = placeText(item);
        return (
          <li key={`${place} ${item.code}`}>
            {place}: {itemText(item)}
          </li>
        );
      })}
    </ul>
  );

const Further = ({ problem }: { readonly problem: Refusal }) => {
  const { requirements, ineligible_reasons } = problem;
  return (
    <>
      {problem.current_status && <div>Current status: {words(problem.current_status).toLowerCase()}.</div>}
      {ineligible_reasons?.map(({ code, description }) => (
        <div key={code}>{description}</div>
      ))}
      {requirements && <RequirementSteps requirements={requirements} />}
    </>
  );
};
