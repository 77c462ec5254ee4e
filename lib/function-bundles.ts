import { mkdirSync } from 'node:fs';
import { handlerFile } from '../functions/app/areas.ts';
import { workers } from '../functions/app/jobs/jobs.ts';
import type { Permissions } from '../functions/core/route.ts';
import { printErrorPages } from '../openapi/error-pages.ts';
import { printEventReference } from '../openapi/event-reference.ts';
import type { PrintedDocument } from '../openapi/page-places.ts';
import { printIndex, printPages } from '../openapi/pages.ts';
import {
  type BundleEntry,
  buildBundles,
  buildSourceMaps,
  bundleFolder,
  type Content,
  type Printed,
} from './bundles.ts';
import { documentText, servedText } from './document-text.ts';
import type { Environment } from './environments.ts';
import { cardIssuers } from './issuer-and-verifier-settings.ts';
import { routeFunctions } from './route-functions.ts';

type Declared = { readonly id: string; readonly permissions: Permissions };

const declared: readonly Declared[] = [...routeFunctions, ...workers];

/** Every function of the deployment and the file it begins with. */
export const functionEntries = declared.map(({ id }) => ({ id, file: handlerFile(id) }));

const callsIssuer = ({ permissions }: Declared): boolean =>
  permissions.settings?.includes('cardIssuer') ?? false;

/** The bundle of a function in an environment: `cards.create.stripe`, or `cards.freeze` in every environment. */
export const bundleId = (of: Declared, { cardIssuer }: Pick<Environment, 'cardIssuer'>): string =>
  callsIssuer(of) ? `${of.id}.${cardIssuer}` : of.id;

/** A bundle for each function, or one for each issuer where a function calls the issuer of its environment. */
export const bundleEntries: readonly BundleEntry[] = declared.flatMap((one) => {
  const file = handlerFile(one.id);
  if (!callsIssuer(one)) return [{ id: one.id, file }];
  return cardIssuers.map((cardIssuer) => ({
    id: bundleId(one, { cardIssuer }),
    file,
    variables: { CARD_ISSUER: cardIssuer },
  }));
});

/** Builds every function's bundle; run it before a stack that ships them is made. */
export const buildFunctionBundles = (): Promise<readonly Content[]> =>
  buildBundles(bundleEntries, printed());

/** Makes the folders that templates name, empty where there is no bundle. */
export const makeBundleFolders = (): void => {
  for (const { id } of bundleEntries) mkdirSync(bundleFolder(id), { recursive: true });
};

/** Writes the source maps of what `buildFunctionBundles` builds of the same sources. */
export const buildFunctionMaps = (): Promise<void> => buildSourceMaps(bundleEntries, printed());

const document = (): PrintedDocument => JSON.parse(documentText());
let known: ReturnType<typeof printEventReference> | undefined;
const reference = () => (known ??= printEventReference());

/** Prints each text that bundles have built in, by the name that they read it by. */
export const builtIn: Readonly<Record<string, () => string>> = {
  OPENAPI_DOCUMENT: servedText,
  LLMS_INDEX: () => printIndex(document(), 'docs/'),
  REFERENCE_PAGES: () => JSON.stringify(printPages(document())),
  ERROR_PAGES_BY_CODE: () => JSON.stringify(printErrorPages(document())),
  EVENT_REFERENCE: () => JSON.stringify(reference()),
  EVENT_EXAMPLES: () =>
    JSON.stringify(
      Object.fromEntries(reference().map(({ name, example }) => [name, example.data])),
    ),
};

let printedTexts: Printed | undefined;
/** All of them, printed once in a process. */
const printed = (): Printed =>
  (printedTexts ??= Object.fromEntries(
    Object.entries(builtIn).map(([name, print]) => [name, print()]),
  ));
