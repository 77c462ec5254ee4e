import type { ApiErrorCode } from '../../domain/api-error.ts';
import { catalogue } from '../errors.ts';
import { ProblemSchema, problemExample } from '../problem.ts';
import { everyAnswer, headerRefs } from './headers.ts';
import type { JsonSchema, SchemaPrinter } from './schemas.ts';

/** Prints errors as components: many routes share them. `responses` and `examples` gather what was referred to. */
export type ErrorPrinter = {
  /** A reference to the answer that carries one of these codes, all of one status. */
  readonly refer: (codes: readonly ApiErrorCode[]) => JsonSchema;
  readonly responses: Readonly<Record<string, JsonSchema>>;
  readonly examples: Readonly<Record<string, JsonSchema>>;
};

/** One printer makes the errors of one document. */
export const errorPrinter = (printer: SchemaPrinter): ErrorPrinter => {
  const responses: Record<string, JsonSchema> = {};
  const examples: Record<string, JsonSchema> = {};
  const refer = (codes: readonly ApiErrorCode[]) => {
    const sorted = codes.toSorted();
    const name = sorted.join('.');
    responses[name] ??= response(sorted, printer);
    for (const code of sorted) examples[code] ??= { summary: catalogue[code].title, value: problemExample(code) };
    return { $ref: `#/components/responses/${name}` };
  };
  return { refer, responses, examples };
};

const response = (codes: readonly ApiErrorCode[], printer: SchemaPrinter): JsonSchema => ({
  description: codes.map((code) => `\`${code}\`: ${catalogue[code].title}.`).join(' '),
  headers: headerRefs([
    ...everyAnswer,
    ...(codes.every(tellsWhen) ? ['retry-after' as const] : []),
    ...(codes.includes('unauthorized') ? ['www-authenticate' as const] : []),
    ...(codes.includes('rate_limited') ? (['ratelimit-policy', 'ratelimit'] as const) : []),
    ...(codes.some((code) => catalogue[code].retry) ? [] : ['x-should-retry' as const]),
  ]),
  content: {
    'application/problem+json': {
      schema: printer.print(ProblemSchema),
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
});

/** 429 and 503 say when to come back. */
const tellsWhen = (code: ApiErrorCode): boolean => [429, 503].includes(catalogue[code].status);
