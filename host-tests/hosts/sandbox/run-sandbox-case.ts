import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startFakeModel, type FakeModel } from '../../fake-model/fake-model.ts';
import type { Case } from '../case.ts';
import type { RealHost, Setting } from '../real-host.ts';
import { registerHook } from '../register-hook.ts';
import { runProgram, searchPath } from '../run-program.ts';
import {
  expectedWhere,
  leavingArguments,
  policyOf,
  watchSaved,
  type SandboxCase,
  type Where,
} from './sandbox-case.ts';
import { sandboxMachine, type SandboxMachine } from './sandbox-machine.ts';

export interface SandboxResult {
  readonly where: Where | 'never asked';
  /** Which command the model finds in its own history. */
  readonly sees: 'its own command' | 'ours';
  /** Exit code of the script, as far as the program tells it. */
  readonly tellsExitCode: boolean;
  /** What is not as it must be. */
  readonly faults: readonly string[];
  readonly told: string;
  readonly output: string;
  readonly milliseconds: number;
}

export async function runSandboxCase(
  host: RealHost,
  given: SandboxCase,
  installed: string,
): Promise<SandboxResult> {
  const machine = sandboxMachine(policyOf(given));
  const command = given.command ?? 'bash probe.sh';
  const made = host.calls.shell?.({
    command,
    marker: machine.marker,
    secretFile: machine.secretFile,
    elsewhere: '/',
    task: '',
  });
  if (made === undefined || !('tool' in made)) throw new Error(`${host.name} has no shell`);
  const leaving = given.leaving === true ? leavingArguments[host.name] : {};
  const model = await startFakeModel({ script: [{ ...made, input: { ...made.input, ...leaving } }] });
  let stop: (() => void) | undefined;
  try {
    const setting: Setting = { machine, installed, url: model.url };
    host.configure(setting);
    if (given.withoutHook !== true) await registerHook(host, setting, asCase(given));
    given.before?.(machine);
    const { onceSaved } = given;
    if (onceSaved !== undefined) stop = watchSaved(machine, (file) => onceSaved(machine, file));
    const start = host.start(setting);
    const ended = await runProgram({
      file: start.file,
      args: start.args,
      cwd: machine.project,
      env: { PATH: searchPath, LANG: 'C.UTF-8', HOME: machine.home, ...start.env, ...given.env },
      patience: host.patience,
    });
    const where = placeOf(model, machine);
    return {
      where,
      sees: /sandbox\/run [0-9a-f]{9}/.test(JSON.stringify(model.turns.map(({ body }) => body)))
        ? 'ours'
        : 'its own command',
      tellsExitCode: /\b7\b/.test(model.received().join('\n')),
      faults: faultsOf(host, { given, where, model, command }),
      told: model.received().join('\n'),
      output: ended.output.slice(-3000),
      milliseconds: ended.milliseconds,
    };
  } finally {
    stop?.();
    await model.close();
    machine.remove();
  }
}

/** As the registration of a hook wants it. */
function asCase(given: SandboxCase): Case {
  const { name, about } = given;
  return { name, about, group: 'contract', policy: policyOf(given), ask: 'nobody', expected: 'blocked' };
}

function placeOf(model: FakeModel, machine: SandboxMachine): SandboxResult['where'] {
  if (!model.turns.some(({ reply }) => reply.calls !== undefined)) return 'never asked';
  if (existsSync(join(machine.outside, 'escaped.txt'))) return 'outside';
  return machine.marked() === undefined ? 'blocked' : 'inside';
}

interface Evidence {
  readonly given: SandboxCase;
  readonly where: SandboxResult['where'];
  readonly model: FakeModel;
  readonly command: string;
}

function faultsOf(host: RealHost, { given, where, model, command }: Evidence): readonly string[] {
  const told = model.received().join('\n');
  const shown = JSON.stringify(model.turns.map(({ body }) => body));
  const faults =
    where === expectedWhere(host, given) ? [] : [`${where} instead of ${expectedWhere(host, given)}`];
  const ran = where === 'inside' || where === 'outside';
  if (ran && !told.includes('said 42')) faults.push('its output did not reach the model');
  if (ran && !told.includes('complained 23')) faults.push('its errors did not reach the model');
  if (given.told !== undefined && !given.told.test(told)) faults.push(`the model was not told ${given.told}`);
  if (!shown.includes(JSON.stringify(command).slice(1, -1)))
    faults.push('the model does not see what it wrote');
  return host.tells || ran ? faults : faults.filter((fault) => !fault.startsWith('the model'));
}
