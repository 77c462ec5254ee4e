import * as z from 'zod/mini';
import type {
  ApiErrorCode,
  ApiErrorDetails,
  ApiErrorItem,
  ApiErrorItemCode,
  RevealWay,
} from '../functions/core/api-error.ts';
import { catalogue } from '../functions/core/error-catalogue.ts';
import { errorPages, keyCallersCodes } from '../functions/core/errors.ts';
import type { Requirements as OpenRequirements } from '../functions/core/requirement-schema.ts';
import { RequirementList, Stated } from '../functions/core/requirement-schema.ts';
import { itemSentences } from '../functions/core/validation.ts';
import { type IssuerRefusalReason, issuerRefusals } from '../functions/issuing/cards/states.ts';
import { type AnswerHeader, everyAnswer, headerRefs } from './headers.ts';
import type { JsonSchema, SchemaPrinter } from './schemas.ts';

const codes = keyCallersCodes as [ApiErrorCode, ...ApiErrorCode[]];
const itemCodes = Object.keys(itemSentences) as [ApiErrorItemCode, ...ApiErrorItemCode[]];

const ProblemItem = z
  .object({
    pointer: z
      .optional(z.string())
      .check(z.meta({ description: 'JSON pointer (RFC 6901) to the error in the body.' })),
    parameter: z.optional(z.string()).check(
      z.meta({
        description: 'The place of an error outside of the body, such as `query.limit`.',
      }),
    ),
    code: z
      .enum(itemCodes)
      .check(z.meta({ id: 'ProblemItemCode', description: 'The fault, for programs.' })),
    detail: z.string().check(z.meta({ description: 'The expected value.' })),
  })
  .check(z.meta({ id: 'ProblemItem', description: 'The fault in one part of the request.' }));

const RevealWaySchema = z
  .enum(['public_key', 'nonce'] satisfies RevealWay[])
  .check(z.meta({ id: 'RevealWay', description: 'The means to receive a card number.' }));

const IssuerRefusalReasonSchema = z
  .enum(Object.keys(issuerRefusals) as IssuerRefusalReason[])
  .check(z.meta({ id: 'IssuerRefusalReason', description: 'Why the issuer rejected an order.' }));

/** Every error, RFC 9457 `application/problem+json`. */
export const ProblemSchema = z
  .object({
    type: z.string().check(
      z.meta({
        description: 'The page of the kind of error, relative to the host of the API, or absolute.',
      }),
    ),
    title: z.string().check(z.meta({ description: 'The kind of error, for people.' })),
    status: z
      .int()
      .check(z.minimum(400), z.maximum(599), z.meta({ description: 'The HTTP status.' })),
    detail: z.string().check(z.meta({ description: 'The cause and the next step.' })),
    code: z
      .enum(codes)
      .check(z.meta({ id: 'ProblemCode', description: 'The kind of error, for programs.' })),
    request_id: z.string().check(
      z.meta({
        description: 'Also in `x-request-id`. `GET /requests/{request_id}` shows the request.',
      }),
    ),
    errors: z
      .optional(z.array(ProblemItem))
      .check(z.meta({ description: 'Everything that is wrong with the request.' })),
    current_status: z
      .optional(z.string())
      .check(z.meta({ description: 'The current status of the resource.' })),
    status_reason: z
      .optional(z.string())
      .check(z.meta({ description: 'Why nothing is allowed, if the reason is another resource.' })),
    allowed_actions: z
      .optional(z.array(z.string()))
      .check(
        z.meta({ description: 'The actions that the resource allows now, as path segments.' }),
      ),
    requirements: z.optional(RequirementList),
    required_scope: z
      .optional(z.string())
      .check(z.meta({ description: 'The scope that the key lacks, such as `cards:write`.' })),
    feature: z.optional(z.string()).check(z.meta({ description: 'The feature that is missing.' })),
    attempts_left: z
      .optional(z.int().check(z.minimum(0)))
      .check(z.meta({ description: 'The remaining number of guesses.' })),
    ineligible_reasons: z
      .optional(z.array(Stated))
      .check(z.meta({ description: 'Why the customer may not have the feature.' })),
    retry_after_seconds: z
      .optional(z.int().check(z.minimum(0)))
      .check(z.meta({ description: 'How long to wait before the next request.' })),
    issuer_reason: z.optional(IssuerRefusalReasonSchema).check(
      z.meta({
        description: `Why the issuer rejected it. ${Object.entries(issuerRefusals)
          .map(([code, sentence]) => `\`${code}\`: ${sentence}`)
          .join(' ')}`,
      }),
    ),
    reveal_with: z.optional(RevealWaySchema).check(
      z.meta({
        description: 'The field that the issuer accepts instead; absent if there is none.',
      }),
    ),
  })
  .check(
    z.meta({ id: 'Problem', description: 'An error, RFC 9457, with what can be done about it.' }),
  );

const items: readonly ApiErrorItem[] = [
  {
    pointer: '/email',
    code: 'invalid_format',
    detail: 'Must be an e-mail address, such as ada.lovelace@example.com.',
  },
  { pointer: '/nickname', code: 'unknown_field', detail: itemSentences.unknown_field },
];

const requirementsExample: OpenRequirements = {
  currently_due: [
    {
      code: 'profile.date_of_birth',
      description: 'The date of birth of the customer.',
      resolve_with: {
        method: 'PATCH',
        path: 'customers/cus_01jd5fq7k9e8xv3m2n4p6r8t0w',
        body: { date_of_birth: null },
      },
      alternatives: [],
    },
  ],
  pending_verification: [],
};

const activationExample: OpenRequirements = {
  currently_due: [
    {
      code: 'feature.virtual_cards',
      description: 'The feature is active for the customer.',
      resolve_with: {
        method: 'POST',
        path: 'customers/cus_01jd5fq7k9e8xv3m2n4p6r8t0w/features/virtual_cards/activate',
        body: {},
      },
      alternatives: [],
    },
  ],
  pending_verification: [],
};

/**
 * The members that an error of one code has besides the common ones, as an example for the
 * reference.
 */
const details: { readonly [code in ApiErrorCode]?: ApiErrorDetails } = {
  validation_failed: { errors: items },
  action_not_allowed: { current_status: 'closed', allowed_actions: [] },
  insufficient_scope: { required_scope: 'cards:write' },
  verification_requirements_due: { requirements: requirementsExample },
  feature_not_active: { feature: 'virtual_cards', requirements: activationExample },
  order_in_progress: { retry_after_seconds: 12 },
  last4_mismatch: { attempts_left: 4 },
  issuer_refused: { issuer_reason: 'not_accepted' },
  reveal_not_available: { reveal_with: 'nonce' },
  activation_locked: { retry_after_seconds: 3600 },
  reveal_limit_reached: { retry_after_seconds: 1200 },
  feature_requirements_due: { feature: 'virtual_cards', requirements: requirementsExample },
  feature_ineligible: {
    feature: 'virtual_cards',
    ineligible_reasons: [
      {
        code: 'customer_suspended',
        description: 'The customer is suspended; reactivate it first.',
      },
    ],
  },
  rate_limited: { retry_after_seconds: 1 },
  unavailable: { retry_after_seconds: 1 },
};

/** A refusal of one code as a caller would see it. */
export const problemExample = (code: ApiErrorCode): z.infer<typeof ProblemSchema> => {
  const { status, title, detail } = catalogue[code];
  const request_id = '6f1c2f5e-3a0b-4c67-9a55-0c1d2e3f4a5b';
  const problem = {
    type: `${errorPages}${code}`,
    title,
    status,
    detail,
    code,
    request_id,
    ...details[code],
  };
  return problem as z.infer<typeof ProblemSchema>;
};

/** Prints errors as components: many routes share them. `responses` and `examples` gather what was referred to. */
export type ErrorPrinter = {
  /** A reference to the answer that carries one of these codes, all of one status, and these headers besides. */
  readonly refer: (codes: readonly ApiErrorCode[], headers: readonly AnswerHeader[]) => JsonSchema;
  /** A reference to the answer that says that nothing has changed, with these headers. */
  readonly unchanged: (headers: readonly AnswerHeader[]) => JsonSchema;
  readonly responses: Readonly<Record<string, JsonSchema>>;
  readonly examples: Readonly<Record<string, JsonSchema>>;
};

/** One printer makes the errors of one document. */
export const errorPrinter = (printer: SchemaPrinter): ErrorPrinter => {
  const responses: Record<string, JsonSchema> = {};
  const examples: Record<string, JsonSchema> = {};
  const refer = (codes: readonly ApiErrorCode[], headers: readonly AnswerHeader[]) => {
    const sorted = codes.toSorted();
    const name = [...namesOf(sorted), ...headers].join('.');
    responses[name] ??= response(sorted, headers, printer);
    for (const code of sorted)
      examples[code] ??= { summary: catalogue[code].title, value: problemExample(code) };
    return { $ref: `#/components/responses/${name}` };
  };
  const unchanged = (headers: readonly AnswerHeader[]) => {
    const name = [
      'not_modified',
      ...headers.filter((one) => !(everyAnswer as readonly string[]).includes(one)),
    ].join('.');
    responses[name] ??= { description: 'Not changed since.', headers: headerRefs(headers) };
    return { $ref: `#/components/responses/${name}` };
  };
  return { refer, unchanged, responses, examples };
};

/** Codes that most routes have together. Their responses would have long names, and each route repeats those. */
const families: Readonly<Record<string, readonly ApiErrorCode[]>> = {
  key_refused: [
    'account_suspended',
    'insufficient_scope',
    'ip_address_not_allowed',
    'tenant_mismatch',
  ],
  body_refused: [
    'idempotency_key_invalid',
    'idempotency_key_required',
    'malformed_json',
    'validation_failed',
  ],
  failed: ['internal', 'unreadable_item'],
};

/** The parts of the name of a response: a family for those of its codes, and the other codes. */
const namesOf = (sorted: readonly ApiErrorCode[]): string[] => {
  const found = Object.entries(families).filter(([, codes]) =>
    codes.every((code) => sorted.includes(code)),
  );
  const named = found.flatMap(([, codes]) => codes);
  return [...found.map(([family]) => family), ...sorted.filter((code) => !named.includes(code))];
};

const response = (
  codes: readonly ApiErrorCode[],
  headers: readonly AnswerHeader[],
  printer: SchemaPrinter,
): JsonSchema => ({
  description: codes.map((code) => `\`${code}\`: ${catalogue[code].title}.`).join(' '),
  headers: headerRefs([
    ...everyAnswer,
    ...headers,
    ...(codes.every(namesWhen) ? ['Retry-After' as const] : []),
    ...(codes.includes('unauthorized') ? ['WWW-Authenticate' as const] : []),
    ...(codes.includes('rate_limited') ? (['RateLimit-Policy', 'RateLimit'] as const) : []),
    ...(codes.some((code) => catalogue[code].retry) ? [] : ['X-Should-Retry' as const]),
  ]),
  content: {
    'application/problem+json': {
      schema: printer.print(ProblemSchema),
      examples: Object.fromEntries(
        codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
      ),
    },
  },
});

/** 429 and 503 say when to come back. */
const namesWhen = (code: ApiErrorCode): boolean => [429, 503].includes(catalogue[code].status);
