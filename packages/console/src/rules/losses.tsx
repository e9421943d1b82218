import type { ShownLosses } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { rulesTexts } from './texts.ts';

/** What could not be translated, never left out silently. */
export function Losses({ losses }: { readonly losses: ShownLosses | undefined }) {
  if (losses === undefined) return null;
  return (
    <div className="losses">
      <p>{losses.length === 0 ? rulesTexts.others.noLosses : rulesTexts.others.losses(losses.length)}</p>
      <ul>
        {losses.map(({ what, why, effect }, at) => (
          <li key={at}>
            <code>{visible(what)}</code>: {visible(why)} ({effect})
          </li>
        ))}
      </ul>
    </div>
  );
}
