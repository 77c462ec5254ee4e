type Figures = { readonly CapacityUnits?: number; TableName?: string };

/** The request with the wish for the figures that the recorder needs, unless the caller wants figures himself. */
export const askingCapacity = (input: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...input,
  ReturnConsumedCapacity: wantsCapacity(input) ? input.ReturnConsumedCapacity : 'INDEXES',
});

/** Takes the figures out of an answer: the units of all tables and indexes. The caller keeps those he asked for. */
export const takeCapacity = (output: Record<string, unknown>, input: Readonly<Record<string, unknown>>): number => {
  const figures = [output.ConsumedCapacity ?? []].flat() as Figures[];
  if (!wantsCapacity(input)) delete output.ConsumedCapacity;
  return figures.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
};

const wantsCapacity = ({ ReturnConsumedCapacity: wish }: Readonly<Record<string, unknown>>): boolean =>
  wish !== undefined && wish !== null && wish !== 'NONE';
