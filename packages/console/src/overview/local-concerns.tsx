import { Link } from '@tanstack/react-router';
import { FileSearch, ScrollText, ShieldAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type FoundAgent, ruleList } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { RunCanary } from '../agents/run-canary.tsx';
import { useIntegrity } from '../session/integrity-query.ts';
import { useAgents } from '../session/agents-query.ts';
import { overviewTexts } from './texts.ts';
import { AttentionList, useWaiting, type Concern } from './attention-list.tsx';
import { useGet } from '../session/use-get.ts';

const texts = overviewTexts.attention;

/** This machine's problems, worst first. */
export function LocalAttention() {
  return <AttentionList {...useConcerns()} allWell={texts.allWell} />;
}

function useConcerns(): { readonly isPending: boolean; readonly concerns: readonly Concern[] } {
  const agents = useAgents();
  const rules = useGet('rules', ruleList, '/api/rules');
  const log = useIntegrity();
  const waiting = useWaiting();
  return {
    isPending: agents.isPending || rules.isPending || log.isPending,
    concerns: [
      ...waiting,
      ...(rules.data?.broken === undefined ? [] : [brokenPolicy(rules.data.broken)]),
      ...(agents.data?.hosts ?? []).filter(({ canary }) => canary.result !== 'proven').map(unproven),
      ...logConcerns(log.data?.result),
      ...(rules.data?.rules ?? []).flatMap(({ key, text, findings: [finding] }) =>
        finding === undefined ? [] : [ruleConcern(key, { text, finding })],
      ),
    ],
  };
}

function brokenPolicy(problem: string): Concern {
  return {
    key: 'policy',
    icon: TriangleAlert,
    tone: 'bad',
    what: texts.policy,
    why: visible(problem),
    action: <RulesLink>{texts.open}</RulesLink>,
  };
}

function unproven(agent: FoundAgent): Concern {
  const wrong = agent.checks.find(({ is }) => is === 'wrong');
  return {
    key: `agent ${agent.name}`,
    icon: ShieldAlert,
    tone: agent.canary.result === 'failed' ? 'bad' : 'warn',
    what: texts.unproven(visible(agent.title)),
    why: visible(wrong?.what ?? agent.canary.why),
    action:
      wrong === undefined ? (
        <RunCanary agent={agent} />
      ) : (
        <Link className="btn plain small" to="/agents" search={{}}>
          {texts.open}
        </Link>
      ),
  };
}

interface Verified {
  readonly ok?: boolean;
  readonly problem?: string;
  readonly findings?: readonly { readonly severity: string; readonly message: string }[];
}

function logConcerns(result: Verified | undefined): readonly Concern[] {
  const findings = result?.findings?.filter(({ severity }) => severity !== 'info') ?? [];
  if (result?.ok !== false && findings.length === 0) return [];
  return [
    {
      key: 'log',
      icon: FileSearch,
      tone: 'warn',
      what: texts.findings(Math.max(1, findings.length)),
      why: visible(findings[0]?.message ?? result?.problem ?? texts.notVerified),
      action: (
        <Link className="btn plain small" to="/activity" search={{}}>
          {texts.open}
        </Link>
      ),
    },
  ];
}

function ruleConcern(
  key: string,
  { text, finding }: { readonly text: string; readonly finding: string },
): Concern {
  return {
    key: `rule ${key}`,
    icon: ScrollText,
    tone: '',
    what: <code>{visible(text)}</code>,
    why: visible(finding),
    action: <RulesLink>{texts.open}</RulesLink>,
  };
}

function RulesLink({ children }: { readonly children: ReactNode }) {
  return (
    <Link className="btn plain small" to="/rules" search={{}}>
      {children}
    </Link>
  );
}
