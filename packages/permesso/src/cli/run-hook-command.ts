import { writeSync } from 'node:fs';
import { definedFields, messageOf } from '@permesso/engine/call';
import { serveBridge } from '../bridge/serve-bridge.ts';
import { commandLineOf } from '../hook/command-line-of.ts';
import { isAsker, type Asker } from '../hook/approval-channel.ts';
import { hookHosts } from '../host-lists/hook-hosts.ts';
import { answered, answeredNo } from '../launch/launcher.ts';
import { placeArguments, readPlaces, usePlaces, type LaunchPlaces } from '../launch/launch-places.ts';
import type { WriteGuard } from '@permesso/gate/log';
import { isTrustedMod } from '../mods/trusted-mods.ts';
import { recordAfter } from '../hook/record-after.ts';
import { recordPrompt } from '../hook/record-prompt.ts';
import type { HookHost } from '@permesso/gate/payloads';
import { readStdin, runHook, type RunOptions } from '../hook/run-hook.ts';
import { showPopup } from '../popup/show-popup.ts';
import { findPlaces } from '@permesso/gate/disk';
import { isRecorded } from '../resident/recorded-requests.ts';
import { serveResident } from '../resident/serve-resident.ts';
import { startResident } from '../resident/start-resident.ts';
import { decideTraining, trainHook } from './train-hook.ts';

export interface HookCommand {
  /**
   * `HOST [--ask WHO] [--compiled DIRECTORY] [--deadline SECONDS] [--event after | --event prompt] [--launched yes] [--request ID]`, or
   * `compile`.
   */
  readonly args: readonly string[];
  /** The file that was started. */
  readonly script: string;
}

const knownOptions = [
  '--ask',
  '--compiled',
  '--deadline',
  '--event',
  '--launched',
  '--request',
  '--resident',
  ...placeArguments,
];

/**
 * Runs before each tool call: reads the call from stdin, writes the answer and exits. Does not use the command line's
 * argument parser: every call waits for each millisecond spent here.
 *
 * Exits at once: an open timer or socket must not keep the host waiting until it gives up and runs the call.
 */
export async function runHookCommand(command: HookCommand): Promise<never> {
  const exitCode = await exitCodeOf(command);
  try {
    process.exit(exitCode);
  } finally {
    // A listener that throws keeps the process alive; calling exit again runs no listeners.
    process.exit(exitCode);
  }
}

async function exitCodeOf({ args, script }: HookCommand): Promise<number> {
  const [name = '', ...rest] = args;
  const options = new Map(pairs(rest));
  const other = others.get(name);
  if (other !== undefined) return other(options, script);
  const read = readArguments(name, options);
  if (read === undefined) {
    writeAll(2, `permesso hook: cannot be started as \`${args.join(' ')}\`\n`);
    // The exit code that blocks the call in hosts that honour one.
    return 2;
  }
  const { host, deadline, ask, places } = read;
  const agentHome = places === undefined ? undefined : usePlaces(places);
  const event = options.get('--event');
  if (event !== undefined) return recordStdin(host, event);
  const { stdout, stderr, exitCode } = await runHook({
    host,
    deadline,
    program: commandLineOf(script),
    ...definedFields({ places, agentHome, ask }),
    ...guardOf(options.get('--request')),
  });
  writeAll(1, stdout);
  writeAll(2, stderr);
  if (options.has('--resident')) startResident({ hook: script, places: findPlaces() });
  if (!options.has('--launched')) return exitCode;
  return exitCode === 0 || host.ignoresExitCode === true ? answered : answeredNo;
}

interface HookArguments extends Pick<RunOptions, 'host' | 'deadline'> {
  readonly ask: Asker | undefined;
  readonly places: LaunchPlaces | undefined;
}

function readArguments(name: string, options: Options): HookArguments | undefined {
  const host = hookHosts.get(name);
  const ask = options.get('--ask');
  const seconds = Number(options.get('--deadline') ?? 50);
  const isKnown = [...options.keys()].every((option) => knownOptions.includes(option));
  if (host === undefined || !isKnown || !(seconds > 0)) return undefined;
  if (ask !== undefined && !isAsker(ask)) return undefined;
  if (!['after', 'prompt', undefined].includes(options.get('--event'))) return undefined;
  const places = readPlaces(options);
  if (places === undefined) return undefined;
  return { host, deadline: seconds * 1000, ask, places: places === 'none' ? undefined : places };
}

/** The resident process was asked first: it may have recorded this call and answered too late. */
function guardOf(request: string | undefined): { readonly guard?: WriteGuard } {
  if (request === undefined) return {};
  return { guard: { isWanted: () => !isRecorded(findPlaces().state, request) } };
}

/** After a call and before a message there is nothing to answer, and a failure here must not block anything. */
async function recordStdin(host: HookHost, event: string): Promise<number> {
  try {
    const text = await readStdin();
    if (text === undefined) throw new Error('the host sent too much');
    if (event === 'prompt') await recordPrompt(text, host);
    else recordAfter(text, host);
    return 0;
  } catch (error) {
    const what = event === 'prompt' ? 'what was ordered' : 'how a call ended';
    writeAll(2, `permesso hook: ${what} was not recorded: ${messageOf(error)}\n`);
    return 1;
  }
}

type Options = ReadonlyMap<string, string>;

type OtherCommand = (options: Options, script: string) => Promise<number> | number;

/** The other subcommands of this file, besides answering a host. */
const others: ReadonlyMap<string, OtherCommand> = new Map<string, OtherCommand>([
  ['mod', answerAboutMod],
  [
    'bridge',
    async (options: Options) => {
      const state = options.get('--state') ?? findPlaces().state;
      await serveBridge({ input: process.stdin, output: process.stdout, state });
      return 0;
    },
  ],
  ['popup', (options: Options) => showPopup(options.get('--file') ?? '')],
  [
    'compile',
    async (options: Options, script: string) => {
      const home = options.get('--home');
      await (home === undefined ? trainHook(script) : decideTraining(home));
      return 0;
    },
  ],
  [
    'resident',
    async () => {
      await serveResident({ hook: import.meta.filename, idle: 30 * 60_000 });
      return 0;
    },
  ],
]);

/**
 * The guard mod asks whether the person trusts another mod. A failure here exits with a different code, which means
 * no.
 */
function answerAboutMod(options: Options): number {
  const state = options.get('--state') ?? '';
  const mod = { name: options.get('--name') ?? '', root: options.get('--root') ?? '' };
  const isKnown = state !== '' && mod.name !== '' && mod.root !== '';
  return isKnown && isTrustedMod(mod, state) ? answered : answeredNo;
}

/** A full pipe returns EAGAIN, and a partial answer is useless. */
function writeAll(to: number, text: string): void {
  const bytes = Buffer.from(text);
  let at = 0;
  for (let tries = 0; at < bytes.length && tries < 10_000;) {
    try {
      at += writeSync(to, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') process.exit(2);
      tries += 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
  if (at < bytes.length) process.exit(2);
}

function pairs(args: readonly string[]): readonly (readonly [string, string])[] {
  return args.flatMap((arg, at) => (at % 2 === 0 ? [[arg, args[at + 1] ?? ''] as const] : []));
}
