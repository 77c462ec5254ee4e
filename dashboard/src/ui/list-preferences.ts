import { useState } from 'react';
import { remember, remembered } from '../storage.ts';

type Shown = { readonly id: string; readonly visible: boolean };

const prefix = 'dashboard.lists.';

/** A choice of the person, kept in their browser. */
const kept = <Value>(name: string): Value | null => JSON.parse(remembered(prefix + name) ?? 'null');

const keep = (name: string, value: unknown): void => remember(prefix + name, JSON.stringify(value));

/** How a person reads lists: the density of all, and the columns of this one. A new column is shown until it is hidden. */
export const usePreferences = (list: string) => {
  const [isCompact, setCompact] = useState(() => kept<string>('density') === 'compact');
  const [isBeside, setBeside] = useState(() => kept<boolean>('beside') ?? false);
  const [chosen, setChosen] = useState(() => kept<readonly Shown[]>(list) ?? []);
  return {
    isCompact,
    /** Whether the rows of lists are shown beside them. */
    isBeside,
    setBeside: (next: boolean) => {
      setBeside(next);
      keep('beside', next);
    },
    isHidden: (name: string) => chosen.some(({ id, visible }) => id === name && !visible),
    setCompact: (next: boolean) => {
      setCompact(next);
      keep('density', next ? 'compact' : 'comfortable');
    },
    show: (id: string, visible: boolean) => {
      const next = [...chosen.filter((one) => one.id !== id), { id, visible }];
      setChosen(next);
      keep(list, next);
    },
  };
};

/** How a person reads one list, and how that is changed. */
export type Preferences = ReturnType<typeof usePreferences>;
