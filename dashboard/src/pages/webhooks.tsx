import Button from '@cloudscape-design/components/button';
import type { Webhook } from '../api/objects.ts';
import { ActionButton } from '../ui/action.tsx';
import { Go, useGo } from '../ui/go.tsx';
import { ListTable } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { healthInWords } from './webhooks/health.ts';

/** Every webhook of the environment with how its endpoint is doing. */
export const Component = () => {
  const go = useGo();
  const create = (
    <ActionButton route="webhooks.create" variant="primary" onClick={() => go('/webhooks/new')}>
      Create Webhook
    </ActionButton>
  );
  return (
    <Page title="Webhooks" description="Endpoints that receive your events." actions={create}>
      <ListTable<Webhook>
        title="Webhooks"
        of={['webhooks']}
        read={(api, page, signal) => api.webhooks.list({ query: page, signal })}
        idOf={({ id }) => id}
        empty={
          <>
            <p>No webhooks yet. Create one to receive events.</p>
            <Button onClick={() => go('/webhooks/new')}>Create Webhook</Button>
          </>
        }
        columns={[
          { name: 'Webhook URL', cell: ({ id, url }) => <Go to={`/webhooks/${id}`}>{url}</Go>, width: 240 },
          { name: 'Status', cell: ({ status }) => <Status status={status} />, width: 135 },
          { name: 'Health', cell: (webhook) => <Health of={webhook} />, width: 170 },
          { name: 'Last success', cell: ({ health }) => <Time at={health.last_success_at} none="Never" />, width: 125 },
          { name: 'Event types', cell: ({ event_types }) => event_types.join(', '), width: 160 },
        ]}
      />
    </Page>
  );
};

const Health = ({ of }: { readonly of: Webhook }) => (
  <Status status={of.health.state} label={healthInWords(of.health)} />
);
