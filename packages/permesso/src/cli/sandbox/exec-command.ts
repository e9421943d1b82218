import { readFileSync } from 'node:fs';
import { messageOf } from '@permesso/engine/call';
import { quoteWord } from '@permesso/engine/facts';
import {
  takeCall,
  type SandboxedCall,
  sandboxFolder,
  readProfile,
  type SandboxProfile,
} from '@permesso/gate/sandbox-calls';
import { openSandbox, runSandboxed, SandboxRefused, type Sandbox } from '@permesso/gate/sandbox';
import { findPlaces } from '@permesso/gate/disk';
import { notStartedExit, refusalText, runHere } from './run-here.ts';
import { UsageError, type CommandInput, type Output } from '../command.ts';

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
    else out.complain(refusalText(error));
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
