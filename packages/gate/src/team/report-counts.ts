import { unlessBusy } from '../disk/with-lock.ts';
import { join } from 'node:path';
import type { LoadOptions } from '../gate/load-policy.ts';
import type { DecisionEntry } from '@permesso/protocol/entry';
import { readLogBackwards } from '../log/file/read-log.ts';
import { type Manifest, policyFor } from '@permesso/protocol/bundle';
import { countDecisions } from './count-decisions.ts';
import {
  forgetBatch,
  readCounting,
  takeFirst,
  withCounts,
  writeCounting,
  type Count,
} from './counts-file.ts';
import { decideShadow } from './decide-shadow.ts';
import type { Membership } from '../disk/membership.ts';
import { askServer } from './server-request.ts';
import { lastSeq } from './send-log.ts';
import { lastManifest, policyKinds, saidAbout, type PolicyKind } from '../disk/held-bundle.ts';
import { candidateText } from './team-policies.ts';

const fileName = 'counts.json';
/**
 * How many of the newest entries to read: the server accepts no more from one agent, and the sync that reads them
 * must go on soon.
 */
const mostEntries = 1000;
export interface CountingOptions {
  readonly logDirectory: string;
  readonly directory: string;
  readonly membership: Membership;
  /** The policies besides the team's that count for the calls of this log. */
  readonly load: LoadOptions;
}

/**
 * Counts decisions since the last time while a version is rolling out: under the version that decides here, and under
 * the shadow version beside it. The log is shared between processes, so a hook has nothing to count; this runs where
 * the log is sent. Call it before the manifest changes.
 */
export function countForTeam(options: CountingOptions): void {
  const { directory, membership, logDirectory } = options;
  const manifest = lastManifest(directory, membership);
  const step = stepOf(manifest, membership.agent);
  const file = join(directory, fileName);
  unlessBusy(file, () => {
    const before = readCounting(file);
    if (before === undefined && step === undefined) return;
    const seq = lastSeq(logDirectory);
    if (manifest === undefined || step === undefined || before === undefined || before.step !== step) {
      if (before?.step === (step ?? '')) return;
      // Entries recorded so far were decided before this agent knew of the step.
      const { waiting = [], sequence = 0 } = before ?? {};
      writeCounting(file, { step: step ?? '', seq, sequence, waiting });
      return;
    }
    // A log that was started again is counted from its start; nothing is counted twice.
    const entries = before.seq > seq ? [] : decisionsAfter(logDirectory, before.seq);
    const counts = countsOf(entries, manifest, options);
    writeCounting(file, { ...withCounts(before, counts), seq });
  });
}

/** Sends the counts. A batch that may have arrived is sent again with its number, so that it counts once. */
export async function sendCounts({ directory, membership }: CountingOptions): Promise<void> {
  const file = join(directory, fileName);
  for (;;) {
    const batch = unlessBusy(file, () => takeFirst(file));
    if (batch === undefined) return;
    const { sequence, counts } = batch;
    const path = '/v1/agent/counts';
    const reply = await askServer(membership, { method: 'POST', path, json: { sequence, counts } });
    // The server would refuse it again.
    unlessBusy(file, () => forgetBatch(file, sequence));
    if (reply.status !== 204) throw new Error(`the server took no counts: ${reply.why()}`);
  }
}

/** Nothing is counted while no version is rolling out. */
function stepOf(manifest: Manifest | undefined, agent: string): string | undefined {
  if (manifest === undefined) return undefined;
  const steps = policyKinds.flatMap((kind) => {
    const said = saidAbout(kind, manifest);
    if (said.candidate === undefined) return [];
    const { version, stage } = said.candidate;
    return [[kind, version, stage, policyFor(said, agent)?.version ?? 0].join(' ')];
  });
  return steps.length === 0 ? undefined : steps.join(', ');
}

function countsOf(
  entries: readonly DecisionEntry[],
  manifest: Manifest,
  options: CountingOptions,
): readonly Count[] {
  return policyKinds
    .filter((kind) => saidAbout(kind, manifest).candidate !== undefined)
    .flatMap((kind) => countsUnder(kind, { entries, manifest, ...options }))
    .filter(({ decisions }) => decisions > 0);
}

interface EntriesUnder extends CountingOptions {
  readonly entries: readonly DecisionEntry[];
  readonly manifest: Manifest;
}

function countsUnder(
  kind: PolicyKind,
  { entries, manifest, directory, membership, load }: EntriesUnder,
): readonly Count[] {
  const said = saidAbout(kind, manifest);
  const { candidate } = said;
  const obeyed = policyFor(said, membership.agent);
  const text = candidate?.stage === 'report' ? candidateText(directory, kind, candidate) : undefined;
  const again =
    text === undefined
      ? undefined
      : decideShadow(kind === 'project' ? { teamText: text } : { baselineText: text }, load);
  const tallies = countDecisions(entries, again);
  const of = kind === 'project' ? {} : ({ of: 'baseline' } as const);
  return [
    ...(obeyed === undefined ? [] : [{ ...of, version: obeyed.version, obeyed: true, ...tallies.obeyed }]),
    ...(text === undefined || candidate === undefined
      ? []
      : [{ ...of, version: candidate.version, obeyed: false, ...tallies.beside }]),
  ];
}

function decisionsAfter(logDirectory: string, seq: number): readonly DecisionEntry[] {
  const found: DecisionEntry[] = [];
  for (const entry of readLogBackwards(logDirectory)) {
    if (entry.seq <= seq || found.length >= mostEntries) break;
    if (entry.type === 'decision') found.push(entry);
  }
  return found;
}
