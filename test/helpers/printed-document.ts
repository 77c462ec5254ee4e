import type { Route } from '../../functions/core/route.ts';
import { documentText } from '../../lib/document-text.ts';

/** A JSON document, walked by the names that OpenAPI gives. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is OpenAPI's, and a wrong step fails the test.
export type Any = any;

/** The printed document as a reader of the file gets it. */
export const document: Any = JSON.parse(documentText());

export const operationOf = (route: Pick<Route, 'method' | 'path'>): Any =>
  document.paths[route.path][route.method.toLowerCase()];

/** The node itself, or what it refers to. */
export const resolved = (node: Any): Any => {
  if (typeof node?.$ref !== 'string') return node;
  const names: string[] = node.$ref.slice(2).split('/');
  return names.reduce((value, name) => value[name], document);
};
