import { useState } from 'preact/hooks';
import type { Preview } from '../../permesso/src/ui/profile-preview.ts';
import type { Merge } from '../../permesso/src/ui/rule-merges.ts';
import { post, visible } from './api.ts';
import { PolicyChanges } from './policy-changes.tsx';
import { VerdictMark } from './verdict.tsx';
import { counted, wordsOf } from './words.ts';

export interface MergesProps {
  readonly merges: readonly Merge[];
  /** The address below a project. */
  readonly path: (path: string) => string;
  readonly onMerged: () => Promise<void>;
}

/** Several rules that one can stand for: what is only tidied, and what would reach further. */
export function Merges({ merges, path, onMerged }: MergesProps) {
  if (merges.length === 0) return null;
  return (
    <details open>
      <summary>Several rules that could be one ({merges.length})</summary>
      <ul class="list">
        {merges.map((merge) => (
          <OneMerge
            key={`${merge.layer}${merge.verdict}${merge.into}`}
            merge={merge}
            path={path}
            onMerged={onMerged}
          />
        ))}
      </ul>
    </details>
  );
}

function OneMerge({ merge, path, onMerged }: Omit<MergesProps, 'merges'> & { readonly merge: Merge }) {
  const { verdict, layer, rules, into, isSame } = merge;
  const [preview, setPreview] = useState<Preview>();
  const [problem, setProblem] = useState('');
  const count = rules.length + (isSame ? 1 : 0);

  async function ask(digest?: string): Promise<void> {
    try {
      const body = { verdict, rules, into, to: layer, ...(digest === undefined ? {} : { digest }) };
      const answer = await post<Preview>(path('/api/rules/merge'), body);
      setProblem('');
      if (digest === undefined) setPreview(answer);
      else await onMerged();
    } catch (error) {
      setProblem(wordsOf(error));
    }
  }

  return (
    <li>
      {counted(count, 'rule')} → one: <VerdictMark verdict={verdict} /> <code>{visible(into)}</code>{' '}
      <button
        type="button"
        aria-expanded={preview !== undefined}
        aria-label={`Compare ${into}`}
        onClick={() => (preview === undefined ? void ask() : setPreview(undefined))}
      >
        Compare
      </button>
      <span class="note">
        {isSame ? 'It takes all of these in: ' : 'It would reach further than these: '}
        {rules.map((rule) => visible(rule)).join(', ')}
      </span>
      <p class="problem" role="alert">
        {visible(problem)}
      </p>
      {preview !== undefined && (
        <div class="question">
          <PolicyChanges preview={preview} />
          <button type="button" class="allow" onClick={() => void ask(preview.digest)}>
            Make it one rule
          </button>
        </div>
      )}
    </li>
  );
}
