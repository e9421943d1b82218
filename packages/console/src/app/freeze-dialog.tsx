import { Snowflake } from 'lucide-react';
import { useState } from 'react';
import { visible } from '@permesso/protocol/text';
import { Segmented } from '../ui/fields/segmented.tsx';
import { TypedConfirm } from '../ui/typed-confirm.tsx';
import type { FreezeTarget } from '../session/freeze.ts';
import { frameTexts } from '../texts/frame.ts';

const texts = frameTexts.freeze;

export interface FreezeDialogProps {
  readonly targets: readonly FreezeTarget[];
  readonly onClose: () => void;
}

/** What to freeze, the reason, and its name typed as confirmation. */
export function FreezeDialog({ targets, onClose }: FreezeDialogProps) {
  const [chosen, setChosen] = useState('0');
  const target = targets[Number(chosen)] ?? targets[0];
  if (target === undefined) return null;
  const name = visible(target.name);
  return (
    <TypedConfirm
      key={chosen}
      isOpen
      onClose={onClose}
      icon={<Snowflake className="i bad" aria-hidden />}
      title={texts.ask(name)}
      word={target.word}
      reasonLabel={texts.reason}
      action={texts.act(name)}
      onConfirm={target.freeze}
      choice={
        targets.length > 1 && (
          <Segmented
            label={texts.what}
            isWide
            value={chosen}
            segments={targets
              .slice(0, 5)
              .map((each, at) => ({ value: String(at), title: visible(each.name) }))}
            onChange={setChosen}
          />
        )
      }
    >
      {texts.words}
    </TypedConfirm>
  );
}
