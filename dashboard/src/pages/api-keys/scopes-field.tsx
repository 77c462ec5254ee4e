import FormField from '@cloudscape-design/components/form-field';
import Multiselect from '@cloudscape-design/components/multiselect';
import { type Scope, scopes } from '../../../../functions/domain/scope.ts';
import { words } from '../../texts/words.ts';

/** What a restricted key may do: to look at things, to change them, each by its kind. */
export const ScopesField = (props: {
  readonly value: readonly Scope[];
  readonly error?: string | undefined;
  readonly onChange: (value: Scope[]) => void;
}) => {
  const { value, error, onChange } = props;
  return (
    <FormField
      label="Scopes"
      constraintText="Write includes read. Revealing card numbers needs its own scope."
      {...(error && { errorText: error })}
    >
      <Multiselect
        options={options}
        selectedOptions={value.map((scope) => ({ value: scope, label: scope }))}
        placeholder="Choose scopes"
        filteringType="auto"
        filteringAriaLabel="Find scopes"
        onChange={({ detail }) =>
          onChange(scopes.filter((scope) => detail.selectedOptions.some((option) => option.value === scope)))
        }
      />
    </FormField>
  );
};

const groups = [...new Set(scopes.map((scope) => scope.slice(0, scope.indexOf(':'))))];

const options = groups.map((group) => ({
  label: words(group),
  options: scopes.filter((scope) => scope.startsWith(`${group}:`)).map((scope) => ({ value: scope, label: scope })),
}));
