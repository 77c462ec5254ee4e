import { z } from 'zod';

/** Documentation of a setting. `expected` completes "must be". */
export type SettingTexts = {
  readonly expected: string;
  readonly description: string;
  readonly absent?: string;
  /** The way to another value of a setting that cannot change once the environment is deployed. */
  readonly permanent?: string;
};

type Setting<S extends z.ZodType> = { readonly schema: S; readonly about: SettingTexts };

/** A setting by its check and its documentation. */
export const settingOf = <S extends z.ZodType>(schema: S, about: SettingTexts): Setting<S> => ({
  schema,
  about,
});

/** The same for a setting that an environment can lack; `absent` says what holds then. */
export const optionalSetting = <S extends z.ZodType>(
  schema: S,
  about: SettingTexts & { readonly absent: string },
) => settingOf(schema.exactOptional(), about);

/** A whole number from 1. */
export const wholeNumber = z.int().min(1);

/** An absolute URL. */
export const absoluteUrl = z.url();

/** Requests a second, and how many at once above that. */
export const rateLimit = z.strictObject({ rate: wholeNumber, burst: wholeNumber }).readonly();
export type RateLimit = z.infer<typeof rateLimit>;

/** The form of a rate limit, as a setting documents it. */
export const rate = '{"rate": n, "burst": n} with whole numbers from 1';

/** The pattern of a host with a dot. */
export const host = '[a-z0-9-]+(\\.[a-z0-9-]+)+';

/** As Secrets Manager takes names; without characters that would be a pattern in a policy. */
export const secretName = z.string().regex(/^[\w/+=.@-]{1,256}$/);

/** The keys of an object that may each be absent. */
export const each = <Key extends string, S extends z.ZodType>(keys: readonly Key[], schema: S) =>
  z.strictObject(
    Object.fromEntries(keys.map((key) => [key, schema.exactOptional()])) as {
      [key in Key]: z.ZodExactOptional<S>;
    },
  );

/** A list of values of which one must be given. */
export const oneOfValues = <const V extends string>(
  values: readonly V[],
  about: Omit<SettingTexts, 'expected'> & { expected?: string },
) => settingOf(z.enum(values), { expected: values.join(' or '), ...about });

/** A choice between true and false. */
export const yesOrNo = (about: Omit<SettingTexts, 'expected'>) =>
  settingOf(z.boolean(), { expected: 'true or false', ...about });
