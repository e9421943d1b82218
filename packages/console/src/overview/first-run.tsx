import { Check, CircleCheck, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { visible } from '@permesso/protocol/text/show-text';
import type { FoundAgent } from '@permesso/protocol/console/overview';
import { useAgents } from '../app/agents-query.ts';
import { countText } from '../format.ts';
import { Button } from '../ui/button.tsx';
import { CommandText } from '../ui/command-text.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { RunCanary } from './attention.tsx';

/** Connect an agent, prove it, see the first call: the page notices each by itself. */
export function FirstRun() {
  const { data } = useAgents();
  const hosts = data?.hosts ?? [];
  const connected = hosts.filter(isConnected);
  const isProven = hosts.some(({ canary }) => canary.result === 'proven');
  return (
    <div className="first-run">
      <h1>Protect your first agent</h1>
      <p>Three steps, about two minutes. Nothing leaves this machine.</p>
      <ol className="card">
        <Step number={1} title="Connect an agent" is={stepIs(connected.length > 0, true)}>
          <p className="sub">
            {data === undefined
              ? 'Looking for agents.'
              : `${countText(hosts.length, 'agent')} found. Each change is shown before it is written.`}
          </p>
          {hosts.length > 0 && (
            <ul className="list-card inner">
              {hosts.map((host) => (
                <li key={host.name}>
                  <span>{visible(host.title)}</span>
                  {isConnected(host) ? (
                    <span className="verdict allow">
                      <CircleCheck className="i" aria-hidden />
                      connected
                    </span>
                  ) : (
                    <CopyButton text={`permesso init --host ${host.name}`} />
                  )}
                </li>
              ))}
            </ul>
          )}
          {connected.length === 0 && <CopyLine text="permesso init" />}
        </Step>
        <Step number={2} title="Run the canary" is={stepIs(isProven, connected.length > 0)}>
          <p className="sub">
            The agent itself tries a call that must not happen. It is proven once that call is denied.
          </p>
          {!isProven && <CopyLine text="permesso doctor --canary" />}
          {!isProven &&
            connected.map((host) => (
              <p key={host.name} className="waiting">
                <RunCanary agent={host} /> {visible(host.title)}
              </p>
            ))}
        </Step>
        <Step number={3} title="See the first call" is={stepIs(false, isProven)}>
          <p className="sub">Give your agent any task. Its first call appears here by itself.</p>
        </Step>
      </ol>
    </div>
  );
}

function isConnected({ checks }: FoundAgent): boolean {
  return checks.some(({ name, is }) => name === 'registered' && is === 'ok');
}

type StepState = 'done' | 'now' | 'later';

function stepIs(isDone: boolean, isReached: boolean): StepState {
  if (isDone) return 'done';
  return isReached ? 'now' : 'later';
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly is: StepState;
  readonly children: ReactNode;
}

function Step({ number, title, is, children }: StepProps) {
  return (
    <li className={`lead ${is}`}>
      <span className="bullet">{is === 'done' ? <Check className="i" aria-label="done" /> : number}</span>
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </li>
  );
}

function CopyLine({ text }: { readonly text: string }) {
  return (
    <div className="copy-line inner">
      <CommandText text={text} />
      <CopyButton text={text} />
    </div>
  );
}

export function CopyButton({ text }: { readonly text: string }) {
  const say = useToasts();
  return (
    <Button
      isSmall
      title={text}
      aria-label={`Copy ${text}`}
      onClick={() =>
        void navigator.clipboard.writeText(text).then(
          () => say({ text: `Copied: ${text}` }),
          () => say({ text: `Copy it by hand: ${text}`, isProblem: true }),
        )
      }
    >
      <Copy className="i" aria-hidden />
      Copy
    </Button>
  );
}
