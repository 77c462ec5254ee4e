import { ExpandableSection, Tabs } from '@cloudscape-design/components';
import { t } from '../../texts/texts.ts';
import { Raw } from '../../ui/page.tsx';
import { CopyButton } from '../../ui/values.tsx';
import java from './verifying/Verify.java?raw';
import go from './verifying/verify.go?raw';
import php from './verifying/verify.php?raw';
import python from './verifying/verify.py?raw';
import typescript from './verifying/verify.ts?raw';

const samples = { typescript, python, go, java, php } as const;
type Language = keyof typeof samples;

/** How a receiver checks that a Secret Key signed a delivery, in five languages, without a library. */
export const VerifyingSamples = () => (
  <ExpandableSection headerText={t.webhooks.verifySignatures}>
    <Tabs
      ariaLabel={t.webhooks.verifySignatures}
      tabs={(Object.keys(samples) as Language[]).map((id) => ({
        id,
        label: t.webhooks.languages[id],
        content: <Sample name={t.webhooks.languages[id]} code={samples[id]} />,
      }))}
    />
  </ExpandableSection>
);

const Sample = ({ name, code }: { readonly name: string; readonly code: string }) => (
  <div className="fields">
    <Raw label={name}>{code}</Raw>
    <CopyButton value={code} name={name} />
  </div>
);
