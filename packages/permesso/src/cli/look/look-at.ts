import { agentName } from '@permesso/protocol/text';
import type { Verdict } from '@permesso/engine/policy';
import type { PastCall, Skipped } from '../../transcripts/past-call.ts';
import type { FoundSession } from '../../transcripts/session-files.ts';
import type { DecidePast, PastDecision } from './decide-past.ts';

/** Counts over all sessions. */
export interface PastWork {
  readonly sessions: number;
  readonly projects: ReadonlySet<string>;
  readonly verdicts: VerdictCounts;
  readonly hosts: ReadonlyMap<string, VerdictCounts>;
  /** ISO date -> counts. */
  readonly days: ReadonlyMap<string, VerdictCounts>;
  /** Calls that would have been asked about or denied, without duplicates. */
  readonly stopped: ReadonlyMap<string, StoppedCall>;
  readonly skipped: Skipped;
}

export type VerdictCounts = Record<Verdict, number>;

/** A call that asks or is denied, with how often it was made. */
export interface StoppedCall {
  readonly decision: PastDecision;
  readonly host: string;
  ran: number;
  refused: number;
  made: number;
  last?: number;
}

export interface LookOptions {
  readonly past: DecidePast;
  /** Calls before this time are left out. */
  readonly since?: number;
  readonly progress?: (done: { readonly bytes: number; readonly calls: number }) => void;
}

/** More different calls than anybody will ever look at: further ones are counted without keeping their text. */
const mostStopped = 20_000;
const mostSeen = 2_000_000;

/** Reads every session and decides each call in it. Runs nothing, sends nothing, writes nothing. */
export function lookAt(found: readonly FoundSession[], { past, since, progress }: LookOptions): PastWork {
  const work = {
    sessions: 0,
    projects: new Set<string>(),
    verdicts: noCounts(),
    hosts: new Map<string, VerdictCounts>(),
    days: new Map<string, VerdictCounts>(),
    stopped: new Map<string, StoppedCall>(),
    skipped: { lines: 0, files: 0 },
  };
  const seen = new Set<string>();
  let [bytes, calls] = [0, 0];
  for (const { reader, path, base, bytes: size } of found) {
    const before = calls;
    for (const call of reader.read({ path, base, skipped: work.skipped })) {
      if (since !== undefined && (call.at ?? 0) < since) continue;
      // A resumed session repeats the calls of the one before.
      const name = `${reader.host.name} ${call.id} ${call.at ?? path}`;
      if (seen.has(name)) continue;
      if (seen.size < mostSeen) seen.add(name);
      calls += 1;
      countCall(work, call, {
        decision: past.decide(reader.host, call.payload),
        host: agentName(reader.host.name),
      });
      if (calls % 64 === 0) progress?.({ bytes, calls });
    }
    if (calls > before) work.sessions += 1;
    bytes += size;
    progress?.({ bytes, calls });
  }
  return work;
}

export function noCounts(): VerdictCounts {
  return { allow: 0, ask: 0, deny: 0 };
}

interface Counting {
  readonly projects: Set<string>;
  readonly verdicts: VerdictCounts;
  readonly hosts: Map<string, VerdictCounts>;
  readonly days: Map<string, VerdictCounts>;
  readonly stopped: Map<string, StoppedCall>;
}

function countCall(
  work: Counting,
  { outcome, at }: PastCall,
  { decision, host }: { readonly decision: PastDecision; readonly host: string },
): void {
  const { verdict, project, key, because } = decision;
  work.verdicts[verdict] += 1;
  countIn(work.hosts, host, verdict);
  if (at !== undefined) countIn(work.days, new Date(at).toISOString().slice(0, 10), verdict);
  if (project !== '') work.projects.add(project);
  if (verdict === 'allow' || because === undefined) return;
  const known = work.stopped.get(key) ?? { decision, host, ran: 0, refused: 0, made: 0 };
  if (known.made === 0 && work.stopped.size < mostStopped) work.stopped.set(key, known);
  known.made += 1;
  if (outcome === 'ran') known.ran += 1;
  if (outcome === 'refused') known.refused += 1;
  if (at !== undefined && at > (known.last ?? 0)) known.last = at;
}

function countIn(counts: Map<string, VerdictCounts>, name: string, verdict: Verdict): void {
  const known = counts.get(name) ?? noCounts();
  known[verdict] += 1;
  counts.set(name, known);
}
