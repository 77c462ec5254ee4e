import Alert from '@cloudscape-design/components/alert';
import { type ReactNode, useState } from 'react';
import type { Api, RouteId } from '../api/client.ts';
import { useSubmit } from '../api/use-submit.ts';
import { ActionButton, Question } from './action.tsx';
import { useFlash } from './flashes.tsx';
import { ChoiceField } from './form.tsx';

/** How long an old secret goes on working, in seconds. */
const graces = [
  { value: '0', label: 'No time: it stops immediately' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '24 hours' },
  { value: '604800', label: '7 days' },
] as const;
type Grace = (typeof graces)[number]['value'];

type Asked<Made> = {
  readonly route: RouteId;
  readonly variant?: 'primary' | 'normal';
  readonly send: (api: Api, grace_seconds: number, idempotencyKey: string) => Promise<{ readonly body: Made }>;
  readonly onRotated: (made: Made) => void;
  /** What is said once it was made. */
  readonly done: string;
  /** What the question asks, and how to use the time. */
  readonly label: string;
  readonly hint: string;
  /** What else is chosen. */
  readonly choices?: ReactNode;
  /** What it means. */
  readonly children: ReactNode;
};

/** “Rotate API Key”: a new secret, and how long the one before goes on working. */
export const Rotation = <Made,>(props: Asked<Made>) => {
  const [asking, setAsking] = useState(false);
  const [grace, setGrace] = useState<Grace>('86400');
  const flash = useFlash();
  const rotation = useSubmit({
    send: props.send,
    onDone: (made) => {
      setAsking(false);
      props.onRotated(made);
      flash({ type: 'success', text: props.done });
    },
  });
  const close = () => {
    setAsking(false);
    rotation.reset();
  };
  const title = 'Rotate API Key';
  const rotate = () => rotation.submit(Number(grace));
  return (
    <>
      <ActionButton route={props.route} variant={props.variant ?? 'normal'} onClick={() => setAsking(true)}>
        {title}
      </ActionButton>
      <Question title={title} visible={asking} sending={rotation} onClose={close} onConfirm={rotate}>
        <Alert type="warning">{props.children}</Alert>
        <ChoiceField label={props.label} hint={props.hint} value={grace} options={graces} onChange={setGrace} />
        {props.choices}
      </Question>
    </>
  );
};
