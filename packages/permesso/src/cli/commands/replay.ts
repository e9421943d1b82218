import { definedFields } from '@permesso/engine/call';
import { inputText } from '@permesso/protocol/export';
import { type Grant, grantOf, printable } from '@permesso/engine/decision';
import { type PolicyInput, createReplay } from '@permesso/gate/gate';
import { type Mode, modes, readMode, stricter, type Verdict } from '@permesso/engine/policy';
import type { DecisionEntry, GrantEntry } from '@permesso/protocol/entry';
import { readLog } from '@permesso/gate/log';
import { UsageError, type Command, type CommandInput } from '../command.ts';
import { logDirectory, logOption, progressTo } from '../log/log-options.ts';
import { readOnePolicy } from '../one-policy.ts';
import { cwdOption, placeOptions } from '../policy-options.ts';

export const replay: Command = {
  name: 'replay',
  summary: 'Re-evaluates logged calls under another policy and shows what would change. Read-only.',
  usage: 'replay --policy FILE [options]',
  options: [
    { name: 'policy', value: 'FILE', help: 'the policy to evaluate with' },
    { name: 'mode', value: 'MODE', help: `instead of the policy's, or each call's own: ${modes.join(', ')}` },
    {
      name: 'sandbox',
      help: 'as if a working sandbox had been there: how many asks would have run sandboxed',
    },
    logOption,
    { name: 'all', help: 'list every change, not only the first fifty' },
    cwdOption,
    { name: 'json', help: 'counts and changes as JSON' },
  ],
  examples: [
    ['permesso replay --policy new.yaml', 'shows which logged calls a new policy would decide differently'],
    ['permesso replay --policy new.yaml --mode dontAsk --json', 'the same in another mode, for a program'],
    [
      'permesso replay --policy sandboxed.yaml --sandbox',
      'of the logged asks, how many would have run sandboxed',
    ],
  ],
  alone: true,
  exitCodes: [
    [0, 'no verdict changes'],
    [1, 'some verdicts change'],
  ],
  run: (given, out) => {
    const file = given.value('policy');
    if (file === undefined) throw new UsageError('under which policy? name it with --policy');
    const { policy } = readOnePolicy(file, placeOptions(given).cwd);
    const mode = modeFrom(given) ?? policy.mode;
    const assumeSandbox = given.flag('sandbox');
    const again = replayWith({ policy, assumeSandbox, ...definedFields({ mode }) });
    const result: Replay = {
      decisions: 0,
      same: 0,
      looser: 0,
      stricter: 0,
      skipped: 0,
      asked: 0,
      sandboxed: 0,
      changes: [],
      more: 0,
    };
    const most = given.flag('all') ? Infinity : 50;
    for (const entry of readLog(logDirectory(given), { progress: progressTo(out) })) {
      if (entry.type === 'grant') again.remember(entry);
      if (entry.type === 'decision') countChange(result, entry, { now: again.decide(entry), most });
    }
    out.print(given.flag('json') ? JSON.stringify(result) : printReplay(result, out.width));
    if (assumeSandbox && !given.flag('json'))
      out.print(`Of ${result.asked} asks, ${result.sandboxed} would have run sandboxed.`);
    return result.looser + result.stricter === 0 ? 0 : 1;
  },
};

export interface Replay {
  decisions: number;
  same: number;
  looser: number;
  stricter: number;
  /** Calls that cannot be decided again: secrets in them were redacted, or their world was not recorded. */
  skipped: number;
  /** Calls that were asked about, and how many of them would have been allowed sandboxed. */
  asked: number;
  sandboxed: number;
  readonly changes: ReplayChange[];
  /** Changes that are not listed. */
  more: number;
}

export interface ReplayChange {
  readonly seq: number;
  readonly tool: string;
  readonly input: string;
  readonly was: Verdict;
  readonly becomes: Verdict;
  readonly because: string;
}

type Now = { readonly verdict: Verdict; readonly because: string; readonly isSandboxed: boolean } | undefined;

/** With the grants that applied at the time. */
function replayWith({
  policy,
  mode,
  assumeSandbox,
}: {
  readonly policy: PolicyInput;
  readonly mode?: Mode;
  readonly assumeSandbox: boolean;
}): {
  readonly remember: (entry: GrantEntry) => void;
  readonly decide: (entry: DecisionEntry) => Now;
} {
  const grants = new Map<string, Grant>();
  const again = createReplay(policy, { assumeSandbox });
  return {
    remember: ({ grant }) => {
      const { rules, answers, givenIn } = grant;
      const made = grantOf(rules, { asks: answers, mode: givenIn });
      if (made !== undefined) grants.set(grant.id, { ...made, ...grant, rules: made.rules });
    },
    decide: (entry) => {
      const used = entry.receipt.rules.flatMap(({ grant }) => grants.get(grant ?? '') ?? []);
      const decided = again(entry, { mode: mode ?? entry.mode, grants: used });
      if (decided === undefined) return undefined;
      const { verdict, receipt } = decided;
      const part = receipt.parts.find((each) => each.verdict === verdict);
      return { verdict, because: part?.reason ?? '', isSandboxed: decided.sandbox !== undefined };
    },
  };
}

function countChange(result: Replay, entry: DecisionEntry, { now, most }: { now: Now; most: number }): void {
  result.decisions += 1;
  if (now === undefined) {
    result.skipped += 1;
    return;
  }
  const was = entry.verdict;
  if (was === 'ask') {
    result.asked += 1;
    if (now.isSandboxed) result.sandboxed += 1;
  }
  if (now.verdict === was) {
    result.same += 1;
    return;
  }
  result[stricter(was, now.verdict) === now.verdict ? 'stricter' : 'looser'] += 1;
  if (result.changes.length >= most) {
    result.more += 1;
    return;
  }
  const input = inputText(entry.call.input);
  const { seq, call } = entry;
  result.changes.push({ seq, tool: call.tool, input, was, becomes: now.verdict, because: now.because });
}

function printReplay(
  { decisions, same, looser, stricter: tighter, skipped, changes, more }: Replay,
  width: number,
): string {
  const lines = changes.flatMap(({ seq, tool, input, was, becomes, because }) => {
    const text = printable(`${String(seq).padStart(6)}  ${was} -> ${becomes}  ${tool}  ${input}`);
    return [
      text.length <= width ? text : `${text.slice(0, width - 1)}…`,
      `        because ${printable(because)}`.slice(0, width),
    ];
  });
  return [
    ...lines,
    ...(more > 0 ? [`and ${more} more: --all lists them`] : []),
    `${decisions} decisions: ${same} as before, ${looser} looser, ${tighter} stricter` +
      (skipped > 0 ? `, ${skipped} cannot be decided again` : ''),
  ].join('\n');
}

function modeFrom(given: CommandInput): Mode | undefined {
  const name = given.value('mode');
  if (name === undefined) return undefined;
  const mode = readMode(name);
  if (mode === undefined) throw new UsageError(`there is no mode \`${name}\`; use ${modes.join(', ')}`);
  return mode;
}
