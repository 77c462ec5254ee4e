import * as z from 'zod/mini';
import { route } from '../../core/route.ts';

const Document = z
  .looseObject({ openapi: z.string().check(z.meta({ description: 'The version of OpenAPI.' })) })
  .check(z.meta({ id: 'OpenapiDocument', description: 'An OpenAPI document.' }));

export const getOpenapi = route({
  id: 'openapi.get',
  method: 'GET',
  path: '/openapi.json',
  summary: 'Get this document',
  description:
    'OpenAPI 3.1, printed from the declarations that the service runs. It has one example of each resource; the pages that `GET /llms.txt` lists have one of every response and event. It needs no key.',
  returns: { status: 200, body: Document },
  permissions: {},
  public: true,
  // It changes with a deployment: a conditional request of a cache is answered in a few bytes.
  kept_seconds: 3600,
});

export const getLlms = route({
  id: 'openapi.llms',
  method: 'GET',
  path: '/llms.txt',
  summary: 'Get the index of the reference for language models',
  description: 'Markdown by llmstxt.org: a link to each page of the reference. It needs no key.',
  returns: {
    status: 200,
    type: 'text/markdown',
    body: z
      .string()
      .check(z.meta({ description: 'The index.', examples: ['# Financial Services API\n'] })),
  },
  permissions: {},
  reachable: ['api'],
  public: true,
  kept_seconds: 3600,
});

export const getPage = route({
  id: 'openapi.page',
  method: 'GET',
  path: '/docs/{page}',
  summary: 'Get a page of the reference as Markdown',
  description:
    'The routes, events and objects of one resource in `cards.md` and so on; `basics.md`, `errors.md`, `objects.md`; all of them in `llms-full.txt`. `GET /llms.txt` links to each. It needs no key.',
  params: z.object({
    page: z
      .string()
      .check(z.regex(/^[a-z-]{1,40}\.(md|txt)$/))
      .check(z.meta({ description: 'The name of the page.', examples: ['cards.md'] })),
  }),
  returns: {
    status: 200,
    type: 'text/markdown',
    body: z.string().check(z.meta({ description: 'The page.', examples: ['# Cards\n'] })),
  },
  errors: ['page_not_found'],
  permissions: {},
  reachable: ['api'],
  public: true,
  kept_seconds: 3600,
});

export const getErrorPage = route({
  id: 'openapi.error',
  method: 'GET',
  path: '/docs/errors/{code}',
  summary: 'Get the page of an error',
  description:
    'Why an error happens, the call that resolves it, and what a retry does. `type` of each error leads here. Markdown, or HTML where `Accept` names `text/html` and not `text/markdown`. It needs no key.',
  params: z.object({
    code: z
      .string()
      .check(z.regex(/^[a-z0-9_]{1,40}$/))
      .check(z.meta({ description: 'The code of the error.', examples: ['version_mismatch'] })),
  }),
  returns: {
    status: 200,
    type: 'text/markdown',
    otherType: 'text/html',
    body: z
      .string()
      .check(z.meta({ description: 'The page.', examples: ['# The resource has changed\n'] })),
  },
  errors: ['page_not_found'],
  permissions: {},
  reachable: ['api'],
  public: true,
  kept_seconds: 3600,
});
