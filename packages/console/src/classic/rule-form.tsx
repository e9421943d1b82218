import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import type { Verdict } from '@permesso/engine/internal/policy/rules/verdict';

/** A rule as a person writes it. */
export interface RuleWords {
  readonly verdict: Verdict;
  readonly rule: string;
  readonly expires: string;
  readonly message: string;
  readonly guidance: string;
  readonly why: string;
}

export const emptyRule: RuleWords = {
  verdict: 'allow',
  rule: '',
  expires: '',
  message: '',
  guidance: '',
  why: '',
};

export interface RuleFormProps {
  readonly label: string;
  readonly start: RuleWords;
  readonly button: string;
  /** Whether it was taken. */
  readonly onSubmit: (words: RuleWords) => Promise<boolean>;
  readonly children?: ReactNode;
}

const verdicts: readonly Verdict[] = ['deny', 'ask', 'allow'];

/** The rule, how long it counts, and the words that go with it. */
export function RuleForm({ label, start, button, onSubmit, children }: RuleFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState(start);
  const set = (change: Partial<RuleWords>): void => setWords((now) => ({ ...now, ...change }));
  return (
    <form
      className="add"
      onSubmit={(event) => {
        event.preventDefault();
        // What stands in the field, not what was drawn last: Enter may come right behind the last letter.
        const rule = field.current?.value ?? '';
        if (rule.trim() === '') return;
        void onSubmit({ ...words, rule }).then((isTaken) => isTaken && setWords(start));
      }}
    >
      <label>
        <span className="unseen">Verdict</span>
        <select
          value={words.verdict}
          onChange={(event) => set({ verdict: event.currentTarget.value as Verdict })}
        >
          {verdicts.map((verdict) => (
            <option key={verdict}>{verdict}</option>
          ))}
        </select>
      </label>
      <label className="grow">
        <span className="unseen">{label}</span>
        <input
          ref={field}
          value={words.rule}
          placeholder="Bash(npm run:*)"
          onChange={(event) => set({ rule: event.currentTarget.value })}
        />
      </label>
      <label>
        until{' '}
        <input
          type="date"
          value={words.expires}
          onChange={(event) => set({ expires: event.currentTarget.value })}
        />
      </label>
      {children}
      <button type="submit">{button}</button>
      <details className="wide-details" open={start.message + start.guidance + start.why !== ''}>
        <summary>Words that go with it</summary>
        {fields.map(([name, title]) => (
          <label className="wide" key={name}>
            {title}
            <input value={words[name]} onChange={(event) => set({ [name]: event.currentTarget.value })} />
          </label>
        ))}
      </details>
    </form>
  );
}

const fields = [
  ['message', 'For the person who is asked or refused'],
  ['guidance', 'For the agent: what to do instead'],
  ['why', 'Comment for readers of the policy'],
] as const;
