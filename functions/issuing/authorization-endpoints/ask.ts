import type * as z from 'zod/mini';
import { logEvent, serializeError } from '../../core/logging.ts';
import { measured } from '../../core/metrics.ts';
import { metricContext, systemClock } from '../../core/time.ts';
import { deliveryRequest, httpsSender } from '../../delivery/deliveries/send.ts';
import { secretOpener } from '../../delivery/webhooks/secret-opener.ts';
import { webhookTargets } from '../../delivery/webhooks/targets.ts';
import { type Opinion, parseAnswer } from './answer.ts';
import type { AuthorizationEndpoint } from './model.ts';
import type { BusinessRequest } from './schema.ts';
import type { FallbackReason } from './states.ts';

type RequestData = z.infer<typeof BusinessRequest>['data'];

/** A question about an amount; asked again, it has the same id. */
export type Question = {
  readonly id: string;
  readonly about: Omit<RequestData, 'object' | 'respond_by'>;
};

/** The outcome of a question: an opinion, or why there is none. */
export type AskedBusiness = {
  readonly request: BusinessRequest;
  readonly response_ms: number;
} & (
  | { readonly opinion: Opinion; readonly failure: null; readonly message: null }
  | { readonly opinion: null; readonly failure: FallbackReason; readonly message: string }
);

const clock = systemClock();
const send = httpsSender({ webhookTargets: webhookTargets() });
const openSecrets = secretOpener();

/** Decrypts the secrets of an endpoint ahead, so that its first question does not wait for them. */
export const prepareSecrets = async (endpoint: AuthorizationEndpoint): Promise<void> => {
  await openSecrets(endpoint, clock.now()).catch(() => undefined);
};

/**
 * Asks an endpoint once: signed as deliveries are, under the same rules for addresses, redirects,
 * sizes and connections. Any behaviour of it within `deadline_ms` is a result; nothing is thrown.
 */
export const ask = async (
  endpoint: AuthorizationEndpoint,
  question: Question,
  { deadline_ms, test = false }: { readonly deadline_ms: number; readonly test?: boolean },
): Promise<AskedBusiness> => {
  const at = clock.now();
  const request = requestOf(question, { at, deadline_ms, test });
  const asked = { request, ...(await answered(endpoint, request, { at, deadline_ms })) };
  const outcome = asked.failure ?? asked.opinion.decision;
  if (!test) {
    const { id: endpoint_id, tenant_id } = endpoint;
    const metric = measured(
      'authorization_endpoint_ms',
      asked.response_ms,
      { outcome },
      metricContext(clock),
    );
    logEvent('info', 'authorization_endpoint_asked', {
      tenant_id,
      endpoint_id,
      question_id: question.id,
      ...metric,
    });
  }
  return asked;
};

type Times = { readonly at: Date; readonly deadline_ms: number };

const requestOf = (
  { id, about }: Question,
  { at, deadline_ms, test }: Times & { readonly test: boolean },
): BusinessRequest => ({
  id,
  type: 'authorization.requested',
  created_at: at.toISOString(),
  environment: process.env.ENVIRONMENT === 'live' ? 'live' : 'sandbox',
  test,
  data: {
    object: 'authorization_request',
    ...about,
    respond_by: new Date(at.getTime() + deadline_ms).toISOString(),
  },
});

const answered = async (
  endpoint: AuthorizationEndpoint,
  request: BusinessRequest,
  { at, deadline_ms }: Times,
) => {
  const began = performance.now();
  const failed = (failure: FallbackReason, message: string) => {
    return {
      opinion: null,
      failure,
      message,
      response_ms: Math.round(performance.now() - began),
    } as const;
  };
  try {
    const { secrets, custom_headers } = await openSecrets(endpoint, at);
    const { id, type } = request;
    const sending = {
      url: endpoint.url,
      event: { id, type },
      attempt: 1,
      at,
      secrets,
      custom_headers,
    };
    const body = JSON.stringify(request);
    const result = await send(
      deliveryRequest({ ...sending, body, deadline_ms, body_wait_ms: undefined }),
    );
    if (result.error) return failed(result.error.kind, result.error.message);
    const opinion = parseAnswer(result.response?.body ?? '', request.data);
    if (!opinion)
      return failed(
        'bad_response',
        'The body is not the JSON of a decision, or approves another amount.',
      );
    return { opinion, failure: null, message: null, response_ms: result.duration_ms } as const;
  } catch (error) {
    logEvent('error', 'authorization_endpoint_not_asked', {
      endpoint_id: endpoint.id,
      error: serializeError(error),
    });
    return failed('internal', 'The request could not be made.');
  }
};
