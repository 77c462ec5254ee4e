import Alert from '@cloudscape-design/components/alert';
import { type ReactNode, useState } from 'react';
import type { Api, RouteId } from '../api/client.ts';
import { ConfirmedAction } from './action.tsx';
import { ChoiceField } from './form.tsx';

/** How long an old secret keeps working, in seconds. */
const graces = [
  { value: '0', label: 'No time: it stops immediately' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '24 hours' },
  { value: '604800', label: '7 days' },
] as const;

/** “Rotate API Key”: a new secret, and how long the one before keeps working. */
export const Rotation = <Body,>(props: {
  readonly route: RouteId;
  readonly variant?: 'primary';
  readonly send: (api: Api, grace_seconds: number, idempotencyKey: string) => Promise<{ readonly body: Body }>;
  readonly success: () => string;
  readonly onDone: (body: Body) => void;
  /** What is chosen: how long the old secret still works, and what to do in that time. */
  readonly label: string;
  readonly hint: string;
  /** What else is chosen. */
  readonly choices?: ReactNode;
  /** What it means. */
  readonly children: ReactNode;
}) => {
  const { label, hint, choices, children, ...action } = props;
  const [grace, setGrace] = useState<(typeof graces)[number]['value']>('86400');
  return (
    <ConfirmedAction {...action} name="Rotate API Key" input={Number(grace)}>
      <Alert type="warning">{children}</Alert>
      <ChoiceField label={label} hint={hint} value={grace} options={graces} onChange={setGrace} />
      {choices}
    </ConfirmedAction>
  );
};
