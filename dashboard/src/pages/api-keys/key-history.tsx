import Box from '@cloudscape-design/components/box';
import { useState } from 'react';
import type { ApiKey } from '../../api/objects.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { words } from '../../texts/words.ts';
import { ConfirmedAction } from '../../ui/action.tsx';
import { useFlash } from '../../ui/flashes.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Status } from '../../ui/status.tsx';
import { Day, Time } from '../../ui/time.tsx';

/** Every key of the environment, newest first, with what it may do: the rotations are to be read from it. */
export const KeyHistory = () => (
  <ListTable<ApiKey>
    title="Key history"
    of={['api-keys']}
    read={(api, page, signal) => api.apiKeys.list({ query: page, signal })}
    idOf={({ id }) => id}
    empty="No keys yet. Choose “Rotate API Key”."
    columns={[
      { name: 'Key', cell: (key) => <Named of={key} />, width: 150 },
      { name: 'Kind', cell: ({ kind }) => `${words(kind)} Key`, width: 110 },
      { name: 'Status', cell: ({ status }) => <Status status={status} />, width: 135 },
      { name: 'Created', cell: ({ created_at }) => <Time at={created_at} />, width: 125 },
      { name: 'Expires', cell: ({ revoked_at, expires_at }) => <Time at={revoked_at ?? expires_at} />, width: 125 },
      { name: 'Last used', cell: (key) => <LastUsed of={key} />, width: 105 },
      { name: 'Revoke', cell: (key) => <Revoke of={key} />, width: 120 },
    ]}
  />
);

/** What people know a key by, and of a restricted one what it may do and where from. */
const Named = ({ of }: { readonly of: ApiKey }) => (
  <>
    {of.name !== null && <Box fontWeight="bold">{of.name}</Box>}
    <div>{of.masked}</div>
    {of.scopes && <Box color="text-body-secondary">{of.scopes.join(', ')}</Box>}
    {of.allowed_ips.length > 0 && <Box color="text-body-secondary">from {of.allowed_ips.join(', ')}</Box>}
  </>
);

const LastUsed = ({ of }: { readonly of: ApiKey }) =>
  of.kind === 'public' ? '–' : of.last_used_on === null ? 'Never' : <Day on={of.last_used_on} />;

const Revoke = ({ of }: { readonly of: ApiKey }) => {
  const [done, setDone] = useState(false);
  const flash = useFlash();
  const revocation = useSubmit({
    send: (api, api_key_id: string, idempotencyKey) =>
      api.apiKeys.revoke({ params: { api_key_id }, body: {}, idempotencyKey }),
    onDone: () => {
      setDone(true);
      flash({ type: 'success', text: `The key ${of.masked} was revoked.` });
    },
  });
  if (of.status === 'revoked' || of.status === 'expired') return '–';
  return (
    <ConfirmedAction
      route="api-keys.revoke"
      name="Revoke now"
      variant="inline-link"
      sending={revocation}
      done={done}
      onConfirm={() => revocation.submit(of.id)}
    >
      {of.masked} stops working within 60 seconds. This cannot be undone.
      {isInUse(of) && ' Requests with this key will be rejected.'}
    </ConfirmedAction>
  );
};

const isInUse = ({ kind }: ApiKey) => kind !== 'public';
