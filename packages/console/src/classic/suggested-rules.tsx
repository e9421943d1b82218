import { useState } from 'react';
import { learnedRules, type LearnedRules } from '@permesso/protocol/console/rules';
import { visible } from '@permesso/protocol/text/show-text';
import { post, send } from '../api.ts';
import { countText, errorText } from '../format.ts';

/** Rules for what is always approved, each proven on the history and on attacks. */
export function SuggestedRules() {
  const [learning, setLearning] = useState<LearnedRules>();
  const [said, setSaid] = useState('');
  async function look(): Promise<void> {
    try {
      setSaid('Looking through the log…');
      setLearning(await post(learnedRules, '/api/suggest', {}));
      setSaid('');
    } catch (error) {
      setSaid(errorText(error));
    }
  }
  async function add(rule: string): Promise<void> {
    try {
      await send('POST', '/api/rules/add', { verdict: 'allow', rule, to: 'local' });
      setSaid(`Added for you, in this project: ${rule}`);
    } catch (error) {
      setSaid(errorText(error));
    }
  }
  return (
    <details onToggle={(event) => event.currentTarget.open && learning === undefined && void look()}>
      <summary>Rules that would save you prompts</summary>
      <p role="status">{said}</p>
      {learning !== undefined && (
        <>
          <p>
            {countText(learning.prompts, 'prompt')} of your history still ask today; with all of these{' '}
            {learning.left} would. None of {countText(learning.hostile, 'hostile call')} would be allowed by
            them.
          </p>
          <ul>
            {learning.rules.map(({ rule, saved }) => (
              <li key={rule}>
                <code>{visible(rule)}</code> saves {countText(saved, 'prompt')}{' '}
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
