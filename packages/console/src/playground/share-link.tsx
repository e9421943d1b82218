import { Popover } from '@base-ui/react/popover';
import { Link2 } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { readShared, writeShared, type Typed } from './typed-call.ts';

export interface ShareLinkProps {
  readonly typed: Typed;
  readonly onPaste: (typed: Partial<Typed>) => void;
}

/** What is typed as a link, to be copied; and a link of somebody else, to be pasted. */
export function ShareLink({ typed, onPaste }: ShareLinkProps) {
  const say = useToasts();
  const link = `#playground?${writeShared(typed)}`;
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(link);
    say({ text: 'Copied. It holds the text and nothing else.' });
  }
  return (
    <Popover.Root>
      <Popover.Trigger className="btn plain" aria-label="Link">
        <Link2 className="i" aria-hidden />
        <span className="hide-phone">Link</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="floating" align="end" sideOffset={4}>
          <Popover.Popup className="menu share" aria-label="Link to this call">
            <label className="field">
              <span className="label">As a link, to copy or to paste</span>
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
            <Button onClick={() => void copy()}>Copy</Button>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
