import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  CircleCheck,
  FileSearch,
  Inbox,
  ScrollText,
  ShieldAlert,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { foundAgents, type FoundAgent } from '@permesso/protocol/console/overview';
import { ruleList } from '@permesso/protocol/console/rules';
import { visible } from '@permesso/protocol/text/show-text';
import { get, post } from '../api.ts';
import { useIntegrity } from '../app/integrity-query.ts';
import { useAgents } from '../app/agents-query.ts';
import { useSession } from '../app/session.ts';
import { countText, durationText, errorText } from '../format.ts';
import { useNow } from '../live.ts';
import { Button } from '../ui/button.tsx';
import { Bones, Empty } from '../ui/states.tsx';
import { useToasts } from '../ui/toasts.tsx';

interface Concern {
  readonly key: string;
  readonly icon: LucideIcon;
  readonly tone: 'warn' | 'bad' | '';
  readonly what: ReactNode;
  readonly why: string;
  readonly action: ReactNode;
}

const mostShown = 5;

/** What is not as it should be, the worst first, each with its way out. */
export function Attention() {
  const { isPending, concerns } = useConcerns();
  return (
    <section className="card" aria-labelledby="attention-title">
      <div className="card-head">
        <h2 id="attention-title">Needs attention</h2>
        <div className="end">{concerns.length > 0 && <span className="tag">{concerns.length}</span>}</div>
      </div>
      {isPending && concerns.length === 0 && <Bones rows={4} />}
      {!isPending && concerns.length === 0 && (
        <Empty icon={CircleCheck} title="Nothing needs you">
          Agents are proven, the log is verified and no rule has a problem.
        </Empty>
      )}
      <ul className="attention">
        {concerns.slice(0, mostShown).map(({ key, icon: Icon, tone, what, why, action }) => (
          <li key={key}>
            <Icon className={`i ${tone}`} aria-hidden />
            <div className="min-w-0">
              <p>{what}</p>
              <span className="sub">{why}</span>
            </div>
            {action}
          </li>
        ))}
      </ul>
    </section>
  );
}

function useConcerns(): { readonly isPending: boolean; readonly concerns: readonly Concern[] } {
  const agents = useAgents();
  const rules = useQuery({ queryKey: ['rules'], queryFn: () => get(ruleList, '/api/rules') });
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

function useWaiting(): readonly Concern[] {
  const { live } = useSession();
  const now = useNow();
  if (live.waiting === 0) return [];
  const ends = live.items.flatMap(({ expiresAt }) => (expiresAt === undefined ? [] : [expiresAt]));
  return [
    {
      key: 'waiting',
      icon: Inbox,
      tone: 'warn',
      what: `${countText(live.waiting, 'approval')} waiting`,
      why:
        ends.length === 0
          ? 'Nothing runs until you answer'
          : `The first expires in ${durationText(Math.min(...ends) - now)}`,
      action: (
        <Link className="btn primary small" to="/approvals" search={{}}>
          Review
        </Link>
      ),
    },
  ];
}

function brokenPolicy(problem: string): Concern {
  return {
    key: 'policy',
    icon: TriangleAlert,
    tone: 'bad',
    what: 'The policy has a problem',
    why: visible(problem),
    action: <RulesLink>Open</RulesLink>,
  };
}

function unproven(agent: FoundAgent): Concern {
  const wrong = agent.checks.find(({ is }) => is === 'wrong');
  return {
    key: `agent ${agent.name}`,
    icon: ShieldAlert,
    tone: agent.canary.result === 'failed' ? 'bad' : 'warn',
    what: `${visible(agent.title)} has no proven hook`,
    why: visible(wrong?.what ?? agent.canary.why),
    action:
      wrong === undefined ? (
        <RunCanary agent={agent} />
      ) : (
        <Link className="btn plain small" to="/agents" search={{}}>
          Open
        </Link>
      ),
  };
}

/** Starts the real program with a call that must be denied. */
export function RunCanary({ agent }: { readonly agent: FoundAgent }) {
  const client = useQueryClient();
  const say = useToasts();
  const canary = useMutation({
    mutationFn: () => post(foundAgents, '/api/agents/canary', { host: agent.name }),
    onSuccess: ({ hosts }) => {
      const result = hosts.find(({ name }) => name === agent.name)?.canary;
      say({
        text: `${agent.title}: ${result?.result ?? 'not tried'}`,
        isProblem: result?.result !== 'proven',
      });
      void client.invalidateQueries({ queryKey: ['agents'] });
    },
    onError: (error) => say({ text: errorText(error), isProblem: true }),
  });
  return (
    <Button isSmall disabled={canary.isPending} onClick={() => canary.mutate()}>
      {canary.isPending ? 'Running' : 'Run canary'}
    </Button>
  );
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
      what: `${countText(Math.max(1, findings.length), 'finding')} in the log`,
      why: visible(findings[0]?.message ?? result?.problem ?? 'it could not be verified'),
      action: (
        <Link className="btn plain small" to="/activity" search={{}}>
          Open
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
    action: <RulesLink>Open</RulesLink>,
  };
}

function RulesLink({ children }: { readonly children: ReactNode }) {
  return (
    <Link className="btn plain small" to="/rules" search={{}}>
      {children}
    </Link>
  );
}
