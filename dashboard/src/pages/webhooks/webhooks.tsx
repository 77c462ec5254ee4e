import { t } from '../../texts/texts.ts';
import { eventTypeText } from '../../texts/webhooks.ts';
import { ActionButton } from '../../ui/action.tsx';
import { Go } from '../../ui/links.tsx';
import { ListTable, statusColumn } from '../../ui/list-table.tsx';
import { Page } from '../../ui/page.tsx';
import { Time } from '../../ui/values.tsx';
import { Health } from './health.tsx';

/** Every webhook of the environment with the health of its endpoint. */
export const Component = () => (
  <Page
    title={t.all.webhooks}
    description={t.webhooks.endpointsThat}
    actions={
      <ActionButton
        route="webhooks.create"
        variant="primary"
        to="/webhooks/new"
        name={t.all.createWebhook}
      />
    }
  >
    <ListTable
      title={t.all.webhooks}
      route="webhooks.list"
      isOnly
      empty={t.webhooks.noWebhooksYet}
      columns={[
        {
          name: t.webhooks.webhookUrl,
          cell: ({ id, url }) => <Go to={`/webhooks/${id}`}>{url}</Go>,
          width: 240,
        },
        statusColumn,
        {
          name: t.all.health,
          cell: ({ health }) => <Health of={health} />,
          width: 280,
          least: 148,
          wraps: true,
        },
        {
          name: t.webhooks.lastSuccess,
          cell: ({ health }) => <Time at={health.last_success_at} none={t.all.never} />,
        },
        {
          name: t.webhooks.eventTypes,
          cell: (one) => one.event_types.map(eventTypeText).join(', '),
          width: 160,
        },
      ]}
    />
  </Page>
);
