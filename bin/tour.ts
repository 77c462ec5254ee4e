import { readFileSync } from 'node:fs';
import { styleText } from 'node:util';
import { ApiError } from '../client/src/api-error.ts';
import { readCommandLine } from './command-line.ts';
import type { Announced } from './start/announce.ts';
import { runTour } from './tour/mission.ts';

readCommandLine({
  usage: `npm run tour

Plays the whole mission against the service that npm start runs, and prints each call as curl with its answer.`,
});

const announced = '.local/environment.json';

const absent = `No service runs in this folder. Start one in another terminal, and come back when it is ready:

  npm start
`;

/** The sandbox as `npm start` announced it; undefined where none runs. */
const runningSandbox = async (): Promise<Announced | undefined> => {
  try {
    const { sandbox } = JSON.parse(readFileSync(announced, 'utf8'));
    await fetch(`${sandbox.base_url}openapi.json`, { method: 'HEAD' });
    return sandbox;
  } catch {
    return undefined;
  }
};

const variables = ['base_url', 'secret_key'].map(
  (name) =>
    `${name === 'secret_key' ? 'key' : name}=$(node -p "require('./${announced}').sandbox.${name}")`,
);

const sandbox = await runningSandbox();
if (sandbox) {
  const style = (format: Parameters<typeof styleText>[0], text: string) =>
    styleText(format, text, { stream: process.stdout });
  console.log(
    `To run these calls yourself, first set in this folder:\n\n${style('cyan', variables.join('\n'))}\n`,
  );
  try {
    await runTour({ ...sandbox, print: (line) => console.log(line), style });
  } catch (error) {
    const text =
      error instanceof ApiError
        ? `${error.message} Request id: ${error.request_id}`
        : String(error);
    console.error(`The tour ended early. ${text}`);
    process.exitCode = 1;
  }
} else {
  process.stderr.write(absent);
  process.exitCode = 1;
}
