import { visible, type LogStats } from './api.ts';
import { counted } from './words.ts';

/** What people are asked about, with what they said. */
export function MostAsked({ of }: { readonly of: LogStats['mostAsked'] }) {
  return (
    <ul>
      {of.map(({ what, prompts, approved, denied }) => (
        <li key={what}>
          <code>{visible(what)}</code>: {counted(prompts, 'time')}, {approved} allowed, {denied} denied
        </li>
      ))}
    </ul>
  );
}
