/** Sandbox for trying, live for real. */
export const environmentNames = ['sandbox', 'live'] as const;
export type EnvironmentName = (typeof environmentNames)[number];

/** The settings of a deployment, read once from `/settings.json`. */
export type Settings = {
  readonly product: { readonly name: string };
  readonly sign_in: {
    /** The issuer. */
    readonly authority: string;
    /** The client of each environment: a token for one is none for the other. */
    readonly client_ids: Readonly<Record<EnvironmentName, string>>;
    /** Where the hosted pages of signing in and out are. */
    readonly domain: string;
  };
  /** Where the dashboard API of each environment is, on this origin. */
  readonly environments: Readonly<Record<EnvironmentName, string>>;
  /** The base addresses that programs call; absent where they are not known. */
  readonly api?: Readonly<Partial<Record<EnvironmentName, string>>>;
};

/** Reads them; an answer of another shape is no deployment of this site. */
export const readSettings = async (): Promise<Settings> => {
  const response = await fetch('/settings.json', { cache: 'no-cache' });
  if (!response.ok) throw new Error(`The settings of this site answer ${response.status}.`);
  const settings: unknown = await response.json();
  if (!isSettings(settings)) throw new Error('The settings of this site have another form.');
  return settings;
};

const isSettings = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && 'sign_in' in value && 'environments' in value;
