import { Copy } from 'lucide-react';
import { componentTexts } from './texts.ts';
import { Button } from './button.tsx';
import { useToasts } from './toasts.tsx';

const texts = componentTexts.copy;

export interface CopyButtonProps {
  readonly text: string;
  /** Named in the message instead of the text: a secret must not be shown again. */
  readonly name?: string;
}

export function CopyButton({ text, name = text }: CopyButtonProps) {
  const say = useToasts();
  return (
    <Button
      icon={Copy}
      isSmall
      title={name}
      aria-label={texts.name(name)}
      onClick={() =>
        void navigator.clipboard.writeText(text).then(
          () => say({ text: texts.done(name) }),
          () => say({ text: texts.byHand(name), isProblem: true }),
        )
      }
    >
      {texts.act}
    </Button>
  );
}
