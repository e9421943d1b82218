import { ArrowRight, Minus, PencilLine, Plus } from 'lucide-react';
import { useState } from 'react';
import type { PolicyPreview, ShownChange } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { rulesTexts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';

const texts = rulesTexts.changes;

const directions = [
  { direction: 'looser', title: texts.directions.looser, tone: 'ask' },
  { direction: 'both', title: texts.directions.both, tone: 'ask' },
  { direction: 'stricter', title: texts.directions.stricter, tone: '' },
  { direction: 'none', title: texts.directions.none, tone: '' },
] as const;

/** Further ones are shown on request. */
const mostShown = 40;

const icons = { added: Plus, removed: Minus, changed: PencilLine } as const;

/** A policy change's effects on calls, in words and by example. Loosening is expanded: it must be read. */
export function Changes({ preview }: { readonly preview: PolicyPreview }) {
  const { changes, tried, looser, stricter } = preview;
  return (
    <>
      <p className="prose" role="status">
        {changes.length === 0 ? texts.none : texts.summary(tried, looser, stricter)}
      </p>
      <div className="folds">
        {directions.map(({ direction, title, tone }) => {
          const some = changes.filter((change) => change.direction === direction);
          return (
            some.length > 0 && (
              <Disclosure
                key={direction}
                isOpen={tone === 'ask'}
                title={<span>{texts.counted(title, some.length)}</span>}
              >
                <ChangeList changes={some} label={title} />
              </Disclosure>
            )
          );
        })}
      </div>
    </>
  );
}

function ChangeList({
  changes,
  label,
}: {
  readonly changes: readonly ShownChange[];
  readonly label: string;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? changes : changes.slice(0, mostShown);
  return (
    <ul className="change-list" aria-label={label}>
      {shown.map(({ action, text, note, examples }, at) => {
        const Icon = icons[action];
        return (
          <li key={at}>
            <Icon className="i dimmer" aria-label={texts.actions[action]} />
            <div>
              <code>{visible(text)}</code>
              {note !== undefined && <span className="sub">{visible(note)}</span>}
              {examples.map(({ call, before, after }) => (
                <span className="sub" key={call}>
                  {before} <ArrowRight className="i" aria-hidden /> {after}: <code>{visible(call)}</code>
                </span>
              ))}
            </div>
          </li>
        );
      })}
      {shown.length < changes.length && (
        <li>
          <Button isSmall onClick={() => setWhole(true)}>
            {texts.more(changes.length - shown.length)}
          </Button>
        </li>
      )}
    </ul>
  );
}
