import type { ComponentProps } from 'react';
import { useEnvironment } from '../../api/environment.tsx';
import { ConfirmedAction } from '../../ui/action.tsx';

/** A button that plays the part of somebody outside: a merchant, a carrier, a verifier. Only Sandbox mode has it. */
export const Simulate = <Input, Body>(props: ComponentProps<typeof ConfirmedAction<Input, Body>>) =>
  useEnvironment().name === 'sandbox' && <ConfirmedAction<Input, Body> {...props} />;

/** Choices of the values of the API, in words. */
export const optionsOf = <Value extends string>(values: readonly Value[], words: (value: Value) => string) =>
  values.map((value) => ({ value, label: words(value) }));
