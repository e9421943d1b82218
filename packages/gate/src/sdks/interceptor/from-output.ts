import { definedFields, fill, sameJson, type ToolCall } from '@permesso/engine/call';
import { checkOptions } from '@permesso/engine/policy';
import type { AuthorizeOptions, Gate } from '../../gate/gate.ts';
import { outputTexts } from '../../messages/denials.ts';
import { callOf, type Caller } from '../app-tools.ts';
import { allowString, type Program } from './allow-string.ts';
import { beforeCall } from './before-call.ts';
import type { InterceptOptions, ToolPermissionInterceptor } from './contract.ts';
import { readRefusals, type RefusedCall } from './read-refusals.ts';

/** A permission of the program that covers more than the approved call. */
export interface Widening {
  readonly call: ToolCall;
  /** What the program would then run without asking. */
  readonly rule: string;
}

/** How to read a program's permissions, and who is asked. */
export interface OutputInterceptorOptions
  extends Omit<Caller, 'named' | 'server'>, Pick<AuthorizeOptions, 'scopes' | 'approver'>, Partial<Program> {
  /**
   * Called if the program's permission covers more than the approved call: `shell(git push)` in a program that
   * compares prefixes, every argument of an MCP tool, every file for `read`. Without it such a call stays refused.
   */
  readonly mayWiden?: (widening: Widening) => boolean | Promise<boolean>;
}

/** How to start a program, and how often. */
export interface OutputRun extends InterceptOptions {
  /** Starts the program with these arguments added, and resolves to its output. */
  readonly start: (allowed: readonly string[]) => Promise<string>;
  /** How often the program may be started. Default: 3. */
  readonly attempts?: number;
  /** Called for everything that stays refused. */
  readonly tell?: (line: string) => void;
}

/** How the last run of a program ended, and its output. */
export interface OutputRunResult {
  /**
   * `done`: the last run refused nothing. `refused`: something is still refused. `bound`: the last attempt allowed
   * still needed more.
   */
  readonly ended: 'done' | 'refused' | 'bound';
  readonly output: string;
  readonly runs: number;
}

/** An interceptor for programs without a hook, which it also runs. */
export interface OutputInterceptor extends ToolPermissionInterceptor {
  /** Runs a program, asks about what it refused, and starts it again with what was approved. */
  readonly run: (run: OutputRun) => Promise<OutputRunResult>;
}

const optionNames: readonly (keyof OutputInterceptorOptions)[] = [
  'session',
  'principal',
  'agent',
  'cwd',
  'shell',
  'scopes',
  'approver',
  'commands',
  'mayWiden',
];

/**
 * For programs without a hook: reads from their output which calls they refused. The model and every file it reads
 * can make a program print such a text, so it leads to a decision about exactly that call and to nothing else.
 *
 * @example
 * ```ts
 * import { execFileSync } from 'node:child_process';
 * import { createGate } from '@permesso/gate';
 * import { terminalApprover } from '@permesso/gate/approvers';
 * import { fromOutput } from '@permesso/gate/interceptor';
 * const program = fromOutput(createGate({ policy: {}, approver: terminalApprover() }), { commands: 'exact' });
 * const start = async (allowed: readonly string[]) => execFileSync('agent', [...allowed], { encoding: 'utf8' });
 * console.log((await program.run({ start })).ended);
 * ```
 */
export function fromOutput(
  gate: Pick<Gate, 'authorize' | 'check'>,
  options: OutputInterceptorOptions = {},
): OutputInterceptor {
  checkOptions(options, optionNames, 'fromOutput');
  const { scopes, approver, commands = 'prefix', mayWiden, ...caller } = options;
  const before = beforeCall(gate, { runsSandboxed: false, ...definedFields({ scopes, approver }) });

  const intercept: OutputInterceptor['intercept'] = async (call, how = {}) => {
    const written = allowString(call, { commands });
    // Do not ask anyone about a call that cannot be permitted anyway.
    if ('why' in written)
      return { verdict: 'deny', message: fill(outputTexts.cannotPassOn, { why: written.why }) };
    const said = await before.intercept(call, how);
    if (said.verdict === 'deny') return said;
    const { decision } = said;
    // An allow in observe mode grants nothing beyond the program's own permissions.
    if (decision.observed !== undefined) return { verdict: 'deny', decision, message: outputTexts.observed };
    const refused =
      written.rule === undefined ? undefined : await whyNotWiden({ call, rule: written.rule }, mayWiden);
    if (refused !== undefined) return { verdict: 'deny', decision, message: refused };
    return { ...said, call, allowString: written.text };
  };
  /** What was approved for an earlier run and may still run. */
  const stillAllowed = async (approved: readonly Approved[], tell: Tell): Promise<readonly Approved[]> => {
    const kept: Approved[] = [];
    for (const each of approved) {
      const { verdict, message } = await gate.check(each.call, { isCounted: true });
      if (verdict === 'deny') tell(`${each.text}: ${message}`);
      else kept.push(each);
    }
    return kept;
  };

  const run: OutputInterceptor['run'] = async ({ start, attempts = 3, tell = () => undefined, ...how }) => {
    let approved: readonly Approved[] = [];
    const asked: ToolCall[] = [];
    for (let runs = 1; ; runs += 1) {
      how.signal?.throwIfAborted();
      approved = await stillAllowed(approved, tell);
      const output = await start(approved.flatMap(({ text }) => ['--allow', text]));
      const refusals = readRefusals(output);
      if (refusals.length === 0) return { ended: 'done', output, runs };
      const found = await askAbout(refusals, asked, { intercept, caller, how, tell });
      if (found.length === 0) return { ended: 'refused', output, runs };
      if (runs >= attempts) return { ended: 'bound', output, runs };
      approved = [...approved, ...found];
    }
  };
  return { intercept, run };
}

async function whyNotWiden(
  widening: Widening,
  mayWiden: OutputInterceptorOptions['mayWiden'],
): Promise<string | undefined> {
  const { rule } = widening;
  try {
    // Plain JavaScript may return anything.
    const may: unknown = await mayWiden?.(widening);
    return may === true ? undefined : fill(outputTexts.wider, { rule });
  } catch (error) {
    return fill(outputTexts.wideningFailed, {
      rule,
      why: error instanceof Error ? error.message : String(error),
    });
  }
}

interface Approved {
  readonly call: ToolCall;
  readonly text: string;
}

type Tell = (line: string) => void;

interface Asking {
  readonly intercept: ToolPermissionInterceptor['intercept'];
  readonly caller: Omit<Caller, 'named' | 'server'>;
  readonly how: InterceptOptions;
  readonly tell: Tell;
}

/** Each call once, however often the program refuses it. */
async function askAbout(
  refusals: readonly RefusedCall[],
  asked: ToolCall[],
  { intercept, caller, how, tell }: Asking,
): Promise<readonly Approved[]> {
  const approved: Approved[] = [];
  for (const refusal of refusals) {
    if ('unreadable' in refusal) {
      tell(fill(outputTexts.unreadable, { why: refusal.unreadable }));
      continue;
    }
    const { mcp, ...named } = refusal.call;
    const call = { ...callOf({ host: 'output', ...caller, ...named }), ...definedFields({ mcp }) };
    if (asked.some((other) => sameJson(other, call))) continue;
    asked.push(call);
    const said = await intercept(call, how);
    if (said.verdict === 'allow' && said.allowString !== undefined)
      approved.push({ call, text: said.allowString });
    else tell(said.message);
  }
  return approved;
}
