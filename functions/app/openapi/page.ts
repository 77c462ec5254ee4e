import { ApiError } from '../../core/api-error.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { getPage } from './routes.ts';

/** The printed pages by name as JSON; the bundler puts them here (lib/function-bundles.ts). */
declare const REFERENCE_PAGES: string;

const pages = new Map<string, string>(Object.entries(JSON.parse(REFERENCE_PAGES)));

export const handler = httpHandler(getPage, {}, async ({ params, respond }) => {
  const page =
    params.page === 'llms-full.txt' ? [...pages.values()].join('\n') : pages.get(params.page);
  if (page === undefined) throw new ApiError('page_not_found');
  return respond(page);
});
