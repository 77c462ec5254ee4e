import { httpHandler } from '../../core/http/handler.ts';
import { getOpenapi } from './routes.ts';

/** The printed document as a JSON string; the bundler puts it here (lib/bundles.ts). */
declare const OPENAPI_DOCUMENT: string;

const document = JSON.parse(OPENAPI_DOCUMENT);

export const handler = httpHandler(getOpenapi, {}, async ({ respond }) => respond(document));
