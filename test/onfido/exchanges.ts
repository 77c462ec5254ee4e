/** A request with what it sent, of a form its fields, and how it was answered. */
export type Exchange = {
  readonly method: string;
  readonly url: URL;
  readonly sent: unknown;
  readonly status: number;
  readonly answered: unknown;
};

/**
 * The content of a body: JSON, or the fields of a form, files by their names; undefined without
 * one.
 */
export const sentIn = async (content: Response, { length }: Buffer): Promise<unknown> => {
  if (length === 0) return undefined;
  if (!content.headers.get('content-type')?.startsWith('multipart/')) return content.json();
  const fields = [...(await content.formData())].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : value.name,
  ]);
  return Object.fromEntries(fields);
};
