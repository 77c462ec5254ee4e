import type { Handler } from './messaging-plane.ts';

/** Handlers that keep the batches they were given, by function. */
export const seenBatches = <R>(nameOf: (record: R) => string) => {
  const batches = new Map<string, R[][]>();
  const of = (name: string): R[][] => batches.get(name) ?? [];
  return {
    /** Every batch of a function, as it came. */
    of,
    /** The names of the records of each batch. */
    named: (name: string): string[][] => of(name).map((records) => records.map(nameOf)),
    forget: (name: string) => batches.delete(name),
    /** A handler by the function's name; `answer` is told the records and the how-manieth batch this is. */
    collect: (
      name: string,
      answer: (records: R[], nth: number) => unknown = () => undefined,
    ): Record<string, Handler> => ({
      [name]: ({ Records }: { readonly Records: R[] }) => {
        batches.set(name, [...of(name), Records]);
        return answer(Records, of(name).length);
      },
    }),
  };
};
