import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Customer } from '../../api/client.ts';
import { TextField } from '../../ui/form.tsx';
import { type ProfileField, type ProfileValues, pointerOf, profileGroups } from './profile-fields.ts';

/** The fields of a profile; those that a requirement needs are marked. */
export const ProfileForm = (props: {
  readonly type: Customer['type'];
  readonly values: ProfileValues;
  readonly errors: Readonly<Record<string, string>>;
  readonly wanted?: readonly string[];
  readonly onChange: (values: ProfileValues) => void;
}) => {
  const { type, values, errors, wanted = [], onChange } = props;
  return (
    <SpaceBetween size="l">
      {profileGroups[type].map(({ title, fields }) => (
        <fieldset key={title} className="group">
          <legend>
            <Box variant="h3" tagOverride="span">
              {title}
            </Box>
          </legend>
          <ColumnLayout columns={2}>
            {fields.map((field) => (
              <TextField
                key={field.path}
                label={field.label}
                hint={hintOf(field, wanted)}
                type={field.kind === 'email' ? 'email' : 'text'}
                autoFocus={field.path === wanted[0]}
                value={values[field.path] ?? ''}
                error={errors[pointerOf(field)]}
                onChange={(value) => onChange({ ...values, [field.path]: value })}
              />
            ))}
          </ColumnLayout>
        </fieldset>
      ))}
    </SpaceBetween>
  );
};

const hintOf = ({ path, hint }: ProfileField, wanted: readonly string[]): string | undefined =>
  wanted.includes(path) ? `Required now.${hint ? ` ${hint}` : ''}` : hint;
