import { readFileSync } from 'node:fs';
import { routes } from '../functions/routes.ts';
import { printOpenapi } from '../openapi/document.ts';
import { eventWebhooks } from '../openapi/event-reference.ts';
import type { RecordedExamples } from '../openapi/operation.ts';

/** Prints the whole OpenAPI document: every route and event, with what a running service was asked and answered. */
export const printDocument = () => {
  const examples: RecordedExamples = JSON.parse(
    readFileSync(new URL('./recorded-examples.json', import.meta.url), 'utf8'),
  );
  return printOpenapi(routes, { webhooks: eventWebhooks, examples });
};
