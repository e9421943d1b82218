import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { nobody } from '@permesso/protocol/approval';
import { definedFields, type ToolCall } from '@permesso/engine/call';
import { type Approved, type Hostile, type RememberedCall, rememberedCall } from '@permesso/engine/decision';
import { type DecisionEntry, type LogEntry, unpackWorld } from '@permesso/protocol/entry';
import { fixedWorld, recordedWorld } from '@permesso/engine/world';
import { readCases, type ConformanceCase } from './conformance-case.ts';

/** The original call of an entry; undefined if part of it was redacted or truncated, or its world is missing. */
export function callAgain(entry: DecisionEntry): RememberedCall | undefined {
  if (entry.world === undefined || entry.redacted !== undefined || entry.cut === true) return undefined;
  const [name = 'main', ...parents] = entry.agent;
  const call: ToolCall = {
    ...entry.call,
    agent: { name, parents },
    ...definedFields({ session: entry.session, host: entry.host }),
  };
  return rememberedCall(call, recordedWorld(unpackWorld(entry.world)), entry.mode);
}

interface CountedCall {
  readonly item: RememberedCall;
  yes: number;
  ran: number;
  no: number;
  /** The last request about it is unanswered so far. */
  open: boolean;
}

/** Calls that were asked about, with all answers, and how often they ran after the agent program asked. */
export function historyFrom(entries: Iterable<LogEntry>): readonly Approved[] {
  const asked = new Map<string, CountedCall>();
  for (const entry of entries) {
    if (!('key' in entry) || entry.key === undefined) continue;
    const known = asked.get(entry.key);
    if (known !== undefined) addTo(known, entry);
    if (entry.type !== 'decision' || entry.verdict !== 'ask' || known !== undefined) continue;
    const item = callAgain(entry);
    if (item !== undefined) asked.set(entry.key, { item, yes: 0, ran: 0, no: 0, open: true });
  }
  return Array.from(asked.values(), ({ item, yes, ran, no }) => ({ item, yes, ran, no }));
}

function addTo(known: CountedCall, entry: LogEntry): void {
  if (entry.type === 'decision') known.open = entry.verdict === 'ask';
  if (entry.type === 'answer') {
    known.open = false;
    if (entry.from !== nobody) known[entry.verdict === 'allow' ? 'yes' : 'no'] += 1;
  }
  if (entry.type === 'end' && entry.source === 'host' && known.open) {
    known.open = false;
    known.yes += 1;
    known.ran += 1;
  }
}

/** The package includes its suite; in the repository it is at the root. */
function suite(): string | undefined {
  const own = join(import.meta.dirname, '../../corpus');
  if (existsSync(own)) return own;
  // In an installation the same relative path is inside the project that uses it, whose files prove nothing.
  const root = join(import.meta.dirname, '../../../..');
  const isRepository = basename(join(import.meta.dirname, '../../..')) === 'packages';
  return isRepository && existsSync(join(root, 'corpus')) ? join(root, 'corpus') : undefined;
}

/** The files of the hostile corpus: the given ones, or those that come with the program. */
export function hostileFiles(named: readonly string[]): readonly string[] {
  if (named.length > 0) return named;
  const folder = suite();
  if (folder === undefined) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(folder, name));
}

/**
 * Cases about how a rule is read: `npm run tests` is not an attack, only a different word than in the case's rule.
 */
const readings: ReadonlySet<string> = new Set(
  'rule-exact rule-prefix rule-glob rule-literal-star rule-copilot'.split(' '),
);

/** The attacks, each in its own world and under its own rules. */
export function attacksFrom(files: readonly string[]): readonly Hostile[] {
  return casesIn(files, ({ category }) => !readings.has(category));
}

/** All cases that must not be allowed. */
export function hostileFrom(files: readonly string[]): readonly Hostile[] {
  return casesIn(files, () => true);
}

function casesIn(files: readonly string[], wanted: (one: ConformanceCase) => boolean): readonly Hostile[] {
  return files
    .flatMap((file) => readCases(readFileSync(file, 'utf8'), file))
    .filter(wanted)
    .filter(({ expect, acceptable }) => expect !== 'allow' && !acceptable.includes('allow'))
    .map(({ id, call, mode, rules, cwd, workingDirectories, fs }) => {
      const world = fixedWorld({ cwd, project: cwd, workingDirectories, links: fs?.symlinks ?? {} });
      return { id, item: rememberedCall(call, world, mode), layers: [rules] };
    });
}
