import { visible } from './api.ts';
import { counted } from './words.ts';

export interface Loss {
  readonly what: string;
  readonly why: string;
  readonly effect: string;
}

/** What could not be carried over, never left out silently. */
export function Losses({ losses }: { readonly losses: readonly Loss[] | undefined }) {
  if (losses === undefined) return null;
  return (
    <>
      <p>
        {losses.length === 0
          ? 'Everything could be said.'
          : `${counted(losses.length, 'thing')} could not be said:`}
      </p>
      <ul>
        {losses.map(({ what, why, effect }, at) => (
          <li key={at}>
            <code>{visible(what)}</code>: {visible(why)} ({effect})
          </li>
        ))}
      </ul>
    </>
  );
}
