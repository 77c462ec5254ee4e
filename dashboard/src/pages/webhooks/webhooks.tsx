import { healthText } from '../../texts/webhooks.ts';
import { ActionButton } from '../../ui/action.tsx';
import { ListTable, statusColumn } from '../../ui/list-table.tsx';
import { Page } from '../../ui/page.tsx';
import { Go, Status, Time } from '../../ui/values.tsx';

/** Every webhook of the environment with the health of its endpoint. */
export const Component = () => (
  <Page
    title="Webhooks"
    description="Endpoints that receive your events."
    actions={
      <ActionButton route="webhooks.create" variant="primary" to="/webhooks/new">
        Create Webhook
      </ActionButton>
    }
  >
    <ListTable
      title="Webhooks"
      route="webhooks.list"
      empty="No webhooks yet. Create one to receive events."
      columns={[
        { name: 'Webhook URL', cell: ({ id, url }) => <Go to={`/webhooks/${id}`}>{url}</Go>, width: 240 },
        statusColumn,
        {
          name: 'Health',
          cell: ({ health }) => <Status status={health.state} label={healthText(health)} />,
          width: 170,
        },
        { name: 'Last success', cell: ({ health }) => <Time at={health.last_success_at} none="Never" />, width: 125 },
        { name: 'Event types', cell: ({ event_types }) => event_types.join(', '), width: 160 },
      ]}
    />
  </Page>
);
