import type { Answer, Caller } from './call.ts';
import { documentBody } from './fixtures/documents.ts';
import { pageCallerOf } from './fixtures/onboarding.ts';
import type { Tenant } from './fixtures/tenants.ts';

/** The calls of the page that a link leads to. */
export const pageOf = ({ baseUrl }: Tenant, { token }: { readonly token: string }): Caller =>
  pageCallerOf(baseUrl, token);

export const get = (page: Caller, path = '/onboarding'): Promise<Answer> =>
  page({ method: 'GET', path });

export const submit = (page: Caller): Promise<Answer> =>
  page({ method: 'POST', path: '/onboarding/submit', body: {} });

export const patch = (page: Caller, body: object): Promise<Answer> =>
  page({ method: 'PATCH', path: '/onboarding/profile', body });

/** Announces a document. */
export const announce = (page: Caller, fields: object = {}): Promise<Answer> =>
  page({ method: 'POST', path: '/onboarding/documents', body: documentBody(fields) });
