import Box from '@cloudscape-design/components/box';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import type { ReactNode } from 'react';

type Copied = { readonly value: string; readonly name: string };

/** An id, with a button that copies it. */
export const CopyId = ({ value, name }: Copied) => (
  <CopyToClipboard
    variant="inline"
    textToCopy={value}
    textToDisplay={value}
    copyButtonAriaLabel={`Copy ${name}`}
    copySuccessText={`${name} copied`}
    copyErrorText={`${name} could not be copied. Select and copy it manually.`}
  />
);

/** A value of several characters in its own line, and below it the button that copies it. */
export const CopyBelow = ({ value, name, children }: Copied & { readonly children?: ReactNode }) => (
  <div>
    <Box variant="code" className="wrap-anywhere">
      {children ?? value}
    </Box>
    <Box padding={{ top: 'xs' }}>
      <CopyToClipboard
        textToCopy={value}
        copyButtonText={`Copy ${name}`}
        copySuccessText={`${name} copied`}
        copyErrorText={`${name} could not be copied. Select and copy it manually.`}
      />
    </Box>
  </div>
);
