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
  const { name, secret, again = 'Rotate it once more to get one that you can copy.' } = props;
  if (secret === undefined)
    return (
      <Alert type="warning" header={`The ${name} was made, but its answer was lost on the way`}>
        It cannot be shown again. {again}
      </Alert>
    );
  return (
    <Alert type="success" header={`Copy the ${name} now`}>
      <SpaceBetween size="s">
        <div>
          It is shown this once: the service keeps what it needs to check it, and can never show it again. Keep it on
          your servers, out of repositories, browsers and apps.
        </div>
        <CopyBelow name={name} value={secret} />
      </SpaceBetween>
    </Alert>
  );
};
