import { Box, ColumnLayout } from '@cloudscape-design/components';
import { useSearchParams } from 'react-router';
import { t } from '../../texts/texts.ts';
import { ChoiceField, optionsOf, TextField } from '../../ui/form.tsx';
import { type ProfileField, type ProfileValues, pointerOf } from './profile-fields.ts';

type Typed = {
  readonly groups: readonly { readonly title: string; readonly fields: readonly ProfileField[] }[];
  readonly values: ProfileValues;
  readonly onChange: (values: ProfileValues) => void;
};

/** Fields in groups; those that a requirement needs, which `?fields=` names, are marked. */
export const FieldGroups = ({ groups, values, onChange }: Typed) => {
  const [search] = useSearchParams();
  const wanted = (search.get('fields') ?? '').split(',').filter(Boolean);
  const propsOf = (field: ProfileField) => ({
    label: field.label,
    hint: wanted.includes(field.path) ? [t.customers.requiredNow, field.hint].filter(Boolean).join(' ') : field.hint,
    at: pointerOf(field),
    value: values[field.path] ?? '',
    onChange: (value: string) => onChange({ ...values, [field.path]: value }),
  });
  return groups.map(({ title, fields }) => (
    <fieldset key={title} className="group">
      <legend>
        <Box variant="h3" tagOverride="span">
          {title}
        </Box>
      </legend>
      <ColumnLayout columns={2}>
        {fields.map((field) => {
          const options = field.options ?? (field.values && optionsOf(field.values));
          return options ? (
            <ChoiceField
              key={field.path}
              {...propsOf(field)}
              options={[{ value: '', label: t.all.notStated }, ...options]}
              others={field.others}
            />
          ) : (
            <TextField
              key={field.path}
              {...propsOf(field)}
              type={field.kind === 'email' ? 'email' : 'text'}
              autoFocus={field.path === wanted[0]}
            />
          );
        })}
      </ColumnLayout>
    </fieldset>
  ));
};
