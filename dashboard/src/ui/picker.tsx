import { ChevronDown } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { Button } from 'react-aria-components/Button';
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
export type PickerSearch = {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
  /** The choices are those that were found already. */
  readonly isFound?: boolean;
};

type PickerProps = {
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

/** React Aria has no empty key. */
const keyOf = (value: string) => `=${value}`;
const valueIn = (key: string | number) => String(key).slice(1);

/** A button that shows a choice and opens the list of choices below itself. */
export const Picker = (props: PickerProps) => {
  const { control, face, search } = props;
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { invalid, labelId, ...described } = control;
  const open = () => {
    // Each search begins anew.
    search?.onChange('');
    setOpen(true);
  };
  return (
    <>
      <Button
        ref={opener}
        className="input picker"
        {...described}
        aria-labelledby={`${labelId} ${control.id}`}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        data-invalid={invalid || undefined}
        onPress={open}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open();
        }}
      >
        <span>{face}</span>
        <ChevronDown size={14} aria-hidden />
      </Button>
      {isOpen && <PickerList {...props} at={opener} onClose={() => setOpen(false)} />}
    </>
  );
};

const PickerList = (
  props: PickerProps & {
    readonly at: { readonly current: HTMLButtonElement | null };
    readonly onClose: () => void;
  },
) => {
  const { label, options, chosen, several, search, status, empty, at, onChange, onClose } = props;
  const { contains } = useFilter({ sensitivity: 'base' });
  const changed = useChanged();
  const list = (
    <ListBox
      aria-label={label}
      className="picker-list"
      items={options}
      // The marks of the choices follow what is chosen.
      dependencies={[chosen]}
      autoFocus={!search}
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
