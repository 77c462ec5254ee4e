import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Customer } from '../../api/client.ts';
import { words } from '../../texts/words.ts';
import { ChoiceField, TextField } from '../../ui/form.tsx';
import { type ProfileField, type ProfileValues, pointerOf, profileGroups } from './profile-fields.ts';

type Group = { readonly title: string; readonly fields: readonly ProfileField[] };

/** The fields of a customer's profile. */
export const ProfileForm = ({ type, ...props }: { readonly type: Customer['type'] } & Omit<Typed, 'groups'>) => (
  <FieldGroups groups={profileGroups[type]} {...props} />
);

type Typed = {
  readonly groups: readonly Group[];
  readonly values: ProfileValues;
  readonly errors: Readonly<Record<string, string>>;
  readonly wanted?: readonly string[];
  readonly onChange: (values: ProfileValues) => void;
};

/** Fields in groups; those that a requirement needs are marked. */
export const FieldGroups = ({ groups, values, errors, wanted = [], onChange }: Typed) => {
  const changed = (path: string) => (value: string) => onChange({ ...values, [path]: value });
  return (
    <SpaceBetween size="l">
      {groups.map(({ title, fields }) => (
        <fieldset key={title} className="group">
          <legend>
            <Box variant="h3" tagOverride="span">
              {title}
            </Box>
          </legend>
          <ColumnLayout columns={2}>
            {fields.map((field) =>
              field.options ? (
                <ChoiceField
                  key={field.path}
                  label={field.label}
                  hint={hintOf(field, wanted)}
                  value={values[field.path] ?? ''}
                  options={['', ...field.options].map((value) => ({ value, label: words(value) || 'Not stated' }))}
                  error={errors[pointerOf(field)]}
                  onChange={changed(field.path)}
                />
              ) : (
                <TextField
                  key={field.path}
                  label={field.label}
                  hint={hintOf(field, wanted)}
                  type={field.kind === 'email' ? 'email' : 'text'}
                  autoFocus={field.path === wanted[0]}
                  value={values[field.path] ?? ''}
                  error={errors[pointerOf(field)]}
                  onChange={changed(field.path)}
                />
              ),
            )}
          </ColumnLayout>
        </fieldset>
      ))}
    </SpaceBetween>
  );
};

const hintOf = ({ path, hint }: ProfileField, wanted: readonly string[]): string | undefined =>
  wanted.includes(path) ? `Required now.${hint ? ` ${hint}` : ''}` : hint;
