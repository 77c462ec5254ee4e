import type { ReactNode, RefObject } from 'react';
import { Header, Menu as List, MenuItem, MenuSection, Separator } from 'react-aria-components/Menu';
import { Popover } from './popover.tsx';

type Choice = { readonly id: string; readonly text: string };

/** Choices of which one is chosen. */
export type ChoiceGroup = {
  readonly title: string;
  readonly choices: readonly Choice[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
};

/** A menu at the element that opened it: groups of choices, then what it does. */
export const Menu = (props: {
  readonly label: string;
  readonly at: RefObject<HTMLElement | null>;
  readonly head?: ReactNode;
  readonly groups: readonly ChoiceGroup[];
  readonly actions: readonly (Choice & { readonly onAction: () => void })[];
  readonly onClose: () => void;
}) => {
  const { label, at, head, groups, actions, onClose } = props;
  return (
    <Popover className="menu" label={label} at={at} placement="top start" onClose={onClose}>
      {head}
      <List aria-label={label} className="menu-items" autoFocus="first" onClose={onClose}>
        {groups.map(({ title, choices, chosen, onChoose }) => (
          <MenuSection
            key={title}
            className="menu-group"
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[chosen]}
            onSelectionChange={([id]) => onChoose(String(id))}
          >
            <Header className="menu-title">{title}</Header>
            {choices.map(({ id, text }) => (
              <MenuItem key={id} id={id} textValue={text} className="menu-item">
                {text}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
        <Separator className="menu-line" />
        {actions.map(({ id, text, onAction }) => (
          <MenuItem key={id} id={id} textValue={text} className="menu-item" onAction={onAction}>
            {text}
          </MenuItem>
        ))}
      </List>
    </Popover>
  );
};
