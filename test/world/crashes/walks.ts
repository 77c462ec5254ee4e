import '../process.ts';
import { answerInThread } from '../../helpers/answering-thread.ts';
import { type Changing, everyChange } from '../../helpers/changing-cases.ts';
import { overtaken } from './rival.ts';
import { wrongWith } from './trial.ts';

const changesOf = (route: string): readonly Changing[] =>
  everyChange.filter((changing) => changing.route.id === route);

/** The strikes on the changes of a route. */
export const walks = {
  /** A line for each fault of the changes when a call of theirs to AWS is struck. */
  interrupted: async (route: string): Promise<readonly string[]> => {
    const wrong: string[] = [];
    for (const changing of changesOf(route)) wrong.push(...(await wrongWith(changing)));
    return wrong;
  },
  /** The faults of the changes when a rival overtakes them, and the kinds that a rival may change unseen. */
  overtaken: async (route: string) => {
    const [wrong, unseen]: [string[], Set<string>] = [[], new Set()];
    for (const changing of changesOf(route)) {
      const outcome = await overtaken(changing);
      wrong.push(...outcome.wrong);
      for (const kind of outcome.unseen) unseen.add(kind);
    }
    return { wrong, unseen: [...unseen].sort() };
  },
};

answerInThread(walks);
