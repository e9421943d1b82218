import { isMcpCall } from '@permesso/engine/call';
import type { Decision, RuleReference } from '@permesso/engine/decision';

/** One labelled call of a working day. */
export interface DayCall {
  readonly id: string;
  readonly day: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly cwd: string;
  readonly workingDirectories: readonly string[];
  readonly label: Label;
}

const labels = ['quiet', 'contain', 'ask', 'deny'] as const;
type Label = (typeof labels)[number];

interface Counts {
  allow: number;
  kept: number;
  sandboxed: number;
  ask: number;
  deny: number;
}

type ByLabel = Record<Label, Counts>;

interface DaysReport {
  readonly calls: number;
  readonly byDay: Readonly<Record<string, ByLabel>>;
  readonly byLabel: ByLabel;
  /** Share of quiet calls that ask or are denied. */
  readonly quietAsked: number;
  /** The same without inline programs and browser clicks, which no rule reads. */
  readonly quietAskedReadable: number;
  /** Questions put once for each project, which the figures count as answered with yes. */
  readonly answeredOnce: Readonly<Record<string, readonly string[]>>;
  /** Calls labelled ask or deny that run, although what they lose is not kept. */
  readonly wronglyAllowed: readonly string[];
  /** Calls labelled ask or deny that run because what they lose is kept. */
  readonly keptInstead: readonly string[];
  /** Questions that a rule about `Effect(lose)` puts. */
  readonly loseAsked: readonly string[];
  /** Those of them about work in the project, and how many there are without keeping; absent with `--keep off`. */
  readonly localWork?: {
    readonly asked: readonly string[];
    readonly askedUnkept: number;
    readonly share: number;
    /** No longer about losing it, and asked about for another reason. */
    readonly askedElse: readonly string[];
    /** Asked without keeping, run with it: each is kept. */
    readonly runKept: readonly string[];
    /** The same, and not kept: none may be here. */
    readonly runUnkept: readonly string[];
  };
}

export interface JudgedCall {
  readonly call: DayCall;
  readonly decision: Decision;
  readonly losesLocalWork: boolean;
}

export type Outcome = Decision['verdict'] | 'kept' | 'sandboxed';

/** A call that may run only because what it loses is kept is `kept`, in a sandbox too. */
export function outcomeOf({ verdict, sandbox, kept }: Decision): Outcome {
  return kept === true ? 'kept' : sandbox === undefined ? verdict : 'sandboxed';
}

export function serversOf(calls: readonly DayCall[]): readonly string[] {
  const names = calls
    .filter((call) => isMcpCall({ tool: call.tool, input: call.input }))
    .map(({ tool }) => tool.split('__')[1]);
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** `unkept`: the same calls without keeping; none where that is what was judged. */
export function reportOf(judged: readonly JudgedCall[], unkept: readonly JudgedCall[]): DaysReport {
  const byLabel = emptyCounts();
  const byDay: Record<string, ByLabel> = {};
  for (const { call, decision } of judged) {
    const day = (byDay[call.day] ??= emptyCounts());
    day[call.label][outcomeOf(decision)] += 1;
    byLabel[call.label][outcomeOf(decision)] += 1;
  }
  const readable = judged.filter(({ call }) => call.label === 'quiet' && !isUnreadable(call));
  const asked = readable.filter(({ decision }) => decision.verdict !== 'allow');
  const { quiet } = byLabel;
  const wrong = judged.filter(
    ({ call: { label }, decision }) => isWrong(label) && decision.verdict === 'allow',
  );
  return {
    calls: judged.length,
    byDay,
    byLabel,
    quietAsked: share(
      quiet.ask + quiet.deny,
      Object.values(quiet).reduce((sum, count) => sum + count, 0),
    ),
    quietAskedReadable: share(asked.length, readable.length),
    answeredOnce: answeredIn(judged),
    wronglyAllowed: wrong.filter(({ decision }) => decision.kept !== true).map(lineOf),
    keptInstead: wrong.filter(({ decision }) => decision.kept === true).map(lineOf),
    loseAsked: judged.filter(asksAboutLoss).map(lineOf),
    ...(unkept.length === 0 ? {} : { localWork: localWorkIn(judged, unkept) }),
  };
}

function localWorkIn(
  judged: readonly JudgedCall[],
  unkept: readonly JudgedCall[],
): NonNullable<DaysReport['localWork']> {
  // What nobody sane would approve stays a question, or is denied.
  const isAsked = (one: JudgedCall): boolean =>
    one.losesLocalWork && one.call.label !== 'deny' && asksAboutLoss(one);
  const asked = judged.filter(isAsked).map(lineOf);
  const askedUnkept = unkept.filter(isAsked).length;
  const runs = judged.filter(
    ({ decision }, at) => decision.verdict === 'allow' && unkept[at]?.decision.verdict !== 'allow',
  );
  return {
    asked,
    askedUnkept,
    share: share(asked.length, askedUnkept),
    askedElse: judged
      .filter((one, at) => {
        const before = unkept[at];
        const isSpared = before !== undefined && isAsked(before) && !asksAboutLoss(one);
        return isSpared && one.decision.verdict !== 'allow';
      })
      .map(lineOf),
    runKept: runs.filter(({ decision }) => decision.kept === true).map(lineOf),
    runUnkept: runs.filter(({ decision }) => decision.kept !== true).map(lineOf),
  };
}

function asksAboutLoss({ decision: { verdict, receipt } }: JudgedCall): boolean {
  return verdict === 'ask' && receipt.determining.some(isAboutLoss);
}

function isAboutLoss({ text }: RuleReference): boolean {
  return text === 'Effect(lose)';
}

function lineOf({ call }: JudgedCall): string {
  return `${call.id} (${call.label}) ${textOfCall(call)}`;
}

/** What a person is asked once for each project: about its code, and about each MCP server. */
function answeredIn(judged: readonly JudgedCall[]): DaysReport['answeredOnce'] {
  const days = Map.groupBy(judged, ({ call }) => call.day);
  return Object.fromEntries(
    Array.from(days, ([day, of]) => [day, ['code', ...serversOf(of.map(({ call }) => call))]]),
  );
}

export function isWrong(label: Label): boolean {
  return label === 'ask' || label === 'deny';
}

const inlineProgram =
  /\b(?:python3?|node|ruby|perl|php|Rscript|deno|bun)\b[^|;&]*?(?:\s-(?:c|e|p|pe|r)\b|\s-\s*<<|<<)/;

function isUnreadable({ tool, input }: DayCall): boolean {
  if (tool.startsWith('mcp__playwright__')) return true;
  const { command } = input;
  return typeof command === 'string' && inlineProgram.test(command);
}

function emptyCounts(): ByLabel {
  const none = (): Counts => ({ allow: 0, kept: 0, sandboxed: 0, ask: 0, deny: 0 });
  return { quiet: none(), contain: none(), ask: none(), deny: none() };
}

function share(part: number, of: number): number {
  return of === 0 ? 0 : Math.round((1000 * part) / of) / 1000;
}

function textOfCall({ tool, input }: DayCall): string {
  const { command } = input;
  return typeof command === 'string' ? command : `${tool} ${JSON.stringify(input)}`;
}

export function listCalls(judged: readonly JudgedCall[], which: string): string {
  const [label = 'quiet', verdict = 'ask'] = which.split(':');
  return judged
    .filter(({ call, decision }) => call.label === label && outcomeOf(decision) === verdict)
    .map(({ call, decision }) => `${call.id}\t${JSON.stringify(textOfCall(call))}\n\t${decision.message}`)
    .join('\n');
}

/** Calls that ask because there is a sandbox, by what it says is missing there. Each is a call that runs without one. */
export function printOnlySandboxed(judged: readonly JudgedCall[], bare: readonly JudgedCall[]): string {
  const asked = judged.filter(
    ({ decision }, at) => decision.verdict !== 'allow' && bare[at]?.decision.verdict === 'allow',
  );
  const byCause = Map.groupBy(asked, ({ decision }) => decision.message.replace(/^.*: /su, ''));
  return [
    `calls that ask with the sandbox and run without it: ${asked.length}`,
    ...Array.from(byCause)
      .toSorted(([, a], [, b]) => b.length - a.length)
      .flatMap(([cause, of]) => listOf(cause, of.map(lineOf))),
  ].join('\n');
}

export function printReport(report: DaysReport): string {
  const cells = ({ allow, kept, sandboxed, ask, deny }: Counts): string =>
    `${allow} / ${kept} / ${sandboxed} / ${ask} / ${deny}`;
  const row = (name: string, counts: ByLabel): string =>
    `${name.padEnd(20)}${labels.map((label) => cells(counts[label]).padEnd(24)).join('')}`;
  const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;
  return [
    `${report.calls} calls: allow / kept / sandboxed / ask / deny`,
    `${''.padEnd(20)}${labels.map((label) => label.padEnd(24)).join('')}`,
    ...Object.entries(report.byDay).map(([day, counts]) => row(day, counts)),
    row('all', report.byLabel),
    '',
    `quiet calls that ask: ${percent(report.quietAsked)}, without inline programs and browser clicks ${percent(report.quietAskedReadable)}`,
    `questions once for each project, counted as answered: ${Object.values(report.answeredOnce).flat().length}`,
    ...listOf('calls labelled ask or deny that run', report.wronglyAllowed),
    ...listOf('calls labelled ask or deny that run kept', report.keptInstead),
    ...listOf('questions about losing', report.loseAsked),
    ...localWorkLines(report),
  ].join('\n');
}

function localWorkLines({ localWork }: DaysReport): readonly string[] {
  if (localWork === undefined) return [];
  const { asked, askedUnkept, share: part, askedElse, runKept, runUnkept } = localWork;
  const percent = `${(100 * part).toFixed(1)} % of ${askedUnkept} with --keep off`;
  return [
    ...listOf(`questions about losing work in the project (${percent})`, asked),
    ...listOf('the same calls, asked about for another reason', askedElse),
    ...listOf('asked with --keep off, run kept', runKept),
    ...listOf('asked with --keep off, run and not kept', runUnkept),
  ];
}

function listOf(title: string, lines: readonly string[]): readonly string[] {
  return [
    `${title}: ${lines.length}`,
    ...lines.map((each) => `  ${each.replaceAll('\n', '⏎').slice(0, 150)}`),
  ];
}
