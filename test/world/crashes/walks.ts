import '../process.ts';
import { parentPort } from 'node:worker_threads';
import { type Changing, everyChange } from '../../helpers/changing-cases.ts';
import { overtaken } from './rival.ts';
import { wrongWith } from './trial.ts';

// The main module of a thread: walks through the changes of a route that `thread.ts` asks for, and answers what it has found.

const walks = {
  /** A line for each fault of the changes when a call of theirs to AWS is struck. */
  interrupted: async (changes: readonly Changing[]): Promise<readonly string[]> => {
    const wrong: string[] = [];
    for (const changing of changes) wrong.push(...(await wrongWith(changing)));
    return wrong;
  },
  /** The faults of the changes when a rival overtakes them, and the kinds that a rival may change unseen. */
  overtaken: async (changes: readonly Changing[]) => {
    const [wrong, unseen]: [string[], Set<string>] = [[], new Set()];
    for (const changing of changes) {
      const outcome = await overtaken(changing);
      wrong.push(...outcome.wrong);
      for (const kind of outcome.unseen) unseen.add(kind);
    }
    return { wrong, unseen: [...unseen].sort() };
  },
};

export type Walks = typeof walks;

/** A walk that is asked for, and what names its answer. */
export type Asked = { readonly id: number; readonly walk: keyof Walks; readonly route: string };

parentPort?.on('message', async ({ id, walk, route }: Asked) => {
  const changes = everyChange.filter((changing) => changing.route.id === route);
  const answer = await walks[walk](changes).then(
    (found) => ({ id, found }),
    (error: unknown) => ({ id, error: String(error) }),
  );
  parentPort?.postMessage(answer);
});
