import { Popover } from '@base-ui/react/popover';
import { Link2 } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { readShared, writeShared, type Typed } from './typed-call.ts';
import { playgroundTexts } from './texts.ts';

const texts = playgroundTexts.link;

export interface ShareLinkProps {
  readonly typed: Typed;
  readonly onPaste: (typed: Partial<Typed>) => void;
}

/** Copies the typed input as a link, and pastes somebody else's link. */
export function ShareLink({ typed, onPaste }: ShareLinkProps) {
  const say = useToasts();
  const link = `#playground?${writeShared(typed)}`;
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(link);
    say({ text: texts.copied });
  }
  return (
    <Popover.Root>
      <Popover.Trigger className="btn plain" aria-label={texts.title}>
        <Link2 className="i" aria-hidden />
        <span className="hide-phone">{texts.title}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="floating" align="end" sideOffset={4}>
          <Popover.Popup className="menu share" aria-label={texts.label}>
            <label className="field">
              <span className="label">{texts.words}</span>
              <input
                className="input mono"
                value={link}
                onFocus={(event) => event.currentTarget.select()}
                onChange={(event) => {
                  const [, text] = event.currentTarget.value.split('#playground?', 2);
                  if (text !== undefined) onPaste(readShared(text));
                }}
              />
            </label>
            <Button onClick={() => void copy()}>{texts.copy}</Button>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
