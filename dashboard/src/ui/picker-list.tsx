import type { ReactNode, RefObject } from 'react';
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Text } from 'react-aria-components/Text';
import { TextField } from 'react-aria-components/TextField';
import { t } from '../texts/texts.ts';
import { type Control, useChanged } from './field.tsx';
import { Popover } from './popover.tsx';

/** A choice. The one that stands for a group is above the choices of the group. */
export type PickerOption = {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  readonly level?: 'group' | 'member';
};

/** How the choices are found by typing. */
type PickerSearch = {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
  /** The choices are those that were found already. */
  readonly isFound?: boolean;
};

/** A picker: its field, its choices and what is chosen. */
export type PickerProps = {
  readonly control: Control;
  readonly label: string;
  /** The content of the button: the choice that holds. */
  readonly face: ReactNode;
  readonly options: readonly PickerOption[];
  readonly chosen: readonly string[];
  readonly several?: boolean;
  readonly search?: PickerSearch | undefined;
  /** Below the choices: that they load, or that there are more. */
  readonly status?: ReactNode;
  readonly empty?: string;
  readonly onChange: (chosen: readonly string[]) => void;
};

/** The list of the choices, at the button that opened it. */
type PickerListProps = PickerProps & {
  /** Letters that were typed before the list was there, where it has no search. */
  readonly typed: string;
  readonly at: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
};

/** React Aria has no empty key. */
const keyOf = (value: string) => `=${value}`;
const valueIn = (key: string | number) => String(key).slice(1);

const focusOn = (choice: HTMLElement | null) => choice?.focus();

/** The choices below the button of a picker, and the search among them. */
export const PickerList = (props: PickerListProps) => {
  const { label, options, chosen, several, search, status, empty } = props;
  const { typed, at, onChange, onClose } = props;
  const { contains, startsWith } = useFilter({ sensitivity: 'base' });
  const found = typed !== '' && options.find((one) => startsWith(one.label, typed))?.value;
  const changed = useChanged();
  const list = (
    <ListBox
      aria-label={label}
      className="picker-list"
      items={options}
      // The marks of the choices follow what is chosen.
      dependencies={[chosen]}
      autoFocus={!search && !found}
      // Escape closes the list: what is chosen stays.
      escapeKeyBehavior="none"
      selectionMode={several ? 'multiple' : 'single'}
      selectedKeys={chosen.map(keyOf)}
      onSelectionChange={(keys) => {
        const values = keys === 'all' ? options.map(({ value }) => value) : [...keys].map(valueIn);
        if (several || values.length > 0) onChange(values);
        if (!several) onClose();
        changed();
      }}
      renderEmptyState={() => <div className="picker-note">{empty ?? t.ui.nothingFound}</div>}
    >
      {({ value, label: text, description, level }) => (
        <ListBoxItem
          id={keyOf(value)}
          ref={value === found ? focusOn : null}
          textValue={[text, description, value].filter(Boolean).join(' ')}
          className="picker-option"
          data-level={level}
        >
          <Text slot="label">{text}</Text>
          {description && <Text slot="description">{description}</Text>}
        </ListBoxItem>
      )}
    </ListBox>
  );
  return (
    <Popover
      className="menu picker-panel"
      label={label}
      at={at}
      placement="bottom start"
      offset={4}
      onClose={onClose}
    >
      {search ? (
        <Autocomplete
          inputValue={search.value}
          onInputChange={search.onChange}
          {...(!search.isFound && { filter: contains })}
        >
          <TextField aria-label={search.label} autoFocus className="picker-search">
            <Input
              role="combobox"
              aria-expanded
              placeholder={search.placeholder ?? t.ui.typeToFind}
              autoComplete="off"
            />
          </TextField>
          {list}
        </Autocomplete>
      ) : (
        list
      )}
      <div role="status" className="picker-note">
        {status}
      </div>
    </Popover>
  );
};
