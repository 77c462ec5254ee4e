import * as z from 'zod/mini';
import { CalendarDate, issuerCurrency, Timestamp } from '../../core/fields.ts';
import { idOf } from '../../core/resource.ts';
import { route } from '../../core/route.ts';
import { deliveryCounts, Latency } from '../../delivery/deliveries/schema.ts';
import type { Health } from '../../delivery/webhooks/health.ts';
import type { Webhook } from '../../delivery/webhooks/model.ts';
import { WebhookResource } from '../../delivery/webhooks/schema.ts';
import { maskedUrl } from '../../delivery/webhooks/url.ts';
import { verificationStatuses } from '../../identity/verifications/states.ts';
import { ListedApiKey } from '../../tenants/api-keys/schema.ts';

const { status, disabled_reason, health } = WebhookResource._zod.def.shape;

const number = z.int().check(z.minimum(0));

/** A count that stops where reading would: `count` or more. */
const Counted = z
  .object({ count: z.int().check(z.minimum(0), z.maximum(100)), more: z.boolean() })
  .check(
    z.meta({
      id: 'Counted',
      description: 'How many there are; counted up to 100, then `more` is true.',
    }),
  );

const FailingWebhook = z
  .object({
    id: idOf('webhook'),
    url: z.string().check(z.meta({ description: 'Without its path and query.' })),
    status,
    disabled_reason,
    health,
  })
  .check(z.meta({ id: 'FailingWebhook' }));

const summary = {
  deliveries: z
    .object(deliveryCounts)
    .check(z.meta({ description: 'Deliveries created in this time, by their status.' })),
  p95_ms: z.nullable(number).check(
    z.meta({
      description:
        'The time that 95 % of the attempts did not exceed, within 5 % and half a millisecond; null without an attempt.',
    }),
  ),
  approved: number.check(z.meta({ description: 'Approved authorizations.' })),
  declined: number.check(z.meta({ description: 'Declined authorizations.' })),
  spending: z
    .array(
      z
        .object({ currency: issuerCurrency('The currency.'), amount: z.int() })
        .check(z.meta({ id: 'SpendingInCurrency' })),
    )
    .check(
      z.meta({
        description:
          'How much the authorizations count towards limits, in minor units, by currency.',
      }),
    ),
};

const DayOfActivity = z
  .object(summary)
  .check(
    z.meta({ id: 'DayOfActivity', description: 'How the deliveries and payments of a day went.' }),
  );

const HourOfActivity = z
  .object({
    hour: Timestamp.check(z.meta({ description: 'When the hour began, UTC.' })),
    ...summary,
  })
  .check(z.meta({ id: 'HourOfActivity' }));

/** The resources that need attention. */
export const Overview = z
  .object({
    object: z.literal('overview'),
    webhooks: z.object({
      total: number,
      failing: z.array(FailingWebhook).check(
        z.meta({
          description:
            'Those whose endpoint is not healthy, or that were disabled because it failed.',
        }),
      ),
    }),
    as_of: Timestamp.check(
      z.meta({ description: 'When this was read. Its counters follow within about a minute.' }),
    ),
    last_day: DayOfActivity.check(
      z.meta({ description: 'The 24 hours up to this one, which is not over yet.' }),
    ),
    day_before: DayOfActivity.check(z.meta({ description: 'The 24 hours before these.' })),
    hours: z
      .array(HourOfActivity)
      .check(z.meta({ description: 'Each of the last 24 hours, oldest first.' })),
    more: z.boolean().check(
      z.meta({
        description:
          'True while earlier ones are still being counted, some minutes after a new release: then there are more.',
      }),
    ),
    undelivered: Counted,
    reviews_waiting: Counted,
    screenings_open: Counted,
    keys_expiring: z.array(ListedApiKey),
  })
  .check(z.meta({ id: 'Overview' }));

/** The summary of a webhook that needs attention. */
export const toFailing = ({
  webhook,
  health,
}: {
  readonly webhook: Webhook;
  readonly health: Health;
}) => ({
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
    counters: ['query'],
  },
  reachable: ['dashboard'],
});

const DayOfFigures = z
  .object({
    day: CalendarDate,
    customers: number,
    verifications: z.object(
      Object.fromEntries(verificationStatuses.map((status) => [status, number])) as Record<
        (typeof verificationStatuses)[number],
        typeof number
      >,
    ),
  })
  .check(z.meta({ id: 'DayOfFigures' }));

/** How a business did in the last 30 days. */
export const Figures = z
  .object({
    object: z.literal('figures'),
    days: z.array(DayOfFigures).check(
      z.meta({
        description:
          'The 30 days up to today (UTC), oldest first: customers and verifications created in each, verifications by their status about a minute ago.',
      }),
    ),
    more: z.boolean().check(
      z.meta({
        description:
          'True while earlier ones are still being counted, some minutes after a new release: then there are more.',
      }),
    ),
    latency: Latency,
    authorizations: z
      .object({
        counted: number,
        approved: number,
        declined: z.array(
          z.object({ reason: z.string(), count: number }).check(z.meta({ id: 'DeclinesOfReason' })),
        ),
      })
      .check(
        z.meta({
          description: 'All of the 30 days, `counted` of them.',
        }),
      ),
    spending: z
      .array(
        z
          .object({ day: CalendarDate, currency: issuerCurrency('The currency.'), amount: z.int() })
          .check(z.meta({ id: 'DayOfSpending' })),
      )
      .check(
        z.meta({
          description:
            'How much these authorizations count towards limits: the amount held or captured, less refunds, in minor units; the newest day first.',
        }),
      ),
  })
  .check(z.meta({ id: 'Figures' }));

export const getFigures = route({
  id: 'overview.get-figures',
  method: 'GET',
  path: '/overview/figures',
  summary: 'See the figures of the last 30 days',
  returns: { status: 200, body: Figures },
  errors: [],
  permissions: {
    counters: ['query'],
    resources: ['batch'],
  },
  reachable: ['dashboard'],
});
