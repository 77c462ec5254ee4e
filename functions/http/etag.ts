import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ApiError, type ApiErrorItem } from '../api-error.ts';
import type { Route } from '../route.ts';
import { headerOf } from './caller.ts';

/** The etag of a version: strong, since a change applies to one version and no other. */
export const etagOf = (version: number): string => `"${version}"`;

/** Throws when If-Match names another version than the one that was read. Without it, or with `*`, any version matches. */
export type IfMatch = (read: { readonly version: number }) => void;

/**
 * What is invalid about If-Match: it takes `*` or one strong tag; anything else could never match. Where it is required it
 * must name a version, since `*` would not say which one the caller saw.
 */
export const ifMatchItems = (event: APIGatewayProxyEvent, ifMatch?: Route['ifMatch']): ApiErrorItem[] => {
  const sent = headerOf(event, 'if-match');
  if (sent !== undefined && isStrongTag.test(sent)) return [];
  if (ifMatch === 'required') return [sent === undefined ? missing : unversioned];
  return sent === undefined || sent === '*' ? [] : [misshapen];
};

/** The precondition that the caller set. */
export const ifMatchOf = (event: APIGatewayProxyEvent): IfMatch => {
  const sent = headerOf(event, 'if-match');
  return ({ version }) => {
    if (sent !== undefined && sent !== '*' && sent !== etagOf(version)) throw new ApiError('version_mismatch');
  };
};

const isStrongTag = /^"[\x21\x23-\x7e]*"$/;

const missing: ApiErrorItem = {
  parameter: 'header.If-Match',
  code: 'required',
  detail: 'Send the etag of the version that you saw, such as `"3"`. The change applies to that version only.',
};

const unversioned: ApiErrorItem = {
  parameter: 'header.If-Match',
  code: 'invalid_format',
  detail: 'Must be one strong tag from a response, such as `"3"`: no list, no weak tag such as `W/"3"`, and no `*`.',
};

const misshapen: ApiErrorItem = {
  parameter: 'header.If-Match',
  code: 'invalid_format',
  detail: 'Must be `*` or one strong tag from a response, such as `"3"`: no list, and no weak tag such as `W/"3"`.',
};

/** Whether the caller has this version already: If-None-Match, compared weakly as RFC 9110 says. */
export const isKnown = (event: APIGatewayProxyEvent, etag: string): boolean => {
  const sent = headerOf(event, 'if-none-match');
  if (sent === undefined) return false;
  return sent.trim() === '*' || sent.split(',').some((tag) => opaque(tag) === opaque(etag));
};

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');
