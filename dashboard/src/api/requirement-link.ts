/** A call that meets a requirement, as the API names it. */
type Call = { readonly method: string; readonly path: string; readonly body: Readonly<Record<string, unknown>> | null };

/** Where in the dashboard a call is made; null where no page makes it. Paths are below the environment. */
export const requirementLink = ({ method, path, body }: Call): string | null => {
  const [noun = '', id = '', part, name, verb] = path.split('/');
  const call = [method, noun, part, verb].filter((one) => one !== undefined).join(' ');
  switch (call) {
    case 'PATCH customers':
      return `/customers/${id}/edit?${new URLSearchParams({ fields: leaves(body).join(',') })}`;
    case 'POST customers documents':
      return `/customers/${id}/documents/new?${new URLSearchParams(strings(body, ['type', 'side']))}`;
    case 'POST customers verifications':
      return `/customers/${id}/verifications?${new URLSearchParams({ begin: String(body?.level ?? 'standard') })}`;
    case 'POST customers features activate':
      return `/customers/${id}/features?${new URLSearchParams({ feature: name ?? '' })}`;
    case 'POST customers reactivate':
      return `/customers/${id}`;
    case 'GET documents':
      return `/documents/${id}`;
    case 'PATCH verifications':
    case 'POST verifications submit':
      return `/verifications/${id}`;
    default:
      return null;
  }
};

/** The fields of a body that are to be filled in, as `address.city`. */
const leaves = (body: Call['body'], within = ''): string[] =>
  Object.entries(body ?? {}).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? leaves(value as Record<string, unknown>, `${within}${name}.`)
      : [`${within}${name}`],
  );

const strings = (body: Call['body'], names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = body?.[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
