import { useEffect, useState } from 'preact/hooks';
import { matching, type InboxItem, type Matching } from '@permesso/protocol/console/inbox';
import { visible } from '@permesso/protocol/text/show-text';
import type { Answer, AnswerScope } from '@permesso/protocol/approval/approver';
import { answerRequest, post } from './api.ts';
import { TeamGrantOffer } from './team-grant-offer.tsx';
import { countText, subjectOf, errorText } from './format.ts';

export interface AnswerFormProps {
  readonly item: InboxItem;
  /** Whether the whole text was on the screen. */
  readonly seen: boolean;
  readonly onDone: (words: string) => void;
}

/** Answers within this time of a question's appearance were meant for something else. */
const tooSoon = 600;

const scopeWords: Readonly<Record<AnswerScope, string>> = {
  once: 'this once',
  session: 'for this session',
  project: 'in this project',
  user: 'everywhere, for me',
};

/** The rule is kept on the machine that asks, for the owner of its agent. */
const teamScopeWords: typeof scopeWords = { ...scopeWords, user: 'everywhere, for its owner' };

export function AnswerForm({ item, seen, onDone }: AnswerFormProps) {
  const [scope, setScope] = useState<AnswerScope>('once');
  const [rules, setRules] = useState((item.suggestions[0]?.rules ?? []).join('\n'));
  const [hours, setHours] = useState(0);
  const [words, setWords] = useState('');
  const [denyScope, setDenyScope] = useState<AnswerScope>('once');
  const [edited, setEdited] = useState<string>();
  const [problem, setProblem] = useState('');
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), tooSoon);
    return () => clearTimeout(timer);
  }, [item.id]);

  async function say(answer: Answer): Promise<void> {
    try {
      onDone(await answerRequest(item, answer));
    } catch (error) {
      setProblem(errorText(error));
    }
  }

  function allow(): void {
    const input = edited === undefined ? undefined : changedInput(item, edited);
    if (input === null) return setProblem('What you wrote is no JSON object.');
    const lines = rules.split('\n').filter((line) => line.trim() !== '');
    const kept = scope === 'once' || lines.length === 0 ? {} : { rules: lines };
    void say({
      verdict: 'allow',
      scope,
      ...kept,
      ...(scope === 'once' || hours === 0 ? {} : { until: Date.now() + hours * 3_600_000 }),
      ...(input === undefined ? {} : { input }),
    });
  }

  function deny(): void {
    const lasts = denyScope === 'once' ? {} : { scope: denyScope };
    void say({ verdict: 'deny', ...(words === '' ? {} : { comment: words }), ...lasts });
  }

  const locked = !seen || !ready;
  const lasts = item.team === undefined ? scopeWords : teamScopeWords;
  return (
    <form class="answer" onSubmit={(event) => event.preventDefault()}>
      <fieldset>
        <legend>If yes, for how long?</legend>
        {item.scopes.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name={`scope-${item.id}`}
              checked={scope === name}
              onChange={() => setScope(name)}
            />
            {lasts[name]}
          </label>
        ))}
      </fieldset>
      {scope !== 'once' && (
        <>
          <RuleEditor item={item} rules={rules} onChange={setRules} />
          <label>
            It ends{' '}
            <select value={String(hours)} onChange={(event) => setHours(Number(event.currentTarget.value))}>
              {ends.map(([value, title]) => (
                <option key={value} value={String(value)}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
      {item.editable && (
        <details>
          <summary>Change the call before it runs</summary>
          <textarea
            aria-label={isCommand(item) ? 'The command' : "The call's input"}
            rows={6}
            spellcheck={false}
            value={edited ?? writtenInput(item)}
            onInput={(event) => setEdited(event.currentTarget.value)}
          />
          <p class="hint">What you write is decided again before it runs.</p>
        </details>
      )}
      <label class="wide">
        If no, words for the agent
        <input
          value={words}
          placeholder="Use pnpm instead."
          onInput={(event) => setWords(event.currentTarget.value)}
        />
      </label>
      {item.team !== undefined && item.scopes.some((name) => name === 'project' || name === 'user') && (
        <TeamGrantOffer item={item} locked={locked} onDone={onDone} />
      )}
      <div class="buttons">
        <button type="button" class="deny" onClick={deny}>
          Deny
        </button>
        {item.team === undefined && item.scopes.length > 1 && (
          <label>
            <span class="unseen">Deny for how long</span>
            <select
              value={denyScope}
              onChange={(event) => setDenyScope(scopeNamed(event.currentTarget.value, item.scopes))}
            >
              {item.scopes.map((name) => (
                <option key={name} value={name}>
                  {lasts[name]}
                </option>
              ))}
            </select>
          </label>
        )}
        <button type="button" class="allow" disabled={locked} onClick={allow}>
          Allow {lasts[scope]}
        </button>
        <span class="hint">{seen ? '' : 'Read to the end first.'}</span>
      </div>
      <p class="problem" role="alert">
        {problem}
      </p>
    </form>
  );
}

function scopeNamed(name: string, scopes: readonly AnswerScope[]): AnswerScope {
  return scopes.find((scope) => scope === name) ?? 'once';
}

/** Hours; none: for as long as the rule stays. */
const ends = [
  [0, 'when somebody takes it back'],
  [1, 'in an hour'],
  [8, 'in eight hours'],
  [168, 'in a week'],
] as const;

/** A command is changed as it is written; any other input as JSON. */
function isCommand({ call }: InboxItem): boolean {
  return typeof call.input['command'] === 'string' && Object.keys(call.input).length === 1;
}

function writtenInput(item: InboxItem): string {
  const { input } = item.call;
  return isCommand(item) ? String(input['command']) : JSON.stringify(input, undefined, 2);
}

function changedInput(item: InboxItem, text: string): Readonly<Record<string, unknown>> | null {
  if (isCommand(item)) return { command: text };
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

interface RuleEditorProps {
  readonly item: InboxItem;
  readonly rules: string;
  readonly onChange: (rules: string) => void;
}

interface MatchingWords extends Pick<Matching, 'examples'> {
  readonly words: string;
}

/** The rule that will be kept, with what else it would have let through. */
function RuleEditor({ item, rules, onChange }: RuleEditorProps) {
  const [{ words, examples = [] }, setMatching] = useState<MatchingWords>({ words: '' });
  const whose = item.team === undefined ? 'your' : "the project's";
  useEffect(() => {
    const lines = rules.split('\n').filter((line) => line.trim() !== '');
    if (lines.length === 0) return setMatching({ words: 'Exactly this call.' });
    const timer = setTimeout(() => {
      post(matching, '/api/matching', {
        rules: lines,
        ...(item.team === undefined ? {} : { project: item.team.projectId }),
      }).then(
        ({ of, matched, examples: found = [] }) =>
          setMatching({
            words: `Would have matched ${matched} of ${whose} last ${countText(of, 'call')}.`,
            examples: found,
          }),
        (error: unknown) => setMatching({ words: errorText(error) }),
      );
    }, 150);
    return () => clearTimeout(timer);
  }, [rules]);
  return (
    <div class="wide">
      {item.suggestions.length > 1 && (
        <p class="ladder">
          {item.suggestions.map(({ rules: offered, covers }) => (
            <button type="button" key={offered.join()} onClick={() => onChange(offered.join('\n'))}>
              {covers}
            </button>
          ))}
        </p>
      )}
      <label>
        Rule to keep
        <textarea
          rows={Math.max(1, rules.split('\n').length)}
          spellcheck={false}
          value={rules}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      </label>
      <p class="hint" role="status">
        {words}
      </p>
      <details>
        <summary>Which of them</summary>
        <ul class="hint">
          {[...new Set(examples.map((call) => subjectOf(call)))].map((subject) => (
            <li key={subject}>
              <code>{visible(subject).slice(0, 200)}</code>
            </li>
          ))}
          {examples.length === 0 && <li>None so far.</li>}
        </ul>
      </details>
    </div>
  );
}
