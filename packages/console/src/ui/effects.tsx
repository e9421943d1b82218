import {
  CircleHelp,
  Database,
  FileText,
  Globe,
  Megaphone,
  PencilLine,
  Replace,
  SquareTerminal,
  Trash2,
  Upload,
  type LucideIcon,
} from 'lucide-react';
import type { ShownEffect } from '@permesso/protocol/console';
import { effectLabel, visible } from '@permesso/protocol/text';
import { componentTexts } from './texts.ts';
import { Disclosure } from './disclosure.tsx';
import { TickedText } from './ticked-text.tsx';

const texts = componentTexts.effects;

export const effectIcons: Readonly<Record<NonNullable<ShownEffect['does']>, LucideIcon>> = {
  unknown: CircleHelp,
  deletes: Trash2,
  publishes: Megaphone,
  sends: Upload,
  changes: Database,
  network: Globe,
  writes: PencilLine,
  runs: SquareTerminal,
  reads: FileText,
};

/** Further rows are folded. */
const mostRows = 10;

/** A call's effects in rows: red only for irreversible ones, amber for unknown ones. */
export function EffectRows({ effects }: RowsProps) {
  if (effects.length === 0) return <p className="notice">{texts.unknown}</p>;
  return (
    <>
      <Rows effects={effects.slice(0, mostRows)} />
      {effects.length > mostRows && (
        <Disclosure title={texts.more(effects.length - mostRows)}>
          <Rows effects={effects.slice(mostRows)} />
        </Disclosure>
      )}
    </>
  );
}

interface RowsProps {
  readonly effects: readonly ShownEffect[];
}

function Rows({ effects }: RowsProps) {
  return (
    <ul className="effects">
      {effects.map(({ does = 'runs', lasting, words, known }) => {
        const { label, rest } = effectLabel(words);
        const Icon = label === 'Overwrites' ? Replace : effectIcons[does];
        return (
          <li
            key={words}
            className={lasting ? 'grave' : does === 'unknown' ? 'open' : undefined}
            title={visible(words)}
          >
            <Icon className="i" aria-hidden />
            <b>{visible(label)}</b>
            <span className="object">
              <TickedText text={rest} />
              {known !== undefined && <small className="dim">{visible(known)}</small>}
            </span>
            {lasting ? <span className="tag deny">{texts.lasting}</span> : <span />}
          </li>
        );
      })}
    </ul>
  );
}
