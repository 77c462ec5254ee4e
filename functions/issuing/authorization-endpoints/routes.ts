import * as z from 'zod/mini';
import { CurrencyCode, clearable, ReasonRequest } from '../../core/fields.ts';
import { pageQuery } from '../../core/list-query.ts';
import { withDescription } from '../../core/resource.ts';
import { changing, routeLike, routesOf } from '../../core/resource-routes.ts';
import {
  RotateSecretRequest,
  WebhookSignature,
  WebhookUrl,
} from '../../delivery/webhooks/input.ts';
import { Amount } from '../cards/controls-schema.ts';
import {
  AuthorizationEndpointResource,
  AuthorizationEndpointTest,
  AuthorizationEndpointWithSecret,
  EndpointFallbackInput,
  EndpointTimeout,
} from './schema.ts';
import { timeout_ms_default } from './states.ts';

const endpoint = routesOf('authorization_endpoint', AuthorizationEndpointResource);

const settings = {
  timeout_ms: withDescription(
    EndpointTimeout,
    `How long a request may take, in milliseconds; ${timeout_ms_default} by default.`,
  ),
  fallback: EndpointFallbackInput,
};

export const createAuthorizationEndpoint = endpoint.create({
  summary: 'Create the authorization endpoint of your account',
  description:
    'From now on it is asked about each authorization that the rules of the card would approve. The response contains the Secret Key that signs the requests. It is shown only once. An account has one endpoint.',
  body: z
    .strictObject({
      url: WebhookUrl,
      ...clearable(settings),
      ...clearable({
        signature: withDescription(WebhookSignature, 'How requests are signed; `hmac` by default.'),
      }),
    })
    .check(
      z.meta({
        id: 'AuthorizationEndpointCreate',
        description: 'The input to create an authorization endpoint; only the URL is required.',
      }),
    ),
  returns: { status: 201, body: AuthorizationEndpointWithSecret },
  errors: ['authorization_endpoint_exists', 'authorization_endpoint_not_found'],
  permissions: {
    resources: ['batch', 'put'],
    webhookSecrets: ['encrypt'],
    settings: ['webhookTargets'],
  },
  idempotency: 'refreshed',
});

export const listAuthorizationEndpoints = endpoint.list({
  summary: 'List the authorization endpoint of your account',
  description: 'One, or none.',
  query: z.strictObject(pageQuery),
  permissions: { resources: ['batch'] },
});

export const getAuthorizationEndpoint = endpoint.get({
  summary: 'Get an authorization endpoint',
  description: 'With its health and its current signing secrets, without their values.',
  permissions: { resources: ['batch'] },
});

export const updateAuthorizationEndpoint = endpoint.update({
  summary: 'Change an authorization endpoint',
  description:
    'A JSON merge patch; `fallback` replaces. The next authorization is decided with it.',
  body: z
    .strictObject({ url: z.optional(WebhookUrl), ...clearable(settings) })
    .check(z.meta({ id: 'AuthorizationEndpointPatch', description: 'Only the fields to change.' })),
  permissions: { resources: ['batch', 'put'], settings: ['webhookTargets'] },
});

export const deleteAuthorizationEndpoint = routeLike(changing, {
  id: 'authorization-endpoints.delete',
  method: 'DELETE',
  path: '/authorization-endpoints/{authorization_endpoint_id}',
  summary: 'Delete an authorization endpoint',
  description: 'From now on the rules of the card decide alone.',
  params: endpoint.params,
  returns: { status: 204 },
  errors: ['authorization_endpoint_not_found'],
  permissions: { resources: ['batch', 'delete'] },
});

export const enableAuthorizationEndpoint = endpoint.action('enable', {
  summary: 'Enable an authorization endpoint',
  description: 'It is asked again.',
  body: ReasonRequest,
  permissions: { resources: ['batch', 'put'] },
  idempotency: 'refreshed',
});

export const disableAuthorizationEndpoint = endpoint.action('disable', {
  summary: 'Disable an authorization endpoint',
  description: 'It is not asked: the rules of the card decide alone until it is enabled.',
  body: ReasonRequest,
  permissions: { resources: ['batch', 'put'] },
  idempotency: 'refreshed',
});

export const rotateAuthorizationEndpointSecret = endpoint.action('rotate-secret', {
  // With the whole verb the name of its role would be longer than IAM takes.
  id: 'authorization-endpoints.rotate',
  errors: ['authorization_endpoint_not_found'],
  summary: 'Replace the Secret Key of an authorization endpoint',
  description:
    'Requests are signed with the new secret, and with the earlier ones until their grace periods end. If the response is lost, you can repeat the call with a new Idempotency-Key.',
  body: RotateSecretRequest,
  returns: { status: 200, body: AuthorizationEndpointWithSecret },
  permissions: { resources: ['batch', 'put'], webhookSecrets: ['encrypt'] },
  idempotency: 'refreshed',
});

export const testAuthorizationEndpoint = routeLike(changing, {
  id: 'authorization-endpoints.test',
  method: 'POST',
  path: '/authorization-endpoints/{authorization_endpoint_id}/test',
  params: endpoint.params,
  errors: ['authorization_endpoint_not_found'],
  summary: 'Ask an authorization endpoint about an invented amount',
  description:
    'Sends one signed request with `test: true` and returns what came back. Nothing is decided or recorded, and its health stays.',
  body: z
    .strictObject(
      clearable({
        amount: withDescription(Amount, 'The amount that is asked about; 1000 by default.'),
        currency: withDescription(CurrencyCode, 'Its currency; USD by default.'),
      }),
    )
    .check(
      z.meta({
        id: 'AuthorizationEndpointTestRequest',
        description: 'The invented amount; it can be omitted.',
      }),
    ),
  returns: { status: 200, body: AuthorizationEndpointTest },
  permissions: { resources: ['batch'], webhookSecrets: ['decrypt'], settings: ['webhookTargets'] },
  idempotency: 'none',
});
