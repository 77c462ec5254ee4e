import type { APIGatewayProxyEvent } from 'aws-lambda';
import { isRole, type Role } from '../access.ts';

/** The caller, from the authorizer's context: the tenant comes from here and from nowhere else. */
export type Caller = {
  readonly tenant_id: string;
  readonly account_id: string;
  readonly account_status: string;
  readonly environment: string;
  /**
   * The scopes of a restricted key, and the addresses it may call from; absent: everything, from
   * any address.
   */
  readonly restriction?: {
    readonly scopes: readonly string[];
    readonly allowed_ips: readonly string[];
  };
  /** The key that a program calls with, the operator who acts in the dashboard, or the link that a customer acts by. */
  readonly actor: {
    readonly type: 'api_key' | 'operator' | 'onboarding_link';
    readonly id: string;
  };
  /** The one customer of an onboarding link. */
  readonly customer_id?: string;
  /** The write shards of the tenant as words (write-shards.ts); empty where it has one. */
  readonly write_shards: string;
  /** The role of an operator; programs have none. */
  readonly role?: Role;
};

/** The caller of a request that the authorizer allowed. */
export const callerOf = (event: APIGatewayProxyEvent): Caller => {
  const context = event.requestContext.authorizer ?? {};
  const text = (name: string) => {
    const value: unknown = context[name];
    if (typeof value !== 'string' || value === '')
      throw new Error(`the authorizer's context has no ${name}`);
    return value;
  };
  return {
    tenant_id: text('tenant_id'),
    account_id: text('account_id'),
    account_status: text('account_status'),
    environment: text('environment'),
    ...(context.scopes !== undefined && {
      restriction: { scopes: listOf(context.scopes), allowed_ips: listOf(context.allowed_ips) },
    }),
    write_shards: context.write_shards === undefined ? '' : text('write_shards'),
    ...(context.customer_id !== undefined && { customer_id: text('customer_id') }),
    ...(context.operator_id === undefined
      ? {
          actor: {
            type: context.customer_id === undefined ? 'api_key' : 'onboarding_link',
            id: text('key_id'),
          },
        }
      : {
          actor: { type: 'operator', id: text('operator_id') },
          role: roleNamed(text('operator_role')),
        }),
  };
};

/** The context of an authorizer holds no lists, so theirs are words separated by spaces. */
const listOf = (words: unknown): string[] =>
  typeof words === 'string' && words !== '' ? words.split(' ') : [];

const roleNamed = (word: string): Role => {
  if (!isRole(word)) throw new Error(`the authorizer's context has an unknown role: ${word}`);
  return word;
};

/** A header by its name in lower case. Several of one name are joined as RFC 9110 says, equal ones count once. */
export const headerOf = (event: APIGatewayProxyEvent, name: string): string | undefined => {
  const values = Object.entries(event.multiValueHeaders ?? {})
    .filter(([sent]) => sent.toLowerCase() === name)
    .flatMap(([, sent]) => sent ?? []);
  if (values.length > 0) return [...new Set(values)].join(', ');
  return Object.entries(event.headers ?? {}).find(([sent]) => sent.toLowerCase() === name)?.[1];
};
