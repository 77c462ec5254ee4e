import { wildcard } from '../iam/wildcard.ts';

/** What an authorizer must answer. */
export type AuthorizerAnswer = {
  readonly principalId: string;
  readonly policyDocument: { readonly Statement: readonly Statement[] };
  /** Texts only, as functions see them. */
  readonly context: Readonly<Record<string, string>>;
  /** The value of the API key that the caller is counted by. */
  readonly usageIdentifierKey?: string;
};

type Statement = {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
};

/** Reads an authorizer's answer; undefined where API Gateway could not use it. */
export const readAuthorizerAnswer = (payload: string): AuthorizerAnswer | undefined => {
  const answer = objectIn(payload);
  const statements = objectOr(answer?.policyDocument)?.Statement;
  const context = contextOf(answer?.context ?? {});
  if (!answer || typeof answer.principalId !== 'string' || !context || statements === undefined) return undefined;
  const { usageIdentifierKey } = answer;
  if (usageIdentifierKey !== undefined && typeof usageIdentifierKey !== 'string') return undefined;
  const read = listOf(statements).map(statementOf);
  if (!read.every((each) => each !== undefined)) return undefined;
  const said = { principalId: answer.principalId, policyDocument: { Statement: read }, context };
  return usageIdentifierKey === undefined ? said : { ...said, usageIdentifierKey };
};

/** Whether the policy lets the caller invoke this method: some statement allows it and none denies it. */
export const allows = ({ policyDocument }: AuthorizerAnswer, methodArn: string): boolean => {
  const matching = policyDocument.Statement.filter(
    (each) =>
      each.Action.some((action) => wildcard(action, 'i')('execute-api:Invoke')) &&
      each.Resource.some((resource) => wildcard(resource)(methodArn)),
  );
  return matching.some(({ Effect }) => Effect === 'Allow') && !matching.some(({ Effect }) => Effect === 'Deny');
};

/** The object that a JSON text holds; undefined where it is no JSON or no object. */
export const objectIn = (json: string): Record<string, unknown> | undefined => {
  try {
    return objectOr(JSON.parse(json));
  } catch {
    return undefined;
  }
};

const objectOr = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** A context value that is an object or a list makes API Gateway refuse the whole answer. */
const contextOf = (value: unknown): Record<string, string> | undefined => {
  const entries = Object.entries(objectOr(value) ?? {});
  const usable = entries.every(([, each]) => ['string', 'number', 'boolean'].includes(typeof each));
  return usable ? Object.fromEntries(entries.map(([name, each]) => [name, String(each)])) : undefined;
};

const statementOf = (value: unknown): Statement | undefined => {
  const { Effect, Action, Resource } = objectOr(value) ?? {};
  const [actions, resources] = [listOf(Action), listOf(Resource)];
  const texts = (list: readonly unknown[]): list is string[] => list.every((each) => typeof each === 'string');
  if ((Effect !== 'Allow' && Effect !== 'Deny') || !texts(actions) || !texts(resources)) return undefined;
  return { Effect, Action: actions, Resource: resources };
};
