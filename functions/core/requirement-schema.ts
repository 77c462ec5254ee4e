import * as z from 'zod/mini';
import type { ReadonlyDeep } from './json.ts';

/** A reason or a need of one kind, with a sentence about it. */
export const Stated = z
  .object({
    code: z.string().check(z.meta({ description: 'Its code, for programs.' })),
    description: z.string().check(z.meta({ description: 'Its description, for people.' })),
  })
  .check(
    z.meta({
      id: 'Reason',
      description: 'A reason or a requirement, for programs and for people.',
    }),
  );

/** A call that can be made now. */
export const ResolvingCallResource = z
  .object({
    method: z
      .enum(['GET', 'POST', 'PATCH'])
      .check(z.meta({ id: 'ResolvingMethod', description: 'The HTTP method of a call.' })),
    path: z.string().check(
      z.meta({
        description: 'Relative to the base address, with real ids.',
        examples: ['customers/cus_01jd5fq7k9e8xv3m2n4p6r8t0w/documents'],
      }),
    ),
    body: z.nullable(z.record(z.string(), z.unknown())).check(
      z.meta({
        description:
          'Complete except for values that only you know, which are null. If it is null, send no body.',
        examples: [{ type: 'passport', side: 'front', content_type: null, size_bytes: null }],
      }),
    ),
  })
  .check(z.meta({ id: 'ResolvingCall', description: 'The exact call that meets a requirement.' }));

/** A missing requirement, and how to resolve it. */
export const RequirementResource = z
  .object({
    code: z.string().check(
      z.meta({
        description: 'The requirement, for programs.',
        examples: ['document.government_id'],
      }),
    ),
    description: z.string().check(z.meta({ description: 'The requirement, for people.' })),
    resolve_with: z
      .nullable(ResolvingCallResource)
      .check(z.meta({ description: 'Null if the service must act.' })),
    alternatives: z
      .array(ResolvingCallResource)
      .check(z.meta({ description: 'Other calls that meet it as well.' })),
  })
  .check(z.meta({ id: 'Requirement', description: 'One thing that is missing.' }));

/**
 * The missing requirements: those that you can resolve now, in order, and those that wait on us.
 */
export const RequirementList = z
  .object({
    currently_due: z
      .array(RequirementResource)
      .check(z.meta({ description: 'In order; the call of the first one can succeed now.' })),
    pending_verification: z
      .array(RequirementResource)
      .check(z.meta({ description: 'The service must act; there is nothing to call.' })),
  })
  .check(
    z.meta({ id: 'Requirements', description: 'The missing requirements, and who provides them.' }),
  );
export type RequirementList = z.infer<typeof RequirementList>;

/**
 * The missing requirements: those that the caller can resolve now, in order, and those that wait on
 * us.
 */
export type Requirements = ReadonlyDeep<RequirementList>;
export type Requirement = Requirements['currently_due'][number];
/** A call of this API with real ids; in its body null stands for what only the caller knows. */
export type ResolvingCall = NonNullable<Requirement['resolve_with']>;
