import type { CollectionPreferencesProps } from '@cloudscape-design/components';
import { useState } from 'react';
import { remember, remembered } from '../storage.ts';

type Shown = CollectionPreferencesProps.ContentDisplayColumn;
type Preferences = {
  readonly contentDensity: 'comfortable' | 'compact';
  readonly contentDisplay: readonly Shown[];
};

const prefix = 'dashboard.lists.';

/** What a person chose, kept in their browser. */
const kept = <Value>(name: string): Value | null => JSON.parse(remembered(prefix + name) ?? 'null');

const keep = (name: string, value: unknown): void => remember(prefix + name, JSON.stringify(value));

/** How a person reads lists: the density of all, and the columns of this one. A new column is shown until it is hidden. */
export const usePreferences = (list: string, columns: readonly { readonly name: string }[]) => {
  const [contentDensity, setDensity] = useState(
    () => kept<Preferences['contentDensity']>('density') ?? 'comfortable',
  );
  const [chosen, setChosen] = useState(() => kept<readonly Shown[]>(list) ?? []);
  const isKnown = (one: Shown) => columns.some(({ name }) => name === one.id);
  const added = columns.filter(({ name }) => chosen.every(({ id }) => id !== name));
  const preferences: Preferences = {
    contentDensity,
    contentDisplay: [
      ...chosen.filter(isKnown),
      ...added.map(({ name }) => ({ id: name, visible: true })),
    ],
  };
  const prefer = (next: CollectionPreferencesProps.Preferences) => {
    const density = next.contentDensity ?? 'comfortable';
    // A table without some of the columns leaves what was chosen for them.
    const display = [
      ...((next.contentDisplay ?? []) as Shown[]),
      ...chosen.filter((one) => !isKnown(one)),
    ];
    setDensity(density);
    setChosen(display);
    keep('density', density);
    keep(list, display);
  };
  return [preferences, prefer] as const;
};
