import { visible } from './api.ts';

/** What an edit takes out and what it puts in. */
export function EditDiff({ input }: { readonly input: Readonly<Record<string, unknown>> }) {
  const { old_string: before, new_string: after } = input;
  if (typeof before !== 'string' || typeof after !== 'string') return null;
  return (
    <pre class="diff" aria-label="The change">
      {before.split('\n').map((line, at) => (
        <del key={`-${at}`}>{`- ${visible(line)}\n`}</del>
      ))}
      {after.split('\n').map((line, at) => (
        <ins key={`+${at}`}>{`+ ${visible(line)}\n`}</ins>
      ))}
    </pre>
  );
}
