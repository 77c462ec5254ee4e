import type { RefObject } from 'react';
import { useState } from 'react';
import { useLeave } from '../api/environment.tsx';
import { usePerson } from '../session/session.tsx';
import { chooseLanguage, language, languageNames, languages } from '../texts/language.ts';
import { filled, inSentence, t } from '../texts/texts.ts';
import { words } from '../texts/words.ts';
import { Menu } from '../ui/menu.tsx';
import { chooseTheme, chosenTheme, themes } from './theme.ts';

/** The person who is signed in, the language and the theme of the pages, and how to sign out. */
export const PersonMenu = (props: {
  readonly at: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}) => {
  const person = usePerson();
  const leave = useLeave();
  const [theme, setTheme] = useState(chosenTheme);
  const appearance = {
    title: t.layout.appearance,
    choices: themes.map((id) => ({ id, text: id === 'system' ? t.all.system : words(id) })),
    chosen: theme,
    onChoose: (id: string) => {
      const chosen = themes.find((one) => one === id) ?? 'system';
      chooseTheme(chosen);
      setTheme(chosen);
    },
  };
  const speaking = {
    title: t.layout.language,
    choices: languageNames.map((id) => ({ id, text: languages[id].name })),
    chosen: language,
    onChoose: (id: string) => chooseLanguage(languageNames.find((one) => one === id) ?? language),
  };
  return (
    <Menu
      {...props}
      label={person?.email ?? ''}
      head={
        person && (
          <p className="menu-head">
            {filled(t.layout.roleRole, { role: inSentence(words(person.role)) })}
          </p>
        )
      }
      groups={[appearance, speaking]}
      actions={[{ id: 'leave', text: t.layout.signOut, onAction: leave }]}
    />
  );
};
