import { setTimeout as wait } from 'node:timers/promises';
import { ask } from '../harness.ts';
import { randomSource } from '../attack/fuzz-requests.ts';
import { countDifferences } from '../count-differences.ts';
import { check, type Checked } from './check.ts';
import { checkAgent, type CheckedAgent } from './check-agent.ts';
import { asking, shipping, type ClientOptions } from './clients.ts';
import { kinds, needsStandbys } from './kinds.ts';
import { newSeen } from './seen.ts';
import { soon } from './soon.ts';
import { setStage, type Stage } from './stage.ts';

export interface FaultOptions {
  /** Of PostgreSQL: `fsync=off`. */
  readonly settings?: readonly string[];
  readonly seed: number;
  /** Which kind of fault comes in which round. */
  readonly plan: readonly string[];
  readonly progress?: (done: string) => void;
}

export interface FaultReport extends Checked {
  readonly seed: number;
  readonly rounds: number;
  /** Kind -> rounds. */
  readonly faults: Readonly<Record<string, number>>;
  /** Kinds that this machine cannot do. */
  readonly leftOut: readonly string[];
  /** Connections that were cut, pieces that were held up. */
  readonly cut: number;
  readonly held: number;
  /** Starts of a server that failed and were tried again. */
  readonly restarts: number;
  /** The longest that a server took after a round until it was ready again, in milliseconds. */
  readonly slowestRecovery: number;
  readonly requests: number;
  readonly failed: number;
  readonly agent: CheckedAgent;
}

/** So many rounds, each of a kind that chance picks from those that are wanted. */
export function planOf(rounds: number, { seed, only }: { seed: number; only?: string }): readonly string[] {
  const random = randomSource(seed);
  const wanted = Object.keys(kinds).filter((kind) => only === undefined || kind.startsWith(only));
  if (wanted.length === 0)
    throw new Error(`there is no kind ${only}; say one of ${Object.keys(kinds).join(', ')}`);
  return Array.from({ length: rounds }, () => wanted[Math.floor(random() * wanted.length)] ?? '');
}

/** Faults in all rounds while agents send and ask and people answer; then everything is counted. */
export async function runFaults({ seed, plan, progress, settings = [] }: FaultOptions): Promise<FaultReport> {
  const random = randomSource(seed);
  const seen = newSeen();
  const stage = await setStage({ seen, random, settings, hasStandbys: plan.some(needsStandbys) });
  progress?.('the stage is set');
  try {
    let isOver = false;
    const options: ClientOptions = {
      seen,
      over: () => isOver,
      random,
      url: () => stage.url,
      databaseUrl: () => stage.cluster.url,
    };
    const tokens = [stage.team.token('approver'), stage.team.token('second')];
    const clients = Promise.all([
      ...stage.agents.slice(0, 2).map((agent) => shipping(agent, options)),
      ...stage.agents.slice(2).map((agent) => asking(agent, tokens, options)),
      people(stage, tokens, options),
    ]);
    const leftOut = [
      ...(stage.cluster.tablesDisk === undefined ? ['database-full'] : []),
      ...(stage.cluster.power.length === 0 ? ['database-power'] : []),
    ];
    const faults: Record<string, number> = {};
    let slowestRecovery = 0;
    for (const [round, kind] of plan.entries()) {
      if (leftOut.includes(kind)) continue;
      await wait(100 + random() * 500);
      await kinds[kind]?.(stage);
      faults[kind] = (faults[kind] ?? 0) + 1;
      const began = performance.now();
      for (const server of stage.servers)
        if (!(await soon(() => isReady(server.url()))))
          seen.wrong.push(`a server is not ready after ${kind}`);
      const took = Math.round(performance.now() - began);
      slowestRecovery = Math.max(slowestRecovery, took);
      for (const difference of await countDifferences(stage.cluster.url))
        seen.wrong.push(`after ${kind}: ${difference}`);
      progress?.(
        `${round + 1} of ${plan.length}: ${kind}, ready after ${took} ms, ${seen.wrong.length} wrong`,
      );
    }
    await wait(2000);
    isOver = true;
    await withinMinutes(clients, 'a client still waits', seen.wrong);
    await withinMinutes(stage.real.finish(), 'the agent does not end', seen.wrong);
    progress?.('all have ended');
    const agent = await checkAgent(stage.cluster.url, stage.home, stage.real.seen);
    const checked = await check(stage.cluster.url, seen);
    const { clients: front, database: back } = stage.networks;
    return {
      seed,
      rounds: plan.length,
      faults,
      leftOut,
      cut: front.counts.cut + back.counts.cut,
      held: front.counts.held + back.counts.held,
      restarts: stage.restarts,
      slowestRecovery,
      requests: seen.requests,
      failed: seen.failures,
      ...checked,
      agent,
      wrong: [...checked.wrong, ...agent.wrong],
    };
  } finally {
    await stage.close();
  }
}

/** Two people who answer what the real agent asks, each as they like, at the same moment. */
async function people(
  { home, random }: Stage,
  tokens: readonly string[],
  options: ClientOptions,
): Promise<void> {
  const { url, over, seen } = options;
  const [token] = tokens;
  while (!over()) {
    try {
      const { json } = await ask(
        { url: url() },
        'GET /v1/approvals?state=pending',
        token === undefined ? {} : { token },
      );
      const asked: readonly Asked[] = json.approvals ?? [];
      for (const { id, digest, request } of asked.filter((each) => each.request.call.cwd === home))
        await Promise.all(
          tokens.map((each) =>
            ask({ url: url() }, `POST /v1/approvals/${id}/answer`, {
              token: each,
              body: { digest, verdict: random() < 0.8 ? 'allow' : 'deny', comment: request.id },
            }),
          ),
        );
    } catch {
      seen.failures += 1;
    }
    await wait(100);
  }
}

interface Asked {
  readonly id: string;
  readonly digest: string;
  readonly request: { readonly id: string; readonly call: { readonly cwd?: string } };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(5000);
    return (await fetch(`${url}/readyz`, { signal })).status === 200;
  } catch {
    return false;
  }
}

/** Nothing may wait for ever. */
async function withinMinutes(work: Promise<unknown>, otherwise: string, wrong: string[]): Promise<void> {
  const late = new AbortController();
  const isLate = wait(120_000, true, { signal: late.signal }).catch(() => false);
  const over = await Promise.race([work.then(() => false), isLate]);
  late.abort();
  if (over) wrong.push(otherwise);
}
