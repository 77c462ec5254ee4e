type Waiting<Question, Answer> = {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
};

/**
 * Gathers what is asked at about the same time, and asks it together: the messages of a batch, which are worked on at once,
 * share their calls so. It is asked when so many have asked as are under way, and after a moment whoever is missing. `ask`
 * answers each question at its place; where it fails, it fails for all of them.
 */
export const gathering = <Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  underWay: () => number,
) => {
  let waiting: Waiting<Question, Answer>[] = [];
  let moment: NodeJS.Timeout | undefined;
  const askAll = async () => {
    clearTimeout(moment);
    const asked = waiting;
    waiting = [];
    // Both the last of them and the moment may have come.
    if (asked.length === 0) return;
    try {
      const answers = await ask(asked.map(({ question }) => question));
      for (const [position, { resolve }] of asked.entries()) resolve(answers[position] as Answer);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };
  return (question: Question): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) moment = setTimeout(askAll, moment_ms);
      waiting.push({ question, resolve, reject });
      if (waiting.length === Math.max(1, underWay())) setImmediate(askAll);
    });
};

/** Longer than the answers to calls that were made at once lie apart. */
const moment_ms = 10;
