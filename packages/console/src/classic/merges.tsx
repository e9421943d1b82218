import { useState } from 'react';
import { type RuleMerge } from '@permesso/protocol/console/rules';
import { policyPreview, type PolicyPreview } from '@permesso/protocol/console/profiles';
import { visible } from '@permesso/protocol/text/show-text';
import { post, send } from '../api.ts';
import { PolicyChanges } from './policy-changes.tsx';
import { VerdictMark } from './verdict.tsx';
import { countText, errorText } from '../format.ts';

export interface MergesProps {
  readonly merges: readonly RuleMerge[];
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
      <ul className="list">
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

function OneMerge({ merge, path, onMerged }: Omit<MergesProps, 'merges'> & { readonly merge: RuleMerge }) {
  const { verdict, layer, rules, into, isSame } = merge;
  const [preview, setPreview] = useState<PolicyPreview>();
  const [problem, setProblem] = useState('');
  const count = rules.length + (isSame ? 1 : 0);

  async function ask(digest?: string): Promise<void> {
    try {
      const body = { verdict, rules, into, to: layer };
      const at = path('/api/rules/merge');
      if (digest === undefined) setPreview(await post(policyPreview, at, body));
      else {
        await send('POST', at, { ...body, digest });
        await onMerged();
      }
      setProblem('');
    } catch (error) {
      setProblem(errorText(error));
    }
  }

  return (
    <li>
      {countText(count, 'rule')} → one: <VerdictMark verdict={verdict} /> <code>{visible(into)}</code>{' '}
      <button
        type="button"
        aria-expanded={preview !== undefined}
        aria-label={`Compare ${into}`}
        onClick={() => (preview === undefined ? void ask() : setPreview(undefined))}
      >
        Compare
      </button>
      <span className="note">
        {isSame ? 'It takes all of these in: ' : 'It would reach further than these: '}
        {rules.map((rule) => visible(rule)).join(', ')}
      </span>
      <p className="problem" role="alert">
        {visible(problem)}
      </p>
      {preview !== undefined && (
        <div className="question">
          <PolicyChanges preview={preview} />
          <button type="button" className="allow" onClick={() => void ask(preview.digest)}>
            Make it one rule
          </button>
        </div>
      )}
    </li>
  );
}
