import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { CopyBelow } from './copy.tsx';

/** A secret at the one moment it can be seen. */
export const SecretOnce = (props: {
  readonly name: string;
  readonly secret: string | undefined;
  /** What to do where it was lost. */
  readonly again?: string;
}) => {
  const { name, secret, again = 'Rotate it again to get one that you can copy.' } = props;
  if (secret === undefined)
    return (
      <Alert type="warning" header={`The ${name} was created, but the response was lost`}>
        It cannot be shown again. {again}
      </Alert>
    );
  return (
    <Alert type="success" header={`Copy the ${name} now`}>
      <SpaceBetween size="s">
        <div>
          It is shown only once and cannot be shown again. Keep it on your servers, not in repositories, browsers or
          apps.
        </div>
        <CopyBelow name={name} value={secret} />
      </SpaceBetween>
    </Alert>
  );
};
