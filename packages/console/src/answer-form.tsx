import { useEffect, useState } from 'preact/hooks';
import { post, type Answer, type InboxItem, type Matching } from './api.ts';
import { counted, wordsOf } from './words.ts';

export interface AnswerFormProps {
  readonly item: InboxItem;
  /** Whether the whole text was on the screen. */
  readonly seen: boolean;
  readonly onDone: (words: string) => void;
}

/** Answers within this time of a question's appearance were meant for something else. */
const tooSoon = 600;

const scopeWords: Readonly<Record<string, string>> = {
  once: 'this once',
  session: 'for this session',
  project: 'in this project',
  user: 'everywhere, for me',
};

export function AnswerForm({ item, seen, onDone }: AnswerFormProps) {
  const [scope, setScope] = useState('once');
  const [rules, setRules] = useState((item.suggestions[0]?.rules ?? []).join('\n'));
  const [words, setWords] = useState('');
  const [edited, setEdited] = useState<string>();
  const [problem, setProblem] = useState('');
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), tooSoon);
    return () => clearTimeout(timer);
  }, [item.id]);

  async function say(answer: Answer): Promise<void> {
    try {
      await post('/api/answer', { id: item.id, digest: item.digest, answer });
      onDone(answer.verdict === 'allow' ? 'Allowed.' : 'Denied.');
    } catch (error) {
      setProblem(wordsOf(error));
    }
  }

  function allow(): void {
    const input = edited === undefined ? undefined : readInput(edited);
    if (input === null) return setProblem('What you wrote is no JSON object.');
    const lines = rules.split('\n').filter((line) => line.trim() !== '');
    const kept = scope === 'once' || lines.length === 0 ? {} : { rules: lines };
    void say({
      verdict: 'allow',
      scope: scope as 'once',
      ...kept,
      ...(input === undefined ? {} : { input }),
    });
  }

  const locked = !seen || !ready;
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
            {scopeWords[name] ?? name}
          </label>
        ))}
      </fieldset>
      {scope !== 'once' && <RuleEditor item={item} rules={rules} onChange={setRules} />}
      {item.editable && (
        <details>
          <summary>Change the call before it runs</summary>
          <textarea
            aria-label="The call's input"
            rows={6}
            spellcheck={false}
            value={edited ?? JSON.stringify(item.call.input, undefined, 2)}
            onInput={(event) => setEdited(event.currentTarget.value)}
          />
          <p class="hint">What you write is decided anew before it runs.</p>
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
      <div class="buttons">
        <button
          type="button"
          class="deny"
          onClick={() => void say({ verdict: 'deny', ...(words === '' ? {} : { words }) })}
        >
          Deny
        </button>
        <button type="button" class="allow" disabled={locked} onClick={allow}>
          Allow {scopeWords[scope]}
        </button>
        <span class="hint">{seen ? '' : 'Read to the end first.'}</span>
      </div>
      <p class="problem" role="alert">
        {problem}
      </p>
    </form>
  );
}

function readInput(text: string): Readonly<Record<string, unknown>> | null {
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

/** The rule that will be kept, with what else it would have let through. */
function RuleEditor({ item, rules, onChange }: RuleEditorProps) {
  const [matching, setMatching] = useState('');
  useEffect(() => {
    const lines = rules.split('\n').filter((line) => line.trim() !== '');
    if (lines.length === 0) return setMatching('Exactly this call.');
    const timer = setTimeout(() => {
      post<Matching>('/api/matching', { rules: lines }).then(
        ({ of, matched }) =>
          setMatching(`Would also have matched ${matched} of your last ${counted(of, 'call')}.`),
        (error: unknown) => setMatching(wordsOf(error)),
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
        {matching}
      </p>
    </div>
  );
}
