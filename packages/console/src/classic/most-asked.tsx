import { visible } from '@permesso/protocol/text/show-text';
import type { TeamStats } from '@permesso/protocol/console/activity';
import { countText } from '../format.ts';

/** What people are asked about, with what they said. */
export function MostAsked({ of }: { readonly of: TeamStats['mostAsked'] }) {
  return (
    <ul>
      {of.map(({ what, prompts, approved, denied }) => (
        <li key={what}>
          <code>{visible(what)}</code>: {countText(prompts, 'time')}, {approved} allowed, {denied} denied
        </li>
      ))}
    </ul>
  );
}
