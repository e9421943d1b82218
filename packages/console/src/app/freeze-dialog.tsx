import { Snowflake } from 'lucide-react';
import { useState } from 'react';
import { visible } from '@permesso/protocol/text/show-text';
import { Segmented } from '../ui/segmented.tsx';
import { TypedConfirm } from '../ui/typed-confirm.tsx';
import type { FreezeTarget } from './freeze.ts';

export interface FreezeDialogProps {
  readonly targets: readonly FreezeTarget[];
  readonly onClose: () => void;
}

/** What is frozen, why, and its name typed. */
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
      title={`Freeze ${name}?`}
      word={target.word}
      reasonLabel="Reason, shown with every denied call"
      action={`Freeze ${name}`}
      onConfirm={target.freeze}
      choice={
        targets.length > 1 && (
          <Segmented
            label="What to freeze"
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
      Every call of every agent there is denied until you unfreeze it. What already runs is not stopped.
    </TypedConfirm>
  );
}
