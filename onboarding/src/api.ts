import type * as z from 'zod/mini';
import { ApiError } from '../../client/src/api-error.ts';
import { sendBytes } from '../../dashboard/src/api/upload.ts';
import type {
  DocumentCreate,
  DocumentResource,
} from '../../functions/identity/documents/schema.ts';
import type {
  OnboardingPersonCreate,
  OnboardingPersonPatch,
  OnboardingProfilePatch,
  OnboardingResource,
} from '../../functions/identity/onboarding/schema.ts';
import { tokenForm } from './token.ts';

export type Onboarding = OnboardingResource;
export type Requirement = Onboarding['requirements']['currently_due'][number];
export type Person = Onboarding['persons'][number];
export type Profile = NonNullable<Onboarding['profile']>;
export type ProfilePatch = z.input<typeof OnboardingProfilePatch>;
export type PersonPatch = z.input<typeof OnboardingPersonPatch>;
export type PersonCreate = z.input<typeof OnboardingPersonCreate>;
export type Document = DocumentResource;
export type DocumentType = DocumentCreate['type'];

/**
 * The picture that a person sends as one side of a document; the key is the same for each attempt.
 */
export type Picture = {
  readonly file: File;
  readonly type: DocumentType;
  readonly side: Document['side'];
  readonly personId: string | null;
  readonly idempotencyKey: string;
};

/** The calls of the page, by the token of its link. They throw ApiError, or TypeError where nothing was reached. */
export const createPageApi = (token: string) => {
  const base = `/onboarding-api/${tokenForm.exec(token)?.[1]}/v1/onboarding`;
  const call = async <T>(
    method: string,
    path: string,
    body?: unknown,
    idempotencyKey?: string,
  ): Promise<T> => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        'api-key': token,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    });
    const answer = await response.json().catch(() => ({}));
    if (!response.ok) throw new ApiError(response.status, response.headers, answer);
    return answer;
  };
  return {
    read: () => call<Onboarding>('GET', ''),
    change: (patch: ProfilePatch) => call<Onboarding>('PATCH', '/profile', patch),
    add: (person: PersonCreate, key: string) => call<Onboarding>('POST', '/persons', person, key),
    changePerson: (id: string, patch: PersonPatch) =>
      call<Onboarding>('PATCH', `/persons/${id}`, patch),
    document: (id: string) => call<Document>('GET', `/documents/${id}`),
    submit: (idempotencyKey: string) => call<Onboarding>('POST', '/submit', {}, idempotencyKey),
    /** Announces a document and sends its bytes to storage; what was sent before is not sent again. */
    send: async ({ file, type, side, personId, idempotencyKey }: Picture): Promise<Document> => {
      const whose = personId === null ? {} : { person_id: personId };
      const sent = {
        type,
        ...(side && { side }),
        ...whose,
        content_type: file.type,
        size_bytes: file.size,
      };
      const { id } = await call<Document>('POST', '/documents', sent, idempotencyKey);
      const { upload, ...document } = await call<Document>('GET', `/documents/${id}`);
      if (upload) await sendBytes(upload, file);
      return { upload, ...document };
    },
  };
};
export type PageApi = ReturnType<typeof createPageApi>;
