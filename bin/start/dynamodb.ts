import { openCore } from '../../local/dynamodb/engine/core.ts';
import { serveCore } from '../../local/dynamodb/engine/http.ts';
import { numberIn, wordsOf } from './settings.ts';

/** The port that DynamoDB Local has. */
const portDefault = 8000;

/** The address that `dynamodb [--host …] [--port …]` opens; throws BadConfiguration. */
export const readEngineAddress = (
  words: readonly string[],
): { readonly host: string; readonly port: number } => {
  const { host = '127.0.0.1', port } = wordsOf(words, ['host', 'port']);
  return {
    host,
    port: numberIn(
      { '--port': port },
      '--port',
      portDefault,
      'a port, or 0 for a free one',
      /^\d{1,5}$/,
      65_535,
    ),
  };
};

/** Serves an engine without tables, whose data are in memory, until `ended`. */
export const serveDynamoDb = async (
  { host, port }: { readonly host: string; readonly port: number },
  say: (sentence: string) => void,
  ended: AbortSignal,
): Promise<void> => {
  const core = openCore();
  const served = await serveCore(core, port, host);
  say(
    `DynamoDB answers at http://${host}:${served.port}, without tables and with any credentials. Its data end with it.`,
  );
  if (!ended.aborted) await new Promise((end) => ended.addEventListener('abort', end));
  await served.stop();
  core.close();
};
