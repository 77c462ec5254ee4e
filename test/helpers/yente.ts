import { createServer, type RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { listening } from '../../local/listening.ts';
import type { Any } from './printed-document.ts';

/** An entry as yente scores it. */
export const anEntity = (over: object = {}) => ({
  id: 'NK-abc',
  caption: 'Ada Listed',
  schema: 'Person',
  datasets: ['us_ofac_sdn'],
  referents: [],
  match: true,
  score: 0.91,
  features: {},
  properties: { name: ['Ada Listed'], topics: ['sanction', 'role.pep'] },
  ...over,
});

/** Stands for yente: whose name ends in `Listed` is found. `answers` has what it answers otherwise, by the end of the path. */
export const startYente = async () => {
  const answers: { match?: RequestListener; catalog?: RequestListener } = {};
  const asked: {
    readonly url: string;
    readonly authorization: string | undefined;
    readonly body: Any;
  }[] = [];
  let results: readonly object[] = [anEntity()];
  let index_version: string | null = '20261120-abc';
  const server = createServer(async (request, response) => {
    const body: Any = request.method === 'POST' ? await json(request) : undefined;
    const { url = '', headers } = request;
    asked.push({ url, authorization: headers.authorization, body });
    const answer = url.startsWith('/match/') ? answers.match : answers.catalog;
    if (answer) return answer(request, response);
    response.setHeader('content-type', 'application/json');
    if (url === '/catalog') {
      const datasets = [
        {
          name: 'default',
          title: 'All',
          load: true,
          version: '20261121-new',
          index_version,
          children: ['sanctions'],
        },
        {
          name: 'sanctions',
          title: 'Sanctions',
          load: false,
          version: '20261121-new',
          index_version: null,
        },
      ];
      return response.end(
        JSON.stringify({ datasets, current: [], outdated: [], index_stale: false }),
      );
    }
    const query = body.queries.subject;
    const found = query.properties.name.some((name: string) => name.endsWith('Listed'))
      ? results
      : [];
    const subject = {
      status: 200,
      results: found,
      total: { value: found.length, relation: 'eq' },
      query,
    };
    return response.end(JSON.stringify({ responses: { subject }, matcher: {}, limit: 20 }));
  });
  const { port, stop } = await listening(server);
  const base = `http://127.0.0.1:${port}`;
  return {
    answers,
    asked,
    base,
    stop,
    find: (...found: readonly object[]) => {
      results = found;
    },
    indexed: (version: string | null) => {
      index_version = version;
    },
  };
};
