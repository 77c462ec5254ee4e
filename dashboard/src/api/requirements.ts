import type { FeatureId } from '../../../functions/identity/catalogues/model.ts';
import type { VerificationLevel } from '../../../functions/identity/customers/persons.ts';
import {
  type ProofCode,
  verificationErrorCodes,
  verificationErrors,
} from '../../../functions/identity/verifications/errors.ts';
import { filled, t } from '../texts/texts.ts';
import type { Requirement, ResolvingCall } from './client.ts';

type KnownCode =
  | ProofCode
  | 'verification.document_ids'
  | `verification.${VerificationLevel}`
  | `feature.${FeatureId}`
  | 'customer.active'
  | `agreement.${string}`
  | `profile.${string}`
  | `persons.${string}`;

/** Short names of requirements that may be missing. */
const names: Readonly<Record<KnownCode, string>> = t.ui.requirements;

/** The text that the customer sees after a decision, by the API's own sentence. */
const decisions = new Map<string, string>(
  verificationErrorCodes.map((code) => [
    verificationErrors[code].message,
    t.verificationErrors[code],
  ]),
);

/** The person of a business whom a requirement is about: `persons.prs_….nationality`. */
export const requiredPerson = (code: string): string | undefined =>
  /^persons\.(prs_\w+)\./.exec(code)?.[1];

/** The missing requirements, for people. After a decision it is the message that the customer sees. */
export const requirementText = ({
  code,
  description,
}: Pick<Requirement, 'code' | 'description'>): string => {
  const part = code.replace(/^persons\.prs_\w+\./, '');
  const name = names[part as KnownCode] ?? names[`profile.${part}`];
  return decisions.get(description) ?? name ?? filled(t.ui.missingDescription, { description });
};

/** The page of the dashboard that makes a call, below the environment; null where no page does. */
export const requirementLink = ({ method, path, body }: ResolvingCall): string | null => {
  const [resource = '', id = '', part, name, verb] = path.split('/');
  const call = [method, resource, part, verb].filter((one) => one !== undefined).join(' ');
  switch (call) {
    case 'PATCH customers':
      if (body && 'owners_declared' in body) return `/customers/${id}/persons`;
      return `/customers/${id}/edit?${new URLSearchParams({ fields: leaves(body).join(',') })}`;
    case 'PATCH persons':
      return `/persons/${id}?${new URLSearchParams({ fields: leaves(body).join(',') })}`;
    case 'POST customers persons':
      return `/customers/${id}/persons/new?${new URLSearchParams({ role: String([body?.roles].flat()[0] ?? '') })}`;
    case 'POST customers documents':
      return `/customers/${id}/documents/new?${new URLSearchParams(strings(body, ['type', 'side', 'person_id']))}`;
    case 'POST customers verifications':
      return `/customers/${id}/verifications?${new URLSearchParams({ begin: String(body?.level ?? 'standard') })}`;
    case 'POST customers features activate':
      return `/customers/${id}/features?${new URLSearchParams({ feature: name ?? '' })}`;
    case 'POST customers reactivate':
      return `/customers/${id}`;
    case 'GET documents':
      return `/documents/${id}`;
    case 'PATCH verifications':
    case 'POST verifications submit':
      return `/verifications/${id}`;
    default:
      return null;
  }
};

/** The fields of a body that are to be filled in, as `address.city`. */
const leaves = (body: ResolvingCall['body'], within = ''): string[] =>
  Object.entries(body ?? {}).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? leaves(value as Record<string, unknown>, `${within}${name}.`)
      : [`${within}${name}`],
  );

const strings = (body: ResolvingCall['body'], names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = body?.[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
