import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Stack } from 'aws-cdk-lib/core';
import { type Environment, signInParameter } from './environments.ts';

/**
 * The issuer of the tokens of people in the dashboard, and their client: as set, or as live's
 * sign-in stack says. Each environment has its own client, so that a token for one is none for the
 * other.
 */
export const tokensOf = (
  stack: Stack,
  { name, signIn }: Environment,
): { readonly issuer: string; readonly clientId: string } =>
  signIn ?? { issuer: written(stack, 'issuer'), clientId: written(stack, `${name}-client-id`) };

/** The user pool of live, whose id ends its issuer. */
export const userPoolOf = (stack: Stack, { signIn }: Environment): string =>
  signIn ? (signIn.issuer.split('/').at(-1) ?? '') : written(stack, 'pool-id');

/** The address of the pages where people sign in. */
export const signInPages = (stack: Stack): string => written(stack, 'domain');

const written = (stack: Stack, what: Parameters<typeof signInParameter>[0]): string =>
  StringParameter.valueForStringParameter(stack, signInParameter(what));
