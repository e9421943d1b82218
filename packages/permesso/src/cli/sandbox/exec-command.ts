import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { messageOf } from '@permesso/engine/internal/errors';
import { quoteWord } from '@permesso/engine/internal/facts/shell/quote-word';
import { takeCall, type SandboxedCall } from '../../sandbox/call-record.ts';
import { sandboxFolder } from '../../sandbox/known-sandbox.ts';
import { readProfile, type SandboxProfile } from '../../sandbox/profile.ts';
import { openSandbox, runSandboxed, SandboxRefused, type Sandbox } from '../../sandbox/sandbox.ts';
import { findPlaces } from '../../storage/policy-places.ts';
import { watchOutput } from './watch-output.ts';
import { UsageError, type CommandInput, type Output } from '../command.ts';

/** As `env`, `timeout` and `docker run` say that they could not start a command. */
export const notStartedExit = 125;

export async function execSandboxed(given: CommandInput, out: Output): Promise<number> {
  let sandbox: Sandbox | undefined;
  try {
    const { session: ofCall, ...call } = callOf(given);
    const session = given.value('session') ?? ofCall;
    sandbox = openSandbox(session === undefined ? {} : { session, keepScratch: true });
    return given.flag('json')
      ? await runAsJson(call, { sandbox, out })
      : await runHere(call, { sandbox, explains: given.value('id') !== undefined });
  } catch (error) {
    if (!(error instanceof SandboxRefused)) throw error;
    const { reason, message, fix } = error;
    if (given.flag('json')) out.print(JSON.stringify({ refused: { reason, message, fix } }));
    else out.complain(`permesso: not run: ${message}\nfix: ${fix}`);
    return notStartedExit;
  } finally {
    await sandbox?.close();
  }
}

function callOf(given: CommandInput): SandboxedCall {
  const id = given.value('id');
  const file = given.value('profile');
  const [first, ...more] = given.operands.slice(1);
  if (id !== undefined) {
    if (first !== undefined || file !== undefined || given.value('cwd') !== undefined)
      throw new UsageError('`--id` names the command, its directory and its profile: nothing else is taken');
    return takeCall(sandboxFolder(findPlaces().state), id);
  }
  if (file === undefined || first === undefined)
    throw new UsageError('usage: permesso sandbox exec --profile FILE -- COMMAND, or --id ID');
  return {
    command: more.length === 0 ? first : [first, ...more].map(quoteWord).join(' '),
    cwd: given.value('cwd') ?? process.cwd(),
    profile: profileIn(file),
  };
}

function profileIn(file: string): SandboxProfile {
  try {
    return readProfile(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof SandboxRefused) throw error;
    throw new UsageError(`cannot read the profile ${file}: ${messageOf(error)}`);
  }
}

interface JsonRun {
  readonly sandbox: Sandbox;
  readonly out: Output;
}

async function runAsJson({ command, ...call }: SandboxedCall, { sandbox, out }: JsonRun): Promise<number> {
  const ran = await runSandboxed(command, { ...call, sandbox });
  out.print(JSON.stringify(ran));
  return ran.exitCode;
}

const passedOn = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

interface HereRun {
  readonly sandbox: Sandbox;
  /** A model reads the output, so a failure that the sandbox caused is explained to it. */
  readonly explains: boolean;
}

/** With this process's own streams. A signal goes to the command, and then the end is never a success. */
async function runHere({ command, ...call }: SandboxedCall, { sandbox, explains }: HereRun): Promise<number> {
  let received: (typeof passedOn)[number] | undefined;
  const stop = new AbortController();
  let pass: ((signal: NodeJS.Signals) => void) | undefined;
  const listeners = passedOn.map((signal) => {
    const listener = (): void => {
      received = signal;
      if (pass === undefined) stop.abort();
      else pass(signal);
    };
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  try {
    const output = explains ? watchOutput() : undefined;
    const running = await sandbox.start(output?.joined(command) ?? command, {
      ...call,
      streams: output?.streams ?? 'inherit',
      signal: stop.signal,
    });
    pass = running.kill;
    output?.pass(running);
    const { exitCode } = await running.ended;
    if (exitCode !== 0 && received === undefined) output?.explain(call.profile);
    return received === undefined || exitCode !== 0 ? exitCode : 128 + constants.signals[received];
  } catch (error) {
    // Before the command began: it never does.
    if (received === undefined) throw error;
    return 128 + constants.signals[received];
  } finally {
    for (const remove of listeners) remove();
  }
}
