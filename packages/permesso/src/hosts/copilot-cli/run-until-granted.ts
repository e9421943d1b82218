import { sameJson, type ToolCall } from '@permesso/engine/call';
import { type Payload, copilotCli, grantFlag } from '@permesso/gate/payloads';
import { callsIn } from '../../intercept/host-shell.ts';
import { intercept, type HookGate, type Interceptor } from '../../intercept/intercept.ts';
import { readRun } from './run-events.ts';

/** Calls are read after the run instead of before the call; the rest is as in the hook. */
const afterwards: Interceptor = { name: copilotCli.name, rewrites: false, toCall: copilotCli.toCall };

export interface RunOptions {
  /** Starts Copilot with these flags after the person's own, and returns its output. */
  readonly start: (
    flags: readonly string[],
  ) => Promise<{ readonly lines: readonly string[]; readonly exitCode: number }>;
  /** Flags for what the policy allows from the start. */
  readonly flags: readonly string[];
  readonly gateFor: (call: ToolCall) => HookGate;
  /** Whether to give a permission that reaches further than the call. */
  readonly mayWiden: (widening: Widening) => Promise<boolean>;
  /** The maximum number of starts. */
  readonly attempts: number;
  readonly cwd: string;
  readonly tell: (line: string) => void;
  readonly signal: AbortSignal;
}

export interface Widening {
  readonly call: ToolCall;
  /** What Copilot would then run unasked. */
  readonly rule: string;
}

export interface RunResult {
  /**
   * `done`: the last run had no refusals. `refused`: something is still refused. `bound`: the limit of starts was
   * reached.
   */
  readonly ended: 'done' | 'refused' | 'bound';
  readonly exitCode: number;
  readonly runs: number;
}

/**
 * Runs Copilot, asks about the calls that were refused, and starts it again with what was granted. The prompt starts
 * over each time, because Copilot cannot be answered while it runs. Effects of earlier runs remain.
 */
export async function runUntilGranted(options: RunOptions): Promise<RunResult> {
  const granted: string[] = [];
  const answered: Payload[] = [];
  for (let runs = 1; ; runs += 1) {
    const { lines, exitCode } = await options.start([...options.flags, ...granted]);
    const { refused, messages } = readRun(lines, options.cwd);
    for (const message of messages) options.tell(message);
    const open = refused.filter((call, at) => !seen(call, [...answered, ...refused.slice(0, at)]));
    if (refused.length === 0) return { ended: 'done', exitCode, runs };
    const before = granted.length;
    for (const payload of open) {
      answered.push(payload);
      const pattern = await decideDenied(payload, options);
      if (pattern !== undefined) granted.push('--allow-tool', pattern);
    }
    if (granted.length === before) return { ended: 'refused', exitCode, runs };
    if (runs >= options.attempts) return { ended: 'bound', exitCode, runs };
  }
}

function seen(call: Payload, before: readonly Payload[]): boolean {
  return before.some((other) => sameJson(other, call));
}

/** The pattern that lets it run, if it may. */
async function decideDenied(payload: Payload, options: RunOptions): Promise<string | undefined> {
  const incoming = callsIn(copilotCli, payload);
  if ('malformed' in incoming) {
    options.tell(`refused: ${incoming.malformed}`);
    return undefined;
  }
  const [call, second] = incoming.calls;
  const held = options.gateFor(call);
  try {
    const outcome = await intercept(incoming, { by: afterwards, held, signal: options.signal });
    const { verdict, reason, observed } = outcome;
    // A call in observe mode gains nothing beyond what the program itself permits.
    if (verdict !== 'allow' || observed === true) {
      options.tell(`refused: ${deniedCallName(payload)}: ${reason}`);
      return undefined;
    }
  } finally {
    held.close();
  }
  const grant = second === undefined ? grantFlag(call) : { why: 'Copilot cannot be allowed several at once' };
  if ('why' in grant) {
    options.tell(`allowed, but cannot be passed on: ${deniedCallName(payload)}: ${grant.why}`);
    return undefined;
  }
  if (grant.rule === undefined || (await options.mayWiden({ call, rule: grant.rule }))) return grant.pattern;
  options.tell(`not passed on: ${deniedCallName(payload)}: Copilot would run all of ${grant.rule} unasked`);
  return undefined;
}

function deniedCallName({ toolName, toolArgs }: Payload): string {
  return `${String(toolName)} ${JSON.stringify(toolArgs)}`.slice(0, 200);
}
