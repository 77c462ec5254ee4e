import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('../../client/README.md', import.meta.url), 'utf8');

/** The code below a heading of the client's README. */
export const codeBelow = (heading: string): string => {
  const [, below = ''] = text.split(`# ${heading}\n`);
  const code = /```[jt]s\n(.*?)```/s.exec(below)?.[1];
  if (code === undefined) throw new Error(`The client's README has no code below ${heading}.`);
  return code;
};
