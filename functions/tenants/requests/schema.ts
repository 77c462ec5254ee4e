import * as z from 'zod/mini';
import { Timestamp } from '../../core/fields.ts';
import { uuid } from '../../core/ids.ts';
import { objectNamed, withDescription } from '../../core/resource.ts';

/** The id of a request. */
export const RequestId = z.string().check(
  z.regex(uuid),
  z.meta({
    description: 'The `x-request-id` of the response, and `request_id` of an error.',
    examples: ['7d0f3c5a-2b1e-4c8f-9a6d-0e4b7c1f2a3d'],
  }),
);

const described = <S extends z.ZodMiniType>(schema: S, description: string) =>
  schema.check(z.meta({ description })) as S;

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export const actorTypes = ['api_key', 'operator', 'onboarding_link'] as const;

/** A call of the API. */
export const LoggedCall = z
  .object({
    id: RequestId,
    object: objectNamed('request'),
    created_at: withDescription(Timestamp, 'When it arrived.'),
    method: described(z.string(), 'The method.'),
    route: described(
      z.string(),
      'The path as the reference writes it, such as `/customers/{customer_id}`.',
    ),
    path: described(
      z.string(),
      'The path with its ids. A part that is no id stays in braces, as does all of a path that never reached the service.',
    ),
    status: described(z.int(), 'The status of the response.'),
    error_code: described(z.nullable(z.string()), 'The `code` of the error; null without one.'),
    duration_ms: described(z.int(), 'How long it took, in milliseconds.'),
    actor: z.nullable(
      z
        .object({
          type: z.enum(actorTypes).check(
            z.meta({
              id: 'CallerType',
              description:
                'A key of yours, a person in the dashboard, or a customer by an onboarding link.',
            }),
          ),
          id: described(z.string(), 'The id of the key, the person or the link.'),
        })
        .check(z.meta({ id: 'RequestCaller', description: 'The caller.' })),
    ),
    resource_id: described(
      z.nullable(z.string()),
      'The new resource, or the one that the path names.',
    ),
    idempotency_key: described(
      z.nullable(z.string()),
      'The Idempotency-Key, if it is a UUID or a ULID. Null for any other, since it may name somebody.',
    ),
    replayed: described(
      z.boolean(),
      'Whether the response is that of an earlier request with the same key.',
    ),
    event_ids: described(z.array(z.string()), 'The events that it caused.'),
    errors: described(
      z.array(
        z
          .object({
            pointer: described(z.nullable(z.string()), 'The field of the body, as a JSON Pointer.'),
            parameter: described(z.nullable(z.string()), 'The parameter of the query or the path.'),
            code: described(z.string(), 'The code of the item in `errors`.'),
          })
          .check(z.meta({ id: 'RequestErrorItem', description: 'One invalid field.' })),
      ),
      'The first 10 of the `errors` of the response, without values; `*` stands for a name that the API does not define.',
    ),
  })
  .check(z.meta({ id: 'Request', description: 'A call of the API, without its bodies.' }));
export type LoggedCall = z.infer<typeof LoggedCall>;
