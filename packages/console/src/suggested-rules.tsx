import { useState } from 'preact/hooks';
import { post, visible } from './api.ts';
import { counted, wordsOf } from './words.ts';

interface Learning {
  readonly rules: readonly { readonly rule: string; readonly saved: number }[];
  readonly prompts: number;
  readonly left: number;
  readonly hostile: number;
  readonly problem?: string;
}

/** Rules for what is always approved, each proven on the history and on attacks. */
export function SuggestedRules() {
  const [learning, setLearning] = useState<Learning>();
  const [said, setSaid] = useState('');
  async function look(): Promise<void> {
    try {
      setSaid('Looking through the log…');
      setLearning(await post<Learning>('/api/suggest', {}));
      setSaid('');
    } catch (error) {
      setSaid(wordsOf(error));
    }
  }
  async function add(rule: string): Promise<void> {
    try {
      await post('/api/rules/add', { verdict: 'allow', rule, to: 'local' });
      setSaid(`Added for you, in this project: ${rule}`);
    } catch (error) {
      setSaid(wordsOf(error));
    }
  }
  return (
    <details onToggle={(event) => event.currentTarget.open && learning === undefined && void look()}>
      <summary>Rules that would save you prompts</summary>
      <p role="status">{said}</p>
      {learning?.rules !== undefined && (
        <>
          <p>
            {counted(learning.prompts, 'prompt')} of your history still ask today; with all of these{' '}
            {learning.left} would. None of {counted(learning.hostile, 'hostile call')} would be allowed by
            them.
          </p>
          <ul>
            {learning.rules.map(({ rule, saved }) => (
              <li key={rule}>
                <code>{visible(rule)}</code> saves {counted(saved, 'prompt')}{' '}
                <button type="button" onClick={() => void add(rule)} aria-label={`Add ${rule}`}>
                  Add
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}
