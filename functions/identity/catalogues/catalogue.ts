import type { Catalogue, FeatureId } from './model.ts';
import { standard } from './standard.ts';
import { united_states } from './united-states.ts';

/** Every catalogue that an environment may have, by the name that its setting `catalogue` says. */
export const catalogues = { standard, united_states } as const satisfies Readonly<
  Record<string, Catalogue>
>;
export type CatalogueName = keyof typeof catalogues;

/** Every currency that cards are offered in by some catalogue. */
export const everyCurrency: readonly string[] = [
  ...new Set(Object.values(catalogues).flatMap(({ daily_caps }) => Object.keys(daily_caps))),
].toSorted();

/** The catalogue of a name, `standard` without one; throws for a name that there is not. */
export const catalogueNamed = (name = 'standard'): Catalogue => {
  if (!Object.hasOwn(catalogues, name))
    throw new Error(
      `CATALOGUE is ${name}: functions/identity/catalogues/catalogue.ts has ${Object.keys(catalogues).join(', ')}.`,
    );
  return catalogues[name as CatalogueName];
};

/** The catalogue of this environment (`CATALOGUE`). The client carries this file into browsers, which have no process. */
export const currentCatalogue: Catalogue = catalogueNamed(globalThis.process?.env.CATALOGUE);

/** The ids of its features, in the order of the reference. */
export const featureIds: readonly FeatureId[] = currentCatalogue.features.map(({ id }) => id);

/** The currencies that cards are offered in. */
export const cardCurrencies: readonly string[] = Object.keys(currentCatalogue.daily_caps);

type Caps = Readonly<Record<string, number>>;

/** The usual caps of a day by currency, in minor units: as `DAILY_CAPS` of the environment says, else as the catalogue. */
const dailyCapsFrom = ({
  DAILY_CAPS = '{}',
}: {
  readonly DAILY_CAPS?: string | undefined;
}): Caps => {
  const own: Caps = JSON.parse(DAILY_CAPS);
  return Object.fromEntries(
    cardCurrencies.map((each) => [each, own[each] ?? currentCatalogue.daily_caps[each] ?? 0]),
  );
};

/** Read once at start. */
const caps = dailyCapsFrom(globalThis.process?.env ?? {});

/** The usual cap of a day in a currency; without one nothing can be spent. */
export const dailyCapIn = (currency: string): number =>
  Object.hasOwn(caps, currency) ? (caps[currency] ?? 0) : 0;
