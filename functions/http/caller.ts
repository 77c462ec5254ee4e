import type { APIGatewayProxyEvent } from 'aws-lambda';
import { isRole, type Role } from '../access.ts';

/** Who calls, as the authorizer said: the tenant comes from here and from nowhere else. */
export type Caller = {
  readonly tenant_id: string;
  readonly account_id: string;
  readonly account_status: string;
  readonly environment: string;
  /** What a restricted key may do, and from which addresses; absent: it may do everything, from everywhere. */
  readonly restriction?: { readonly scopes: readonly string[]; readonly allowed_ips: readonly string[] };
  /** The key that a program calls with, or the operator who acts in the dashboard. */
  readonly actor: { readonly type: 'api_key' | 'operator'; readonly id: string };
  /** What an operator may be asked for; programs have none. */
  readonly role?: Role;
};

/** The caller of a request that passed the authorizer. */
export const callerOf = (event: APIGatewayProxyEvent): Caller => {
  const said = event.requestContext.authorizer ?? {};
  const text = (name: string) => {
    const value: unknown = said[name];
    if (typeof value !== 'string' || value === '') throw new Error(`the authorizer did not say ${name}`);
    return value;
  };
  return {
    tenant_id: text('tenant_id'),
    account_id: text('account_id'),
    account_status: text('account_status'),
    environment: text('environment'),
    ...(said.scopes !== undefined && {
      restriction: { scopes: listOf(said.scopes), allowed_ips: listOf(said.allowed_ips) },
    }),
    ...(said.operator_id === undefined
      ? { actor: { type: 'api_key', id: text('key_id') } }
      : { actor: { type: 'operator', id: text('operator_id') }, role: roleNamed(text('operator_role')) }),
  };
};

/** The authorizer says lists as words with spaces between them. */
const listOf = (said: unknown): string[] => (typeof said === 'string' && said !== '' ? said.split(' ') : []);

const roleNamed = (word: string): Role => {
  if (!isRole(word)) throw new Error(`the authorizer named a role that is none: ${word}`);
  return word;
};

/** A header by its name without regard to case; several of one name joined as RFC 9110 says. */
export const headerOf = (event: APIGatewayProxyEvent, name: string): string | undefined => {
  const values = Object.entries(event.multiValueHeaders ?? {})
    .filter(([sent]) => sent.toLowerCase() === name)
    .flatMap(([, sent]) => sent ?? []);
  if (values.length > 0) return values.join(', ');
  return Object.entries(event.headers ?? {}).find(([sent]) => sent.toLowerCase() === name)?.[1];
};
