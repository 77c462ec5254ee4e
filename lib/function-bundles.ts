import { handlerFile } from '../functions/app/areas.ts';
import { workers } from '../functions/app/jobs/jobs.ts';
import { printErrorPages } from '../openapi/error-pages.ts';
import { printEventReference } from '../openapi/event-reference.ts';
import type { PrintedDocument } from '../openapi/page-places.ts';
import { printIndex, printPages } from '../openapi/pages.ts';
import {
  type BundleEntry,
  buildBundles,
  buildSourceMaps,
  type Content,
  type Printed,
} from './bundles.ts';
import { documentText, servedText } from './document-text.ts';
import { routeFunctions } from './route-functions.ts';

/** Every function of the deployment and the file it begins with. */
export const functionEntries: readonly BundleEntry[] = [...routeFunctions, ...workers].map(
  ({ id }) => ({
    id,
    file: handlerFile(id),
  }),
);

/** Builds every function's bundle; run it before a stack that ships them is made. */
export const buildFunctionBundles = (): Promise<readonly Content[]> =>
  buildBundles(functionEntries, printed());

/** Writes the source maps of what `buildFunctionBundles` builds of the same sources. */
export const buildFunctionMaps = (): Promise<void> => buildSourceMaps(functionEntries, printed());

/** The texts that bundles have built in. */
export const printed = (): Printed => {
  const reference = printEventReference();
  const examples = Object.fromEntries(reference.map(({ name, example }) => [name, example.data]));
  const document: PrintedDocument = JSON.parse(documentText());
  return {
    OPENAPI_DOCUMENT: servedText(),
    LLMS_INDEX: printIndex(document, 'docs/'),
    REFERENCE_PAGES: JSON.stringify(printPages(document)),
    ERROR_PAGES_BY_CODE: JSON.stringify(printErrorPages(document)),
    EVENT_REFERENCE: JSON.stringify(reference),
    EVENT_EXAMPLES: JSON.stringify(examples),
  };
};
