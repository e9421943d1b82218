import { type PolicyPreview, type ShownChange } from '@permesso/protocol/console/profiles';
import { visible } from '@permesso/protocol/text/show-text';
import { countText } from '../format.ts';

/** What a change of a policy file means for calls, in words and by example. */
export function PolicyChanges({ preview }: { readonly preview: PolicyPreview }) {
  const { changes, tried, looser, stricter } = preview;
  return (
    <>
      <p role="status">
        {changes.length === 0
          ? 'Nothing would change.'
          : `Of ${countText(tried, 'call')} that were tried, ${looser} would become looser and ${stricter} stricter.`}
      </p>
      {directions.map(({ direction, title }) => (
        <Changes
          key={direction}
          title={title}
          changes={changes.filter((change) => change.direction === direction)}
        />
      ))}
    </>
  );
}

const directions = [
  { direction: 'looser', title: 'Looser' },
  { direction: 'both', title: 'Looser or stricter, depending on the call' },
  { direction: 'stricter', title: 'Stricter' },
  { direction: 'none', title: 'No difference' },
] as const;

const signs = { added: '+', removed: '−', changed: '~' } as const;
const actions = { added: 'added', removed: 'removed', changed: 'changed' } as const;

/** What loosens is open: it is what somebody must read. */
function Changes({ title, changes }: { readonly title: string; readonly changes: readonly ShownChange[] }) {
  if (changes.length === 0) return null;
  const mayLoosen = title.startsWith('Looser');
  return (
    <details open={mayLoosen}>
      <summary>
        {title} ({changes.length})
      </summary>
      <ul className="changes" tabIndex={0} aria-label={title}>
        {changes.map(({ action, text, note, examples }, at) => (
          <li key={at}>
            <span aria-hidden="true">{signs[action]}</span>{' '}
            <span className="unseen">{actions[action]}: </span>
            <code>{visible(text)}</code>
            {note !== undefined && <span className="note">{visible(note)}</span>}
            {examples.map(({ call, before, after }) => (
              <span className="note" key={call}>
                {before} → {after}: <code>{visible(call)}</code>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}
