import { httpHandler } from '../../core/http/handler.ts';
import { getLlms } from './routes.ts';

/** The printed index; the bundler puts it here (lib/function-bundles.ts). */
declare const LLMS_INDEX: string;

export const handler = httpHandler(getLlms, {}, async ({ respond }) => respond(LLMS_INDEX));
