import { readFileSync } from 'node:fs';
import { eventWebhooks } from '../functions/contract/events/reference.ts';
import { printOpenapi } from '../functions/contract/openapi/document.ts';
import type { RecordedExamples } from '../functions/contract/openapi/operation.ts';
import { routes } from '../functions/contract/routes.ts';

/** Prints the whole OpenAPI document: every route and event, with what a running service was asked and answered. */
export const printDocument = () => {
  const examples: RecordedExamples = JSON.parse(
    readFileSync(new URL('./recorded-examples.json', import.meta.url), 'utf8'),
  );
  return printOpenapi(routes, { webhooks: eventWebhooks, examples });
};
