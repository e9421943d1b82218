import { useEffect, useState } from 'preact/hooks';
import { post, visible, type Tried } from './api.ts';
import { CallPicture } from './call-picture.tsx';
import { PartList, VerdictMark } from './verdict.tsx';
import { wordsOf } from './words.ts';

interface Typed {
  readonly tool: string;
  readonly text: string;
  readonly mode: string;
  readonly policy: string;
}

const start: Typed = { tool: 'Bash', text: 'cd web && npm test | tail -5 > out.txt', mode: '', policy: '' };

/** Type a call, choose a mode and a policy, and see what would be decided and why. Nothing runs. */
export function Playground({ shared }: { readonly shared: string }) {
  const [typed, setTyped] = useState<Typed>(() => ({ ...start, ...readShared(shared) }));
  const [tried, setTried] = useState<Tried>();
  const [problem, setProblem] = useState('');
  async function decide(body: object): Promise<void> {
    try {
      setTried(await post<Tried>('/api/try', body));
      setProblem('');
    } catch (error) {
      setProblem(wordsOf(error));
    }
  }
  useEffect(() => {
    const timer = setTimeout(() => {
      const input = inputOf(typed);
      if (input === undefined) return setProblem('The input must be a JSON object.');
      void decide({ tool: typed.tool, input, mode: typed.mode, policy: typed.policy });
      return undefined;
    }, 120);
    return () => clearTimeout(timer);
  }, [typed]);
  const set = (change: Partial<Typed>): void => setTyped((now) => ({ ...now, ...change }));
  return (
    <section class="playground">
      <h1>Playground</h1>
      <div class="add">
        <label>
          Tool{' '}
          <input value={typed.tool} size={10} onInput={(event) => set({ tool: event.currentTarget.value })} />
        </label>
        <label>
          Mode{' '}
          <select value={typed.mode} onChange={(event) => set({ mode: event.currentTarget.value })}>
            <option value="">of the policy</option>
            {(tried?.modes ?? []).map((mode) => (
              <option key={mode}>{mode}</option>
            ))}
          </select>
        </label>
        <a href={`#playground?${writeShared(typed)}`}>Link to this</a>
      </div>
      <label class="wide">
        {typed.tool === 'Bash' ? 'Command' : 'Input, as JSON'}
        <textarea
          rows={3}
          spellcheck={false}
          value={typed.text}
          onInput={(event) => set({ text: event.currentTarget.value })}
        />
      </label>
      <details>
        <summary>Another policy than this machine's</summary>
        <textarea
          aria-label="Policy, as YAML"
          rows={6}
          spellcheck={false}
          placeholder={'allow:\n  - Bash(npm run:*)'}
          value={typed.policy}
          onInput={(event) => set({ policy: event.currentTarget.value })}
        />
      </details>
      <p class="problem" role="alert">
        {problem}
      </p>
      {tried !== undefined && <Result tried={tried} text={typed.text} isShell={typed.tool === 'Bash'} />}
    </section>
  );
}

interface ResultProps {
  readonly tried: Tried;
  readonly text: string;
  readonly isShell: boolean;
}

function Result({ tried, text, isShell }: ResultProps) {
  const { decision, considered, mode, row } = tried;
  return (
    <div aria-live="polite">
      <p class="outcome">
        <VerdictMark verdict={decision.verdict} /> {visible(decision.message)}
      </p>
      {isShell && <CallPicture text={text} parts={decision.receipt.parts} />}
      <h2>Parts</h2>
      <PartList parts={decision.receipt.parts} />
      <h2>Rules that were considered</h2>
      {considered.map(({ label, rules }, at) => (
        <details key={at} open={considered.length === 1}>
          <summary>
            <code>{visible(label)}</code> ({rules.filter(({ match }) => match !== 'no').length} of{' '}
            {rules.length} speak about it)
          </summary>
          <ul>
            {rules.map(({ rule, match, why, inert }, index) => (
              <li key={index} class={match === 'no' ? 'dim' : undefined}>
                <VerdictMark verdict={rule.verdict} /> <code>{visible(rule.text)}</code>: {match},{' '}
                {visible(why)}
                {inert !== undefined && ` (does not count: ${inert})`}
              </li>
            ))}
          </ul>
        </details>
      ))}
      <h2>Mode {mode}</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label="The mode's row">
        <table>
          <thead>
            <tr>
              {Object.keys(row).map((step) => (
                <th scope="col" key={step}>
                  {step}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              {Object.entries(row).map(([step, cell]) => (
                <td
                  key={step}
                  class={decision.receipt.parts.some((part) => part.step === step) ? 'used' : undefined}
                >
                  {cell}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </div>
  );
}

function inputOf({ tool, text }: Typed): object | undefined {
  if (tool === 'Bash') return { command: text };
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A link holds text and nothing else: it runs nothing and changes nothing. */
function writeShared(typed: Typed): string {
  return new URLSearchParams({ ...typed }).toString();
}

function readShared(text: string): Partial<Typed> {
  const shared = new URLSearchParams(text);
  const names = ['tool', 'text', 'mode', 'policy'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (shared.has(name) ? [[name, shared.get(name) ?? '']] : [])),
  );
}
