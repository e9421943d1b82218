import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { newSigningKey } from '@permesso/protocol/bundle';
import {
  emptyTail,
  type FieldName,
  type LogEntry,
  parseEntry,
  seal,
  type Tail,
} from '@permesso/protocol/entry';
import { fileLog } from '../packages/permesso/src/log/file/file-log.ts';
import { readLog } from '../packages/permesso/src/log/file/read-log.ts';
import type { Membership } from '../packages/permesso/src/storage/membership.ts';
import { runText, type RunLine } from '../packages/permesso/src/team/sending/log-runs.ts';
import { thinRun, writeSentKinds } from '../packages/permesso/src/team/sending/thin-run.ts';
import { gateFor, type DayCall, type DayProject } from './friction-days.ts';

const workday = 8 * 60 * 60_000;
const begin = Date.parse('2026-11-17T08:00:00.000Z');

/** What of a working day is sent to a team server, with and without thinning. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { projects: { type: 'string' }, times: { type: 'string', default: '1' } },
});
if (values.projects === undefined || positionals.length === 0) {
  console.error('usage: npm run tools -- thinning --projects FILE [--times N] FILE...');
  process.exitCode = 64;
} else await main(positionals, values.projects, Number(values.times));

interface Sums {
  requests: number;
  entries: number;
  bytes: number;
  packed: number;
}

async function main(files: readonly string[], projectsFile: string, times: number): Promise<void> {
  const projects = JSON.parse(readFileSync(projectsFile, 'utf8')) as Record<string, DayProject>;
  for (const withEnds of [false, true]) {
    const whole: Sums = { requests: 0, entries: 0, bytes: 0, packed: 0 };
    const thinned: Sums = { requests: 0, entries: 0, bytes: 0, packed: 0 };
    for (const file of files) {
      const lines = await dayOf(file, { projects, times, withEnds });
      sendDay(lines, { sums: whole, isThinned: false });
      sendDay(lines, { sums: thinned, isThinned: true });
    }
    const share = (of: keyof Sums): string => `${((thinned[of] / whole[of]) * 100).toFixed(0)} %`;
    console.log(
      `${files.length} days, each call ${times} times, ${withEnds ? 'with' : 'without'} ends of calls`,
    );
    for (const what of ['requests', 'entries', 'bytes', 'packed'] as const)
      console.log(
        `  ${what.padEnd(9)} ${String(whole[what]).padStart(9)} ${String(thinned[what]).padStart(9)}  ${share(what)}`,
      );
  }
}

interface Timed extends RunLine {
  readonly entry: LogEntry;
  readonly at: number;
}

/** A day as its agent records it: decided by what `init` proposes, every question answered with yes. */
async function dayOf(
  file: string,
  { projects, times, withEnds }: { projects: Record<string, DayProject>; times: number; withEnds: boolean },
): Promise<readonly Timed[]> {
  const once = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as DayCall);
  const calls = Array.from({ length: times }, () => once).flat();
  const project = projects[once[0]?.day ?? ''];
  if (project === undefined) throw new Error(`${file}: no project`);
  const directory = mkdtempSync(join(tmpdir(), 'permesso-thinning-'));
  try {
    const log = fileLog({ directory });
    const sandbox = { hosts: undefined, isSession: false };
    const gate = gateFor(project, {
      calls,
      sandbox,
      recording: { log, approver: () => Promise.resolve({ verdict: 'allow', by: 'dev' }) },
    });
    const marks: number[] = [];
    for (const { tool, input, cwd } of calls) {
      await gate.authorize({ tool, input, cwd });
      log.flush();
      marks.push([...readLog(directory)].length);
    }
    log.close();
    return timed([...readLog(directory)], { marks, withEnds, calls: calls.length });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The entries spread over the day, each call with its end where it ran. */
function timed(
  entries: readonly LogEntry[],
  { marks, withEnds, calls }: { marks: readonly number[]; withEnds: boolean; calls: number },
): readonly Timed[] {
  const lines: Timed[] = [];
  let tail: Tail = emptyTail;
  const add = (fields: Record<string, unknown>, at: number): void => {
    const {
      seq: _,
      prev: __,
      hash: ___,
      v: ____,
      ...rest
    } = { ...fields, at: new Date(at).toISOString() } as Record<string, unknown>;
    const named = Object.entries(rest).map(
      ([name, value]) => [name as FieldName, JSON.stringify(value)] as const,
    );
    const sealed = seal(new Map(named), tail);
    tail = sealed;
    const entry = parseEntry(sealed.line);
    if (entry !== undefined) lines.push({ text: sealed.line, entry, at });
  };
  for (const [index, end] of marks.entries()) {
    const at = begin + Math.floor((index / calls) * workday);
    const mine = entries.slice(marks[index - 1] ?? 0, end);
    for (const entry of mine) add({ ...entry }, at);
    const last = mine.findLast((entry) => 'verdict' in entry);
    if (
      !withEnds ||
      last === undefined ||
      !('call' in last) ||
      !('verdict' in last) ||
      last.verdict !== 'allow'
    )
      continue;
    const { agent, session, host, project, key, call } = last;
    const known = Object.entries({ agent, session, host, project, key }).filter(
      ([, value]) => value !== undefined,
    );
    add(
      {
        ...Object.fromEntries(known),
        call: { tool: call.tool, input: {} },
        type: 'end',
        ok: true,
        durationMs: 120,
      },
      at + 1000,
    );
  }
  return lines;
}

/** As a sync each minute sends it. */
function sendDay(lines: readonly Timed[], { sums, isThinned }: { sums: Sums; isThinned: boolean }): void {
  const directory = mkdtempSync(join(tmpdir(), 'permesso-thinning-'));
  const membership = {
    agent: 'a0000000-0000-4000-8000-000000000000',
    privateKey: newSigningKey().privateKey,
  };
  let from = 0;
  try {
    for (let now = begin; now <= begin + workday + 40 * 60_000; now += 60_000) {
      const due = lines.filter(({ at }, index) => index >= from && at <= now);
      const last = due.at(-1)?.entry.seq;
      if (last === undefined) continue;
      const run = { lines: due, last };
      const sent = isThinned
        ? thinRun(run, { directory, membership: membership as unknown as Membership, now })
        : { text: runText(run), sent: undefined };
      if (sent === undefined) continue;
      if (sent.sent !== undefined) writeSentKinds(directory, sent.sent);
      from += due.length;
      sums.requests += 1;
      sums.entries += sent.text.split('\n').length - 1;
      sums.bytes += Buffer.byteLength(sent.text);
      sums.packed += sent.text.length < 2048 ? sent.text.length : gzipSync(sent.text).length;
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
