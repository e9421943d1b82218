import { visible } from '@permesso/protocol/text/show-text';
import type { InboxItem } from '@permesso/protocol/console/inbox';

/** What a call would do, in plain words, the worst first. */
export function Effects({ effects }: Pick<InboxItem, 'effects'>) {
  return (
    <ul className="effects">
      {effects.map(({ words, lasting }) => (
        <li key={words} className={lasting ? 'lasting' : undefined}>
          {visible(words)}
          {lasting && ' (cannot be undone)'}
        </li>
      ))}
      {effects.length === 0 && <li>Nothing is known about it.</li>}
    </ul>
  );
}
