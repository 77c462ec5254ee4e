import { printEventReference } from '../functions/contract/events/reference.ts';
import { workers } from '../functions/contract/workers.ts';
import { buildBundles, type Content, type Entry } from './bundles.ts';
import { documentText } from './document-text.ts';
import { routeFunctions } from './route-functions.ts';

/** Every function of the deployment and the file it begins with. */
export const functionEntries: readonly Entry[] = [
  ...routeFunctions.map(({ id }) => ({ id, file: `functions/api/${id.replace('.', '/')}.ts` })),
  ...workers.map(({ id }) => ({ id, file: `functions/workers/${id}.ts` })),
];

/** Builds every function's bundle; run it before a stack that ships them is made. */
export const buildFunctionBundles = (): Promise<readonly Content[]> => {
  const reference = printEventReference();
  const examples = Object.fromEntries(reference.map(({ name, example }) => [name, example.data]));
  return buildBundles(functionEntries, {
    OPENAPI_DOCUMENT: documentText(),
    EVENT_REFERENCE: JSON.stringify(reference),
    EVENT_EXAMPLES: JSON.stringify(examples),
  });
};
