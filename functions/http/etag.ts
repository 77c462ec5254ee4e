import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ApiError, type ApiErrorItem } from '../api-error.ts';
import type { Route } from '../route.ts';
import { headerOf } from './caller.ts';

/** The etag of a version: strong, since a change is made for one version and no other. */
export const etagOf = (version: number): string => `"${version}"`;

/** Refuses when If-Match names another version than the one that was read. Absent and `*` fit any. */
export type IfMatch = (read: { readonly version: number }) => void;

/**
 * What is wrong with If-Match: it takes `*` or one strong tag; anything else could never match. Where it is required it has
 * to name a version, since `*` would say that nobody looked.
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
  detail: 'Send the etag of what you looked at, such as `"3"`: that version and no other is meant.',
};

const unversioned: ApiErrorItem = {
  parameter: 'header.If-Match',
  code: 'invalid_format',
  detail: 'Takes one strong tag as it was answered, such as `"3"`: no list, no weak tag such as `W/"3"`, and no `*`.',
};

const misshapen: ApiErrorItem = {
  parameter: 'header.If-Match',
  code: 'invalid_format',
  detail: 'Takes `*` or one strong tag as it was answered, such as `"3"`: no list, and no weak tag such as `W/"3"`.',
};

/** Whether the caller has this representation already: If-None-Match, compared weakly as RFC 9110 says. */
export const isKnown = (event: APIGatewayProxyEvent, etag: string): boolean => {
  const sent = headerOf(event, 'if-none-match');
  if (sent === undefined) return false;
  return sent.trim() === '*' || sent.split(',').some((tag) => opaque(tag) === opaque(etag));
};

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');
