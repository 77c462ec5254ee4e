import { createHash } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ApiError, type ApiErrorItem } from '../api-error.ts';
import type { Route } from '../route.ts';
import { headerOf } from './caller.ts';

/**
 * The parts of an etag: the version, and for a delivery also the actions it allows, which depend on
 * its webhook.
 */
export type Tagged = {
  readonly version: number | string;
  readonly object?: string;
  readonly status_reason?: unknown;
  readonly allowed_actions?: unknown;
};

/** The etag of a resource: strong, since a change applies to one version and no other. */
export const etagOf = ({ version, object, status_reason, allowed_actions }: Tagged): string => {
  if (object !== 'delivery') return `"${version}"`;
  const allowed = JSON.stringify([status_reason, allowed_actions]);
  return `"${version}-${createHash('sha256').update(allowed).digest('base64url').slice(0, 8)}"`;
};

/** Throws when If-Match names another version than the one that was read. Without it, or with `*`, any version matches. */
export type IfMatch = (read: Tagged) => void;

/**
 * The errors of If-Match. Where it is required it must name a version, since `*` would not say
 * which one the caller saw. Where the route does not compare it, it must be left out.
 */
export const ifMatchItems = (
  event: APIGatewayProxyEvent,
  ifMatch?: Route['ifMatch'],
): ApiErrorItem[] => {
  const sent = headerOf(event, 'if-match');
  if (sent === undefined) return ifMatch === 'required' ? [missing] : [];
  if (!ifMatch) return [notCompared];
  const isValid = isTags.test(sent) || (sent === '*' && ifMatch !== 'required');
  return isValid ? [] : [ifMatch === 'required' ? unversioned : invalid];
};

/** The precondition of the caller. A weak tag never matches: RFC 9110 wants the strong comparison. */
export const ifMatchOf = (event: APIGatewayProxyEvent): IfMatch => {
  const sent = headerOf(event, 'if-match');
  if (sent === undefined || sent === '*') return () => {};
  const tags: readonly string[] = sent.match(eachTag) ?? [];
  return (read) => {
    if (!tags.includes(etagOf(read))) throw new ApiError('version_mismatch');
  };
};

const tag = '(?:W/)?"[\\x21\\x23-\\x7e]*"';
const isTags = new RegExp(`^${tag}(?:[ \\t]*,[ \\t]*${tag})*$`);
const eachTag = new RegExp(tag, 'g');

const missing: ApiErrorItem = {
  parameter: 'header.If-Match',
  code: 'required',
  detail:
    'Send the etag of the version that you saw, such as `"3"`. The change applies to that version only.',
};

const unversioned: ApiErrorItem = {
  parameter: 'header.If-Match',
  code: 'invalid_format',
  detail: 'Must be the etag of a response, such as `"3"`, or a list of etags.',
};

const notCompared: ApiErrorItem = {
  parameter: 'header.If-Match',
  code: 'unknown_field',
  detail: 'There is no version to compare here: send the request without this header.',
};

const invalid: ApiErrorItem = {
  ...unversioned,
  detail: 'Must be `*` or etags of responses, such as `"3"`.',
};

/** Whether the caller has this version already: If-None-Match, compared weakly as RFC 9110 says. */
export const isKnown = (event: APIGatewayProxyEvent, etag: string): boolean => {
  const sent = headerOf(event, 'if-none-match');
  if (sent === undefined) return false;
  return sent.trim() === '*' || sent.split(',').some((tag) => opaque(tag) === opaque(etag));
};

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');
