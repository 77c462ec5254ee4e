import TopNavigation, { type TopNavigationProps } from '@cloudscape-design/components/top-navigation';
import { useNavigate } from 'react-router';
import { useEnvironment, useLeave } from '../api/environment.tsx';
import { usePerson } from '../session/session.tsx';
import { words } from '../texts/words.ts';
import { type Theme, themes, useTheme } from './theme.ts';

/** The head of every page: the way home, the look, and who is signed in. */
export const TopBar = () => {
  const { name } = useEnvironment();
  const navigate = useNavigate();
  const person = usePerson();
  const [theme, setTheme] = useTheme();
  const leave = useLeave();
  return (
    <TopNavigation
      identity={{
        href: `/${name}/home`,
        title: 'Financial Services',
        onFollow: (event) => {
          event.preventDefault();
          void navigate(`/${name}/home`);
        },
      }}
      utilities={[
        appearance(theme, setTheme),
        {
          type: 'menu-dropdown',
          text: person?.email ?? '',
          description: person ? `Role: ${person.role}` : '',
          iconName: 'user-profile',
          items: [{ id: 'leave', text: 'Sign out' }],
          onItemClick: leave,
        },
      ]}
      i18nStrings={menuWords}
    />
  );
};

const appearance = (theme: Theme, choose: (theme: Theme) => void): TopNavigationProps.MenuDropdownUtility => ({
  type: 'menu-dropdown',
  text: 'Appearance',
  iconName: 'settings',
  ariaLabel: 'Appearance',
  items: themes.map((one) => ({
    id: one,
    text: one === 'system' ? 'System' : words(one),
    itemType: 'checkbox' as const,
    checked: one === theme,
  })),
  onItemClick: ({ detail }) => choose(detail.id as Theme),
});

const menuWords = {
  overflowMenuTriggerText: 'More',
  overflowMenuTitleText: 'All',
  overflowMenuBackIconAriaLabel: 'Back',
  overflowMenuDismissIconAriaLabel: 'Close',
};
