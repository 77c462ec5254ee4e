import * as z from 'zod/mini';
import { listOf, Timestamp } from '../../core/fields.ts';
import { idempotencyKeyPattern } from '../../core/ids.ts';
import { pageQuery } from '../../core/list-query.ts';
import { objectNamed, withDescription } from '../../core/resource.ts';
import { route } from '../../core/route.ts';

/** The requests of a key, as the world sees them. */
export const IdempotencyRecord = z
  .object({
    object: objectNamed('idempotency_record'),
    operation: z.string().register(z.globalRegistry, {
      description: 'The operationId that ran.',
      examples: ['customers.create'],
    }),
    status_code: z
      .int()
      .check(
        z.minimum(200),
        z.maximum(299),
        z.meta({ description: 'The status of the response.' }),
      ),
    resource: z.nullable(
      z
        .object({
          id: z.string().register(z.globalRegistry, { description: 'Its id.' }),
          object: z.string().register(z.globalRegistry, { description: 'The kind of object.' }),
          path: z
            .string()
            .register(z.globalRegistry, { description: 'Where to read it, from the host root.' }),
        })
        .register(z.globalRegistry, {
          id: 'MadeResource',
          description: 'The resource that the request created or changed.',
        }),
    ),
    created_at: withDescription(Timestamp, 'When the response was created.'),
    expires_at: Timestamp.check(
      z.meta({ description: 'When the key can be used for another request.' }),
    ),
  })
  .register(z.globalRegistry, {
    id: 'IdempotencyRecord',
    description: 'The effect of a request with an Idempotency-Key.',
  });
export type IdempotencyRecord = z.infer<typeof IdempotencyRecord>;

export const listIdempotencyKeys = route({
  id: 'idempotency-keys.list',
  method: 'GET',
  path: '/idempotency-keys',
  summary: 'List the requests of an Idempotency-Key',
  description:
    'The read is consistent. An empty list does not prove that nothing will happen, because a request may still be in flight. Retry with the same key instead.',
  query: z.strictObject({
    ...pageQuery,
    key: z.string().check(
      z.regex(
        idempotencyKeyPattern,
        'Must be an Idempotency-Key: 1 to 255 visible ASCII characters, such as a UUID.',
      ),
      z.meta({
        description: 'The key of the requests.',
        examples: ['0f8fad5b-d9cb-469f-a165-70867728950e'],
      }),
    ),
  }),
  returns: { status: 200, body: listOf(IdempotencyRecord, 'IdempotencyRecordList') },
  permissions: { idempotency: ['query'] },
});

/** The projection from an idempotency record: what it did, never its response. */
export const toIdempotencyRecord = (
  record: Pick<IdempotencyRecord, 'operation' | 'status_code' | 'resource' | 'created_at'> & {
    readonly expires_at: Date;
  },
): IdempotencyRecord => ({
  object: 'idempotency_record',
  operation: record.operation,
  status_code: record.status_code,
  resource: record.resource,
  created_at: record.created_at,
  expires_at: record.expires_at.toISOString(),
});
