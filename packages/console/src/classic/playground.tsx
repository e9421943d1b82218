import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { triedCall, type TriedCall } from '@permesso/protocol/console/rules';
import { visible } from '@permesso/protocol/text/show-text';
import { post } from '../api.ts';
import { CallPicture } from './call-picture.tsx';
import { Effects } from './effects.tsx';
import { PartList, VerdictMark } from './verdict.tsx';
import { errorText } from '../format.ts';

interface Typed {
  readonly tool: string;
  readonly text: string;
  readonly mode: string;
  readonly policy: string;
}

const start: Typed = { tool: 'Bash', text: 'cd web && npm test | tail -5 > out.txt', mode: '', policy: '' };

export interface PlaygroundProps {
  readonly shared: string;
  /** At a team server: whose published policy decides. */
  readonly project?: string | undefined;
  /** How another project is chosen. */
  readonly children?: ReactNode;
}

/** Type a call, choose a mode and a policy, and see what would be decided and why. Nothing runs. */
export function Playground({ shared, project, children }: PlaygroundProps) {
  const [typed, setTyped] = useState<Typed>(() =>
    shared === '' ? start : { ...start, ...readShared(shared) },
  );
  const [tried, setTried] = useState<TriedCall>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (shared !== '') setTyped((now) => ({ ...now, ...readShared(shared) }));
  }, [shared]);
  async function decide(body: object): Promise<void> {
    try {
      setTried(await post(triedCall, '/api/try', body));
      setProblem('');
    } catch (error) {
      setProblem(errorText(error));
    }
  }
  useEffect(() => {
    const timer = setTimeout(() => {
      const input = typedInput(typed);
      if (input === undefined) return setProblem('The input must be a JSON object.');
      const { tool, mode, policy } = typed;
      void decide({ tool, input, mode, policy, ...(project === undefined ? {} : { project }) });
      return undefined;
    }, 120);
    return () => clearTimeout(timer);
  }, [typed, project]);
  const set = (change: Partial<Typed>): void => setTyped((now) => ({ ...now, ...change }));
  return (
    <section className="playground">
      <h1>Playground</h1>
      {children}
      <div className="add">
        <label>
          Tool{' '}
          <input
            value={typed.tool}
            size={10}
            onChange={(event) => set({ tool: event.currentTarget.value })}
          />
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
      </div>
      <label className="wide">
        {typed.tool === 'Bash' ? 'Command' : 'Input, as JSON'}
        <textarea
          rows={3}
          spellCheck={false}
          value={typed.text}
          onChange={(event) => set({ text: event.currentTarget.value })}
        />
      </label>
      <details>
        <summary>
          {project === undefined
            ? "Another policy than this machine's"
            : 'Another policy than the published one'}
        </summary>
        <textarea
          aria-label="Policy, as YAML"
          rows={6}
          spellCheck={false}
          placeholder={'allow:\n  - Bash(npm run:*)'}
          value={typed.policy}
          onChange={(event) => set({ policy: event.currentTarget.value })}
        />
      </details>
      {typed === start && <FirstTry isTeam={project !== undefined} />}
      <ShareField typed={typed} onPaste={set} />
      <p className="problem" role="alert">
        {visible(problem)}
      </p>
      {tried !== undefined && <Result tried={tried} text={typed.text} isShell={typed.tool === 'Bash'} />}
    </section>
  );
}

function FirstTry({ isTeam }: { readonly isTeam: boolean }) {
  return (
    <div className="empty">
      <p>
        This is an example: each part of it is decided by itself, and nothing runs. Type what an agent might
        do, and see why it would be allowed, asked about or denied.
      </p>
      <p>
        Where you see <em>ask</em> and mean <em>allow</em>,{' '}
        {isTeam ? 'write it into a version under ' : 'add the rule under '}
        <a href={isTeam ? '#policy' : '#rules'}>{isTeam ? 'Policy' : 'Rules'}</a>; then try it here again.
      </p>
    </div>
  );
}

interface ResultProps {
  readonly tried: TriedCall;
  readonly text: string;
  readonly isShell: boolean;
}

function Result({ tried, text, isShell }: ResultProps) {
  const { decision, considered, mode, steps } = tried;
  return (
    <div aria-live="polite">
      <p className="outcome">
        <VerdictMark verdict={decision.verdict} /> {visible(decision.message)}
      </p>
      {isShell && <CallPicture text={text} parts={decision.receipt.parts} />}
      <section className="two">
        <div>
          <h2>Parts</h2>
          <PartList parts={decision.receipt.parts} />
        </div>
        <div>
          <h2>What it does</h2>
          <Effects effects={tried.effects ?? []} />
        </div>
      </section>
      <h2>Rules that were considered</h2>
      {considered.map(({ label, rules }, at) => (
        <details key={at} open={considered.length === 1}>
          <summary>
            <code>{visible(label)}</code> ({rules.filter(({ match }) => match !== 'no').length} of{' '}
            {rules.length} speak about it)
          </summary>
          <ul>
            {rules.map(({ rule, match, why, inert }, index) => (
              <li key={index} className={match === 'no' ? 'dim' : undefined}>
                <VerdictMark verdict={rule.verdict} /> <code>{visible(rule.text)}</code>: {match},{' '}
                {visible(why)}
                {inert !== undefined && ` (does not count: ${inert})`}
              </li>
            ))}
          </ul>
        </details>
      ))}
      <h2>Mode {mode}</h2>
      <p className="hint">The first of these that is true, and has a verdict here, decides about a part.</p>
      <table className="steps" aria-label="The mode's row">
        <tbody>
          {steps.map(({ step, words, verdict }) => (
            <tr
              key={step}
              className={decision.receipt.parts.some((part) => part.step === step) ? 'used' : undefined}
            >
              <th scope="row">{words}</th>
              <td>{verdict === '-' ? 'passed over' : verdict}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function typedInput({ tool, text }: Typed): object | undefined {
  if (tool === 'Bash') return { command: text };
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

interface ShareFieldProps {
  readonly typed: Typed;
  readonly onPaste: (typed: Partial<Typed>) => void;
}

/**
 * What is typed as a link, to be copied; and a link of somebody else, to be pasted. It holds text and nothing else: no
 * address of this machine, nothing that opens anything, nothing that runs or changes anything.
 */
function ShareField({ typed, onPaste }: ShareFieldProps) {
  return (
    <label className="wide">
      As a link, to copy or to paste
      <input
        value={`#playground?${writeShared(typed)}`}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          const [, text] = event.currentTarget.value.split('#playground?', 2);
          if (text !== undefined) onPaste(readShared(text));
        }}
      />
    </label>
  );
}

function writeShared(typed: Typed): string {
  return new URLSearchParams(Object.entries(typed).filter(([, value]) => value !== '')).toString();
}

function readShared(text: string): Partial<Typed> {
  const shared = new URLSearchParams(text);
  const names = ['tool', 'text', 'mode', 'policy'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (shared.has(name) ? [[name, shared.get(name) ?? '']] : [])),
  );
}
