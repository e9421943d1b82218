import { execFile } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { approvalsIn, giveAnswer, type WaitingApproval } from '@permesso/gate/approval';
import type { Machine } from './machine.ts';
import { commandOf, killOne, parentOf, processesWith } from './run-program.ts';

const run = promisify(execFile);
const commandLine = fileURLToPath(new URL('../../packages/permesso/src/cli/main.ts', import.meta.url));

/** The question as soon as it waits; undefined when the host ended without one. */
async function questionOn(machine: Machine, signal: AbortSignal): Promise<WaitingApproval | undefined> {
  while (!signal.aborted) {
    const open = approvalsIn(machine.state, Date.now()).find(({ approval }) => approval.state === 'pending');
    if (open !== undefined) return open;
    await wait(50);
  }
  return undefined;
}

/** As a person does it in another terminal. */
export function answerWith(...words: readonly string[]) {
  return async (machine: Machine, signal: AbortSignal): Promise<void> => {
    const question = await questionOn(machine, signal);
    if (question === undefined) return;
    // An approval is confirmed on a terminal, which nobody holds here: it is put where the command puts it.
    if (words[0] === 'allow') {
      giveAnswer(question, { verdict: 'allow', scope: 'once' });
      return;
    }
    const args = [commandLine, 'answer', question.approval.id, ...words];
    await run(process.execPath, args, {
      env: { HOME: machine.home, PATH: '/usr/bin:/bin' },
      timeout: 120_000,
    });
  };
}

/** Approving another input than the one that was asked about. */
export async function answerEdited(machine: Machine, signal: AbortSignal): Promise<void> {
  const question = await questionOn(machine, signal);
  if (question === undefined) return;
  const { approval, store } = question;
  const { call, digest } = approval.request;
  const input = { ...call.input, command: 'echo edited > marker.txt' };
  store.change(approval.id, {
    type: 'answer',
    at: Date.now(),
    digest,
    answer: { verdict: 'allow', scope: 'once', input },
  });
}

/** While it decides: the hook alone, as the kernel kills what takes too much memory. */
export async function killHook(machine: Machine, signal: AbortSignal): Promise<void> {
  if ((await questionOn(machine, signal)) === undefined) return;
  for (const pid of hooksOf(machine)) killOne(pid);
}

/** The shell that the host started, before what it started could say no. */
export async function killLauncher(machine: Machine, signal: AbortSignal): Promise<void> {
  if ((await questionOn(machine, signal)) === undefined) return;
  for (const pid of hooksOf(machine).flatMap(launchersOf)) killOne(pid);
}

function hooksOf({ node, hook }: Machine): readonly number[] {
  return processesWith(`${node}\0${hook}\0`, 'cmdline').filter((pid) => commandOf(pid) !== 'timeout');
}

/** The process and what stands between it and the host, the outermost first. */
function launchersOf(pid: number): readonly number[] {
  const parent = parentOf(pid);
  return ['sh', 'dash', 'bash', 'timeout'].includes(commandOf(parent))
    ? [...launchersOf(parent), pid]
    : [pid];
}

/** An approval a second after the question expired. */
export async function answerLate(machine: Machine, signal: AbortSignal): Promise<void> {
  const question = await questionOn(machine, signal);
  if (question === undefined) return;
  const { approval, store } = question;
  while (!signal.aborted && Date.now() < (approval.expiresAt ?? 0) + 1) await wait(5);
  store.change(approval.id, {
    type: 'answer',
    at: Date.now(),
    digest: approval.request.digest,
    answer: { verdict: 'allow', scope: 'once' },
  });
}

/** Bytes in the place of the question, and something that calls itself approved. */
export async function corruptApproval(machine: Machine, signal: AbortSignal): Promise<void> {
  const question = await questionOn(machine, signal);
  if (question === undefined) return;
  const { id } = question.approval;
  for (const name of globSync('sessions/*/approvals/*.0.json', { cwd: machine.state })) {
    writeFileSync(join(machine.state, name), '\0{"state":');
    const forged = JSON.stringify({ id, state: 'approved' });
    writeFileSync(join(machine.state, name.replace('.0.json', '.1.json')), forged);
  }
}
