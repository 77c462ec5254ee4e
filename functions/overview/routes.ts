import * as z from 'zod/mini';
import { ListedApiKey } from '../api-keys/schema.ts';
import { Timestamp } from '../fields.ts';
import { idOf } from '../resource.ts';
import { route } from '../route.ts';
import type { Health } from '../webhooks/health.ts';
import type { Webhook } from '../webhooks/model.ts';
import { WebhookResource } from '../webhooks/schema.ts';
import { maskedUrl } from '../webhooks/url.ts';

const { status, disabled_reason, health } = WebhookResource._zod.def.shape;

/** A count that stops where reading would: `count` or more. */
const Counted = z
  .object({ count: z.int().check(z.minimum(0), z.maximum(100)), more: z.boolean() })
  .check(z.meta({ id: 'Counted', description: 'How many there are; counted up to 100, then `more` is true.' }));

const FailingWebhook = z
  .object({
    id: idOf('webhook'),
    url: z.string().check(z.meta({ description: 'Without its path and query.' })),
    status,
    disabled_reason,
    health,
  })
  .check(z.meta({ id: 'FailingWebhook' }));

const HourOfDeliveries = z
  .object({
    hour: Timestamp.check(z.meta({ description: 'When the hour began, UTC.' })),
    succeeded: z.int().check(z.minimum(0)),
    retrying: z.int().check(z.minimum(0)),
    failed: z.int().check(z.minimum(0)),
    paused: z.int().check(z.minimum(0)),
  })
  .check(z.meta({ id: 'HourOfDeliveries' }));

/** What needs attention. */
export const Overview = z
  .object({
    object: z.literal('overview'),
    webhooks: z.object({
      total: z.int().check(z.minimum(0)),
      failing: z
        .array(FailingWebhook)
        .check(
          z.meta({ description: 'Those whose endpoint is not healthy, or that were disabled because it failed.' }),
        ),
    }),
    deliveries_last_day: z.array(HourOfDeliveries).check(
      z.meta({
        description: 'The 24 hours up to this one, oldest first: deliveries created in each, by their status now.',
      }),
    ),
    deliveries_more: z.boolean().check(
      z.meta({
        description:
          'True if an hour has more than about 140 000 deliveries of a status: then it says how many at least.',
      }),
    ),
    undelivered: Counted,
    reviews_waiting: Counted,
    screenings_open: Counted,
    keys_expiring: z.array(ListedApiKey),
  })
  .check(z.meta({ id: 'Overview' }));

/** The summary of a webhook that needs attention. */
export const toFailing = ({ webhook, health }: { readonly webhook: Webhook; readonly health: Health }) => ({
  id: webhook.id,
  url: maskedUrl(webhook.url),
  status: webhook.status,
  disabled_reason: webhook.disabled_reason,
  health,
});

export const getOverview = route({
  id: 'overview.get',
  method: 'GET',
  path: '/overview',
  summary: 'See what needs attention',
  returns: { status: 200, body: Overview },
  errors: ['account_not_found'],
  permissions: {
    access: ['batch'],
    resources: ['get', 'query', 'batch'],
    'resources/by_status': ['query'],
    'resources/reviewing': ['query'],
    deliveries: ['batch'],
    'deliveries/by_status': ['query'],
  },
  reachable: ['dashboard'],
});
