import { Check, Copy as CopyIcon, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

/** So long the button says what came of it. */
const said_ms = 4_000;

const icons = { copied: Check, failed: X };

/** A button that copies a text and says whether it did; in a row of values it shows only an icon. */
export const Copy = (props: {
  readonly text: string;
  readonly name: string;
  /** The text after copying. */
  readonly results: Readonly<Record<keyof typeof icons, string>>;
  readonly isIcon?: boolean;
  /** Why the text cannot be copied. */
  readonly unable?: string | undefined;
}) => {
  const { text, name, results, isIcon = false, unable } = props;
  const [result, setResult] = useState<keyof typeof icons | null>(null);
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(null), said_ms);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setResult('copied');
    } catch {
      setResult('failed');
    }
  };
  const Icon = result ? icons[result] : CopyIcon;
  return (
    <span className="copy">
      <Button
        variant={isIcon ? 'inline-link' : 'normal'}
        unable={unable}
        {...(isIcon && { label: name })}
        onClick={() => void copy()}
      >
        <Icon size={14} aria-hidden />
        {!isIcon && name}
      </Button>
      <span role="status" className={isIcon ? 'unseen' : 'copy-result'}>
        {result && results[result]}
      </span>
    </span>
  );
};
