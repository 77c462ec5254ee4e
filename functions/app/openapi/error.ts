import { ApiError } from '../../core/api-error.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { getErrorPage } from './routes.ts';

/** The printed pages by code, in each media type, as JSON; the bundler puts them here (lib/function-bundles.ts). */
declare const ERROR_PAGES_BY_CODE: string;

type Page = { readonly 'text/markdown': string; readonly 'text/html': string };

const pages = new Map<string, Page>(Object.entries(JSON.parse(ERROR_PAGES_BY_CODE)));

export const handler = httpHandler(getErrorPage, {}, async ({ params, mediaType, respond }) => {
  const page = pages.get(params.code);
  if (!page) throw new ApiError('page_not_found');
  return respond(page[mediaType]);
});
