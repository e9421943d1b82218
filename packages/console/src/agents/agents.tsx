import { Bot, CircleAlert, CircleCheck, CircleHelp } from 'lucide-react';
import type { FoundAgent } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { useAgents } from '../session/agents-query.ts';
import { errorText } from '../format.ts';
import { RunCanary } from './run-canary.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Bones, Empty, Failed } from '../ui/states.tsx';
import { agentTexts as texts } from './texts.ts';
import './agents.css';

const marks = {
  ok: <CircleCheck className="i ok" aria-label={texts.marks.ok} />,
  wrong: <CircleAlert className="i bad" aria-label={texts.marks.wrong} />,
  unknown: <CircleHelp className="i dimmer" aria-label={texts.marks.unknown} />,
} as const;

/** Each agent program found here: whether it asks first, and what is missing. */
export function AgentsPage() {
  const { data, error, refetch } = useAgents();
  if (error !== null && data === undefined)
    return (
      <Failed title={texts.failed} onRetry={() => void refetch()}>
        {errorText(error)}
      </Failed>
    );
  const worstFirst = data?.hosts.toSorted((a, b) => rank(b) - rank(a));
  return (
    <div className="page">
      <PageHead title={texts.title} sub={texts.sub} />
      {worstFirst === undefined && <Bones />}
      {worstFirst?.length === 0 && (
        <Empty icon={Bot} title={texts.none} action={<CopyButton text="permesso init" />}>
          {texts.noneWords}
        </Empty>
      )}
      {worstFirst !== undefined && worstFirst.length > 0 && (
        <div className="card agent-rows">
          {worstFirst.map((agent) => (
            <AgentRow key={agent.name} agent={agent} />
          ))}
        </div>
      )}
    </div>
  );
}

/** Worst first. */
function rank({ canary, checks }: FoundAgent): number {
  if (canary.result === 'failed') return 3;
  if (checks.some(({ is }) => is === 'wrong')) return 2;
  return canary.result === 'proven' ? 0 : 1;
}

const tags = {
  proven: ['allow', texts.results.proven],
  failed: ['deny', texts.results.failed],
  unproven: ['ask', texts.results.unproven],
} as const;

/** One line per agent. Problems are expanded below it. */
function AgentRow({ agent }: { readonly agent: FoundAgent }) {
  const { title, program, checks, shadows, canary } = agent;
  const [tone, word] = tags[canary.result];
  const isOpen = canary.result === 'failed' || shadows.length > 0 || checks.some(({ is }) => is !== 'ok');
  return (
    <section className="agent-row" aria-label={visible(title)}>
      <Disclosure
        isOpen={isOpen}
        title={
          <>
            <b className="agent-title">{visible(title)}</b>
            <span className={`tag ${tone}`}>{word}</span>
            <span className="dim small cut">
              {visible(canary.why)}
              {canary.at !== undefined && texts.on(canary.at.slice(0, 10))}
            </span>
          </>
        }
        note={program !== undefined && <code className="hide-phone">{visible(program)}</code>}
      >
        <ul className="checks">
          {checks.map(({ name, is, what, fix }) => (
            <li key={`${name} ${what}`}>
              {marks[is]}
              <span>{visible(what)}</span>
              {fix !== undefined && <Fix fix={fix} />}
            </li>
          ))}
          {shadows.map(({ what, file, line, fix }) => (
            <li key={`${file} ${what}`}>
              {marks.wrong}
              <span>
                {visible(what)}{' '}
                <code className="dimmer">{visible(line === undefined ? file : `${file}:${line}`)}</code>
              </span>
              <Fix fix={fix} />
            </li>
          ))}
        </ul>
      </Disclosure>
      <RunCanary agent={agent} />
    </section>
  );
}

function Fix({ fix }: { readonly fix: string }) {
  return fix.startsWith('permesso ') ? (
    <span className="fix">
      <code>{visible(fix)}</code>
      <CopyButton text={fix} />
    </span>
  ) : (
    <span className="fix dim">{visible(fix)}</span>
  );
}
