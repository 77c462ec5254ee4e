import type { Database } from '../../core/dynamodb/client.ts';
import type { Requirements } from '../../core/requirement-schema.ts';
import { nothingRequired } from '../customers/requirements.ts';
import { openRequirements } from './decision.ts';
import type { Verification } from './model.ts';
import { caseContextOf, caseKeysOf, documentReferencesOf, readContext } from './table.ts';

/** The open requirements of a verification; one that does not wait for input takes no reading. */
export const readRequirements = async (
  db: Database,
  verification: Verification,
): Promise<Requirements> => {
  if (verification.status !== 'requires_input') return nothingRequired;
  const { customer, documentReferences } = await readContext(db, verification);
  return openRequirements(verification, customer, documentReferences);
};

/** Each with what is still required of it. All that they need is read in one batch and in one query for each customer. */
export const withRequirements = async (
  db: Database,
  verifications: readonly Verification[],
): Promise<[Verification, () => Requirements][]> => {
  const waiting = verifications.filter(({ status }) => status === 'requires_input');
  const customers = new Map(waiting.map(({ customer_id, tenant_id }) => [customer_id, tenant_id]));
  const [items, ...read] = await Promise.all([
    db.batch(waiting.flatMap(caseKeysOf)),
    ...[...customers].map(
      async ([id, tenant]) => [id, await documentReferencesOf(db, tenant, id)] as const,
    ),
  ]);
  const documentReferences = new Map(read);
  return verifications.map((one) => {
    if (one.status !== 'requires_input') return [one, () => nothingRequired];
    const own = items.splice(0, caseKeysOf(one).length);
    const requirements = () => {
      const references = documentReferences.get(one.customer_id) ?? [];
      const { customer, documentReferences: offered } = caseContextOf(one, own, references);
      return openRequirements(one, customer, offered);
    };
    return [one, requirements];
  });
};
