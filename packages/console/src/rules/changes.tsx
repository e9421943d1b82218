import { ArrowRight, Minus, PencilLine, Plus } from 'lucide-react';
import { useState } from 'react';
import type { PolicyPreview, ShownChange } from '@permesso/protocol/console/profiles';
import { visible } from '@permesso/protocol/text/show-text';
import { countText } from '../format.ts';
import { Button } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';

const directions = [
  { direction: 'looser', title: 'Looser', tone: 'ask' },
  { direction: 'both', title: 'Looser or stricter, depending on the call', tone: 'ask' },
  { direction: 'stricter', title: 'Stricter', tone: '' },
  { direction: 'none', title: 'No difference', tone: '' },
] as const;

/** More than that are shown when somebody asks. */
const mostShown = 40;

const icons = { added: Plus, removed: Minus, changed: PencilLine } as const;

/** What a change of a policy file means for calls, in words and by example. What loosens is open: it must be read. */
export function Changes({ preview }: { readonly preview: PolicyPreview }) {
  const { changes, tried, looser, stricter } = preview;
  return (
    <>
      <p className="prose" role="status">
        {changes.length === 0
          ? 'Nothing would change.'
          : `Of ${countText(tried, 'call')} that were tried, ${looser} would become looser and ${stricter} stricter.`}
      </p>
      <div className="folds">
        {directions.map(({ direction, title, tone }) => {
          const some = changes.filter((change) => change.direction === direction);
          return (
            some.length > 0 && (
              <Disclosure
                key={direction}
                isOpen={tone === 'ask'}
                title={
                  <span>
                    {title} ({some.length})
                  </span>
                }
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
            <Icon className="i dimmer" aria-label={action} />
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
            Show {countText(changes.length - shown.length, 'more change')}
          </Button>
        </li>
      )}
    </ul>
  );
}
