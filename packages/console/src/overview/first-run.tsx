import { Check, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { visible } from '@permesso/protocol/text';
import type { FoundAgent } from '@permesso/protocol/console';
import { useAgents } from '../session/agents-query.ts';
import { overviewTexts } from './texts.ts';
import { CommandText } from '../ui/command-text.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { RunCanary } from '../agents/run-canary.tsx';

const texts = overviewTexts.firstRun;

/** Connect an agent, prove it, see the first call: the page detects each step automatically. */
export function FirstRun() {
  const { data } = useAgents();
  const hosts = data?.hosts ?? [];
  const connected = hosts.filter(isConnected);
  const isProven = hosts.some(({ canary }) => canary.result === 'proven');
  return (
    <div className="first-run">
      <h1>{texts.title}</h1>
      <p>{texts.words}</p>
      <ol className="card">
        <Step number={1} title={texts.connect} is={stepIs(connected.length > 0, true)}>
          <p className="sub">{data === undefined ? texts.looking : texts.found(hosts.length)}</p>
          {hosts.length > 0 && (
            <ul className="list-card inner">
              {hosts.map((host) => (
                <li key={host.name}>
                  <span>{visible(host.title)}</span>
                  {isConnected(host) ? (
                    <span className="verdict allow">
                      <CircleCheck className="i" aria-hidden />
                      {texts.connected}
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
        <Step number={2} title={texts.canary} is={stepIs(isProven, connected.length > 0)}>
          <p className="sub">{texts.canaryWords}</p>
          {!isProven && <CopyLine text="permesso doctor --canary" />}
          {!isProven &&
            connected.map((host) => (
              <p key={host.name} className="waiting">
                <RunCanary agent={host} /> {visible(host.title)}
              </p>
            ))}
        </Step>
        <Step number={3} title={texts.first} is={stepIs(false, isProven)}>
          <p className="sub">{texts.firstWords}</p>
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
      <span className="bullet">
        {is === 'done' ? <Check className="i" aria-label={texts.done} /> : number}
      </span>
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
