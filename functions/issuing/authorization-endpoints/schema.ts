import * as z from 'zod/mini';
import {
  CurrencyCode,
  clearable,
  conditional,
  issuerCurrency,
  shownAndSent,
  Timestamp,
} from '../../core/fields.ts';
import { StoredMetadata } from '../../core/metadata.ts';
import {
  EnvironmentName,
  idOf,
  objectNamed,
  resourceFields,
  statusFields,
  withDescription,
} from '../../core/resource.ts';
import { issueOf } from '../../core/validation.ts';
import { SecretOnce, WebhookResource, WebhookSecretInfo } from '../../delivery/webhooks/schema.ts';
import { CustomerId } from '../../identity/customers/schema.ts';
import { Amount, MerchantResource } from '../cards/controls-schema.ts';
import { CardId } from '../cards/schema.ts';
import {
  businessDecisions,
  endpointStatuses,
  fallbackReasons,
  timeout_ms_max,
  timeout_ms_min,
} from './states.ts';

const BusinessDecisionSchema = z
  .enum(businessDecisions)
  .check(z.meta({ id: 'BusinessDecision', description: 'The decision about an amount.' }));

/** Currencies of one fallback. */
const limits_max = 50;

const fallbackLimit = shownAndSent(
  { currency: CurrencyCode, amount: Amount },
  {
    id: 'FallbackLimit',
    description: 'The largest amount of one authorization in a currency, inclusive.',
  },
);

const decision = withDescription(
  BusinessDecisionSchema,
  'The decision while the endpoint does not answer.',
);
const limitsMean =
  'With `approve`: the largest amount that is approved, one for each currency. Larger amounts and other currencies are declined. With `decline`: empty.';
const limits = z
  .array(fallbackLimit.sent)
  .check(z.maxLength(limits_max), z.meta({ description: limitsMean }));

/** The fallback of an endpoint as input. */
export const EndpointFallbackInput = z.strictObject({ decision, ...clearable({ limits }) }).check(
  z.check(({ value: { decision, limits: given }, issues }) => {
    const limits = given ?? [];
    const currencies = new Set(limits.map(({ currency }) => currency));
    const add = (detail: string) =>
      issues.push(issueOf('invalid_value', limits, detail, ['limits']));
    if (decision === 'approve' && limits.length === 0)
      add('Must have a limit for each currency that is approved.');
    if (decision === 'decline' && limits.length > 0) add('Must be empty: nothing is approved.');
    if (currencies.size < limits.length) add('Must have at most one limit for each currency.');
  }),
  z.meta({
    id: 'EndpointFallbackInput',
    description: 'The decision while the endpoint does not answer; `decline` by default.',
    examples: [{ decision: 'approve', limits: [{ currency: 'USD', amount: 2_500 }] }],
    ...conditional(
      { decision: { const: 'approve' } },
      { properties: { limits: { minItems: 1 } }, required: ['limits'] },
      { properties: { limits: { maxItems: 0 } } },
    ),
  }),
);

const EndpointFallback = z
  .object({
    decision,
    limits: z.array(fallbackLimit.shown).check(z.meta({ description: limitsMean })),
  })
  .check(
    z.meta({
      id: 'EndpointFallback',
      description: 'The decision while the endpoint does not answer.',
    }),
  );

/** How long the endpoint may take. */
export const EndpointTimeout = z.int().check(
  z.minimum(timeout_ms_min),
  z.maximum(timeout_ms_max),
  z.meta({
    description:
      'How long a request may take, from looking up the host to the last byte of the answer, in milliseconds.',
    examples: [1_000],
  }),
);

const EndpointHealth = z
  .object({
    consecutive_failures: z
      .int()
      .check(
        z.minimum(0),
        z.meta({ description: 'The number of failed requests since the last answer.' }),
      ),
    last_failure_at: withDescription(z.nullable(Timestamp), 'When a request last failed.'),
    open_until: withDescription(
      z.nullable(Timestamp),
      'Until when the fallback decides without a request; null while every authorization is asked about.',
    ),
  })
  .check(
    z.meta({ id: 'AuthorizationEndpointHealth', description: 'Whether the endpoint answers.' }),
  );

const endpointFields = {
  ...resourceFields('authorization_endpoint', 'authorization_endpoint'),
  ...statusFields('AuthorizationEndpoint', endpointStatuses, [
    'enable',
    'disable',
    'rotate-secret',
    'test',
  ]),
  status: WebhookResource.shape.status,
  url: z.string().check(z.meta({ description: 'The URL that is asked.' })),
  timeout_ms: EndpointTimeout,
  fallback: EndpointFallback,
  health: EndpointHealth,
  secrets: z
    .array(WebhookSecretInfo)
    .check(z.meta({ description: 'The current signing secrets, without their values.' })),
};

/** The endpoint as its owner sees it. */
export const AuthorizationEndpointResource = z.object(endpointFields).check(
  z.meta({
    id: 'AuthorizationEndpoint',
    description: 'The endpoint that decides authorizations together with us.',
  }),
);
export type AuthorizationEndpointResource = z.infer<typeof AuthorizationEndpointResource>;

/** The endpoint with its Secret Key: the answer of create and rotate-secret, and of nothing else. */
export const AuthorizationEndpointWithSecret = z
  .object({ ...endpointFields, secret: SecretOnce })
  .check(
    z.meta({
      id: 'AuthorizationEndpointWithSecret',
      description: 'The endpoint with its Secret Key, which is shown only once.',
    }),
  );

/** The answer of a business, as it is recorded. */
export const BusinessResponse = z
  .object({
    decision: BusinessDecisionSchema,
    amount: z
      .nullable(z.int())
      .check(
        z.meta({ description: 'The amount that it approved; null if it declined. Minor units.' }),
      ),
    reason: z.nullable(z.string()).check(
      z.meta({
        description: 'Its reason, at most 200 characters.',
        examples: ['insufficient_funds'],
      }),
    ),
    response_ms: z
      .int()
      .check(
        z.minimum(0),
        z.meta({ description: 'How long the answer took, in milliseconds.', examples: [84] }),
      ),
  })
  .check(
    z.meta({ id: 'BusinessResponse', description: 'The answer of your authorization endpoint.' }),
  );

/** Why the fallback decided. */
export const FallbackReasonSchema = z.enum(fallbackReasons).check(
  z.meta({
    id: 'FallbackReason',
    description:
      'Why the endpoint did not decide. `breaker_open`: it failed before and was not asked. `internal`: we could not ask it.',
  }),
);

const text = (description: string, example?: string) =>
  z.nullable(z.string()).check(z.meta({ description, ...(example && { examples: [example] }) }));

/** The authorization that an endpoint is asked about. */
const AuthorizationRequestData = z
  .object({
    object: objectNamed('authorization_request'),
    authorization_id: withDescription(
      idOf('authorization'),
      'The id that the authorization gets: `data.id` of its events. It cannot be read before it is decided.',
    ),
    card_id: CardId,
    customer_id: CustomerId,
    amount: z.int().check(
      z.minimum(1),
      z.meta({
        description: 'The total amount that is requested; minor units.',
        examples: [4_250],
      }),
    ),
    approved_amount: z.int().check(
      z.minimum(0),
      z.meta({
        description: 'The part of it that was approved before; 0 unless this is an increase.',
        examples: [0],
      }),
    ),
    currency: issuerCurrency('ISO 4217.'),
    is_amount_controllable: z
      .boolean()
      .check(
        z.meta({ description: 'Whether you can approve a smaller amount, as at a fuel pump.' }),
      ),
    merchant: MerchantResource,
    respond_by: withDescription(Timestamp, 'When the fallback decides if no answer has arrived.'),
  })
  .check(
    z.meta({
      id: 'AuthorizationRequestData',
      description: 'An amount that a merchant requests now.',
    }),
  );

/** The body of the request to an endpoint, exactly what is signed. */
export const BusinessRequest = z
  .object({
    id: withDescription(
      idOf('authorization_request'),
      'Also the header `webhook-id`. The same question has the same id, however often it is asked.',
    ),
    type: z
      .literal('authorization.requested')
      .check(z.meta({ description: 'The kind of request.' })),
    created_at: withDescription(Timestamp, 'When it was asked.'),
    environment: EnvironmentName,
    test: z
      .boolean()
      .check(
        z.meta({ description: 'True in requests of POST /v1/authorization-endpoints/{id}/test.' }),
      ),
    data: AuthorizationRequestData,
  })
  .check(
    z.meta({
      id: 'AuthorizationRequest',
      description: 'The signed request to your authorization endpoint.',
    }),
  );
export type BusinessRequest = z.infer<typeof BusinessRequest>;

/** The result of a test of an endpoint. */
export const AuthorizationEndpointTest = z
  .object({
    object: objectNamed('authorization_endpoint_test'),
    request: BusinessRequest,
    response: z
      .nullable(BusinessResponse)
      .check(z.meta({ description: 'Its answer; null if that is no valid answer.' })),
    metadata: StoredMetadata,
    error: z
      .nullable(FallbackReasonSchema)
      .check(z.meta({ description: 'The error; null if it answered.' })),
    error_message: text('The same as a sentence.'),
  })
  .check(
    z.meta({
      id: 'AuthorizationEndpointTest',
      description: 'A request to the endpoint, and what came back.',
    }),
  );
