import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { printable } from '@permesso/engine/decision';
import { copilotCli, isAllowed, startFlags } from '@permesso/gate/payloads';
import { hostNamed } from '../../host-lists/hosts.ts';
import {
  runUntilGranted,
  type RunOptions,
  type Widening,
} from '../../hosts/copilot-cli/run-until-granted.ts';
import { hookGate } from '../../hook/hook-gate.ts';
import { loadPolicy } from '@permesso/gate/gate';
import type { Layer } from '@permesso/engine/policy';
import { UsageError, type Command, type CommandInput, type Output } from '../command.ts';
import { confirmNo, isInteractive } from '../confirm.ts';

const most = 20;

export const run: Command = {
  name: 'run',
  summary: 'Runs Copilot CLI without its hook: asks about denied calls and retries.',
  usage: 'run [--attempts N] -- copilot -p PROMPT [its own options]',
  options: [
    { name: 'attempts', value: 'N', help: 'maximum number of starts (default: 5)' },
    { name: 'widen', help: 'an approval of a command covers every use of it in this run' },
    { name: 'json', help: "the outcome as JSON, after the agent's output" },
  ],
  examples: [
    [
      'permesso run -- copilot -p "run the tests and fix them"',
      'denies what the policy refuses; asks about the rest',
    ],
    ['permesso init --host copilot-cli', 'better: a hook that is asked before each call'],
  ],
  exitCodes: [
    [0, 'it ended, and nothing was refused in the last run'],
    [1, 'something is still refused'],
    [2, 'the maximum number of starts was reached, and calls are still refused'],
    [3, 'copilot itself failed'],
  ],
  run: async (given, out) => {
    const [program, ...args] = given.operands;
    checkLine(program, args);
    const cwd = process.cwd();
    const { layers } = loadPolicy({ cwd });
    const { args: flags, unsaid } = startFlags(layers);
    if (unsaid.length > 0)
      out.complain(
        `Copilot cannot express ${unsaid.length} of your rules, so nothing they cover is allowed there.`,
      );
    const stop = new AbortController();
    const result = await runUntilGranted({
      start: starter(program ?? '', args, { cwd, out }),
      flags,
      cwd,
      attempts: attemptsOf(given),
      signal: stop.signal,
      tell: (line) => out.print(printable(line).replaceAll(String.raw`\n`, '\n')),
      gateFor: (call) =>
        hookGate(call, {
          host: copilotCli,
          patience: 600_000,
          ask: isInteractive() ? 'terminal' : 'present',
          program: process.argv[1] ?? '',
        }),
      mayWiden: (widening) => mayWiden(widening, { given, layers }),
    });
    if (given.flag('json')) out.print(JSON.stringify(result));
    else out.complain(`${words[result.ended]} (${result.runs} runs)`);
    if (result.exitCode !== 0) return 3;
    return { done: 0, refused: 1, bound: 2 }[result.ended];
  },
};

const words = {
  done: 'Done: nothing was refused in the last run.',
  refused: 'Something stays refused.',
  bound: 'Stopped: it still wants more.',
} as const;

/** Flags that would let it run calls nobody has seen. */
const tooMuch =
  /^--(?:allow-all(?:-tools|-paths|-urls)?|yolo|allow-tool|allow-url|autopilot|mode|assisted-approval|connect|remote|acp)(?:=|$)/;

/** The same as environment variables: one set for other runs must not allow everything in this one. */
const tooMuchInVariables = /^COPILOT_(?:ALLOW_ALL|ASSISTED_APPROVAL)$/;

function checkLine(program: string | undefined, args: readonly string[]): void {
  if (program === undefined) throw new UsageError('what is to be run? permesso run -- copilot -p ...');
  if (hostNamed('copilot-cli')?.commands.includes(basename(program)) !== true)
    throw new UsageError(`only copilot can be run so; other agents have hooks: permesso init`);
  const loose = args.find((arg) => tooMuch.test(arg));
  if (loose !== undefined) throw new UsageError(`leave out ${loose}: the policy says what is allowed`);
  if (!args.some((arg) => /^(?:-p|--prompt)(?:=|$)/.test(arg)))
    throw new UsageError('copilot must be given its prompt with -p: a run that is read cannot be typed into');
}

function attemptsOf(given: CommandInput): number {
  const attempts = Number(given.value('attempts') ?? 5);
  if (!Number.isInteger(attempts) || attempts < 1 || attempts > most)
    throw new UsageError(`--attempts is a number from 1 to ${most}`);
  return attempts;
}

function starter(
  program: string,
  args: readonly string[],
  { cwd, out }: { readonly cwd: string; readonly out: Output },
): RunOptions['start'] {
  return async (flags) => {
    const child = spawn(program, [...args, ...flags, '--output-format', 'json'], {
      cwd,
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !tooMuchInVariables.test(name))),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => reject(new UsageError(`${program} cannot be started: ${error.message}`)));
    child.on('close', (code) => resolve(code ?? 1));
    const exitCode = await promise;
    if (exitCode !== 0) out.complain(`${program} ended with exit code ${exitCode}`);
    return { lines: Buffer.concat(chunks).toString('utf8').split('\n'), exitCode };
  };
}

/** Copilot identifies commands by name alone, so the person is told what else an approval would let through. */
async function mayWiden(
  { rule }: Widening,
  { given, layers }: { readonly given: CommandInput; readonly layers: readonly Layer[] },
): Promise<boolean> {
  if (isAllowed(rule, layers) || given.flag('widen')) return true;
  if (!isInteractive()) return false;
  return confirmNo(`Copilot cannot be allowed this call alone, only all of ${rule}, for this run. Do that?`);
}
