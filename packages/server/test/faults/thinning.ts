import { setTimeout as wait } from 'node:timers/promises';
import { ask, inspect, type Team } from '../harness.ts';
import { createSendingAgent, type SendingAgent } from '../jetstream/sending-agent.ts';
import { soon } from './soon.ts';

/** Agents of an organisation that chose `thinned`: they send counts in place of repeated allows. */
export interface ThinningAgents {
  /** Their agents and their project, as differences of counts name them: those stand for entries that were not sent. */
  readonly names: readonly string[];
  readonly work: (options: ThinningOptions) => Promise<void>;
  /** What is wrong when all was sent; and how many entries were written, and are rows. */
  readonly check: (databaseUrl: string) => Promise<CheckedThinning>;
  readonly remove: () => void;
}

interface ThinningOptions {
  readonly over: () => boolean;
  readonly random: () => number;
}

export interface CheckedThinning {
  readonly written: number;
  readonly rows: number;
  /** Runs that were demanded afterwards. */
  readonly demanded: number;
  readonly wrong: readonly string[];
}

export async function openThinning(url: string, team: Team): Promise<ThinningAgents> {
  const agents = [
    await createSendingAgent(url, team, 'thinned'),
    await createSendingAgent(url, team, 'thinned'),
  ];
  return {
    names: [team.project, ...agents.map(({ id }) => id)],
    work: async (options) => {
      await Promise.all(agents.map((agent) => writeAndSend(agent, options)));
    },
    check: async (databaseUrl) => {
      const found = await Promise.all(agents.map((agent) => checkThinned(agent, { url, team, databaseUrl })));
      const sum = (of: (each: CheckedThinning) => number): number =>
        found.reduce((all, each) => all + of(each), 0);
      return {
        written: sum(({ written }) => written),
        rows: sum(({ rows }) => rows),
        demanded: sum(({ demanded }) => demanded),
        wrong: found.flatMap(({ wrong }) => wrong),
      };
    },
    remove: () => agents.forEach((agent) => agent.remove()),
  };
}

async function writeAndSend(agent: SendingAgent, { over, random }: ThinningOptions): Promise<void> {
  while (!over()) {
    agent.write(1 + Math.floor(random() * 40));
    // A reply that was lost is followed by a longer run that begins earlier.
    await agent.send().catch(() => wait(20));
    await wait(random() * 50);
  }
}

interface CheckOptions {
  readonly url: string;
  readonly team: Team;
  readonly databaseUrl: string;
}

/** More are not listed. */
const mostDemanded = 50;

async function checkThinned(
  agent: SendingAgent,
  { url, team, databaseUrl }: CheckOptions,
): Promise<CheckedThinning> {
  const written = agent.written();
  const wrong: string[] = [];
  if (!(await soon(() => isAllSent(agent)))) wrong.push(`${agent.id}: not everything could be sent`);
  const counted = await inspect<{ verdict: string; count: number }>(
    databaseUrl,
    'select verdict, sum(count)::int as count from agent_counts where agent = $1 group by 1',
    [agent.id],
  );
  const figures = Object.fromEntries(counted.map(({ verdict, count }) => [verdict, count]));
  const { allow, deny } = agent.verdicts();
  if (figures['allow'] !== allow || figures['deny'] !== deny)
    wrong.push(
      `${agent.id} wrote ${allow} allows and ${deny} denies, and the figures say ${figures['allow']} and ${figures['deny']}`,
    );
  const rows = await inspect<{ seq: number; type: string }>(
    databaseUrl,
    'select seq::int as seq, type from events where agent = $1 order by seq',
    [agent.id],
  );
  const all = rows.filter(({ type }) => type === 'counts').map(({ seq }) => seq);
  const runs = all.filter((_, at) => at % Math.ceil(all.length / mostDemanded) === 0);
  if (runs.length === 0) wrong.push(`${agent.id}: nothing was left out`);
  return {
    written,
    rows: rows.length,
    demanded: runs.length,
    wrong: [...wrong, ...(await demandAll(agent, runs, { url, team }))],
  };
}

async function isAllSent(agent: SendingAgent): Promise<boolean> {
  try {
    return (await agent.send()).seq === agent.written();
  } catch {
    return false;
  }
}

/** Runs are asked for, sent, and what was signed for. */
async function demandAll(
  agent: SendingAgent,
  runs: readonly number[],
  { url, team }: Pick<CheckOptions, 'url' | 'team'>,
): Promise<readonly string[]> {
  const as = { token: team.token('admin') };
  const path = `/v1/agents/${agent.id}/demands`;
  for (const last of runs) {
    const { status } = await ask({ url }, `POST ${path}`, { ...as, body: { last } });
    if (status !== 201) return [`${agent.id}: what is counted at ${last} cannot be demanded: ${status}`];
  }
  // A few at a time.
  while ((await agent.answerDemands()) > 0);
  const { json } = await ask({ url }, `GET ${path}`, as);
  const answered: readonly { readonly last: number; readonly problems: readonly string[] | null }[] =
    json.demands ?? [];
  return answered
    .filter(({ problems }) => problems === null || problems.length > 0)
    .map(
      ({ last, problems }) =>
        `${agent.id}: demanded up to ${last}: ${problems?.slice(0, 2).join(', ') ?? 'not sent'}`,
    );
}
