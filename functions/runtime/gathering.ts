type Waiting<Question, Answer> = {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
};

/**
 * Gathers what is asked within one turn of the event loop, and asks it together: the messages of a batch, which are worked on
 * at once, share their calls so. `ask` answers each question at its place; where it fails, it fails for all of them.
 */
export const gathering = <Question, Answer>(ask: (questions: readonly Question[]) => Promise<readonly Answer[]>) => {
  let waiting: Waiting<Question, Answer>[] = [];
  const askAll = async () => {
    const asked = waiting;
    waiting = [];
    try {
      const answers = await ask(asked.map(({ question }) => question));
      for (const [position, { resolve }] of asked.entries()) resolve(answers[position] as Answer);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };
  return (question: Question): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(askAll);
      waiting.push({ question, resolve, reject });
    });
};
