import { Database, FileText, Globe, PencilLine, SquareTerminal, Trash2, type LucideIcon } from 'lucide-react';
import type { InboxItem, ShownEffect } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { approvalsTexts } from '../texts/approvals.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { effectObject } from './words.ts';

const texts = approvalsTexts.effects;

export const effectIcons: Readonly<Record<NonNullable<ShownEffect['does']>, LucideIcon>> = {
  deletes: Trash2,
  changes: Database,
  network: Globe,
  writes: PencilLine,
  runs: SquareTerminal,
  reads: FileText,
};

/** More rows than this stand behind a word. */
const mostRows = 10;

/** What a call would do, in rows: a red icon only for what cannot be taken back. */
export function EffectRows({ effects, cwd }: RowsProps) {
  if (effects.length === 0) return <p className="notice">{texts.unknown}</p>;
  return (
    <>
      <Rows effects={effects.slice(0, mostRows)} cwd={cwd} />
      {effects.length > mostRows && (
        <Disclosure title={texts.more(effects.length - mostRows)}>
          <Rows effects={effects.slice(mostRows)} cwd={cwd} />
        </Disclosure>
      )}
    </>
  );
}

interface RowsProps {
  readonly effects: readonly ShownEffect[];
  readonly cwd: string | undefined;
}

function Rows({ effects, cwd }: RowsProps) {
  return (
    <ul className="effects">
      {effects.map((effect) => {
        const { does = 'runs', lasting, words } = effect;
        const Icon = effectIcons[does];
        return (
          <li key={words} className={lasting ? 'grave' : undefined} title={visible(words)}>
            <Icon className="i" aria-hidden />
            <span>{texts.verbs[does]}</span>
            <span className="object">
              <EffectObject effect={effect} cwd={cwd} />
            </span>
            {lasting ? <span className="tag deny">{texts.lasting}</span> : <span />}
          </li>
        );
      })}
    </ul>
  );
}

/** As the engine says it: a name stands before it. */
const whole = ' and everything in it';

function EffectObject({ effect, cwd }: { readonly effect: ShownEffect; readonly cwd: string | undefined }) {
  const text = visible(effectObject(effect, cwd));
  // Without a verb of the list in front it is a sentence, not a name.
  if (text === visible(effect.words)) return text;
  const [name, ...rest] = text.split(whole);
  return rest.length === 0 ? (
    <code>{text}</code>
  ) : (
    <>
      <code>{name}</code>
      {whole}
      {rest.join(whole)}
    </>
  );
}

/** The worst three, for a row of a list. */
export function EffectMarks({ item }: { readonly item: InboxItem }) {
  const kinds = [...new Map(item.effects.map((effect) => [effect.does ?? 'runs', effect])).entries()];
  return kinds.slice(0, 3).map(([does, { lasting }]) => {
    const Icon = effectIcons[does];
    return (
      <span key={does} className={lasting ? 'bad' : undefined}>
        <Icon className="i" aria-hidden />
        {texts.verbs[does].toLowerCase()}
      </span>
    );
  });
}
