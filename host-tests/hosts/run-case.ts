import { existsSync } from 'node:fs';
import { launchLine } from '../../packages/permesso/src/hosts/launcher.ts';
import { startFakeModel, type FakeModel } from '../fake-model/fake-model.ts';
import type { Case, Deed } from './case.ts';
import { onOwnDisk } from './own-disk.ts';
import { newMachine, type Machine } from './machine.ts';
import type { RealHost, Setting } from './real-host.ts';
import { runProgram, type Ended } from './run-program.ts';

export interface Result {
  readonly host: string;
  readonly case: string;
  readonly deed: Deed | 'never asked';
  /** What the model read instead of a tool's result, or beside it. */
  readonly told: string;
  readonly milliseconds: number;
  /** The end of what the program printed, for whoever has to find out. */
  readonly output: string;
}

/** Longer than the hook's own deadline and the launcher's `timeout`: the host must never be the one that gives up. */
const hostTimeout = 60;
const usualDeadline = 20;

/** The host in a home of its own, made to call one tool, in this situation. */
export async function runCase(host: RealHost, installed: string, given: Case): Promise<Result> {
  const machine = newMachine(given.policy);
  const place = { command: 'echo ran > marker.txt', marker: machine.marker, secretFile: machine.secretFile };
  const call = host.calls[given.call ?? 'shell'];
  if (call === undefined) throw new Error(`${host.name} has no call of the kind ${given.call}`);
  const model = await startFakeModel({ script: [call(place)] });
  const over = new AbortController();
  try {
    const setting: Setting = { machine, installed, url: model.url };
    host.configure(setting);
    if (given.withoutHook !== true)
      host.register(setting, { line: lineFor(host, machine, given), timeout: hostTimeout });
    given.before?.(machine);
    const meanwhile = given.meanwhile?.(machine, over.signal);
    const ended = await runProgram(programFor(host, setting, given));
    over.abort();
    await meanwhile;
    return {
      host: host.name,
      case: given.name,
      deed: deedOf({ model, machine, ended, given }),
      told: model.heard().join('\n'),
      milliseconds: ended.milliseconds,
      output: ended.output.slice(-2000),
    };
  } finally {
    over.abort();
    await model.close();
    machine.remove();
  }
}

export function expectedOf({ expected }: Case, host: RealHost): Deed {
  return typeof expected === 'function' ? expected(host) : expected;
}

function lineFor(host: RealHost, machine: Machine, { ask, deadline = usualDeadline }: Case): string {
  const timeout = ['/usr/bin/timeout', '/bin/timeout'].find((file) => existsSync(file));
  return launchLine({
    node: machine.node,
    hook: machine.hook,
    host: host.name,
    deadline,
    ...(timeout === undefined ? {} : { timeout }),
    ...(ask === undefined ? {} : { ask }),
  });
}

function programFor(host: RealHost, setting: Setting, { disk }: Case): Parameters<typeof runProgram>[0] {
  const start = host.start(setting);
  const { file, args } = disk === undefined ? start : onOwnDisk(start, disk, setting.machine.state);
  return {
    file,
    args,
    cwd: setting.machine.project,
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LANG: 'C.UTF-8',
      HOME: setting.machine.home,
      ...start.env,
    },
    patience: host.patience,
  };
}

interface Evidence {
  readonly model: FakeModel;
  readonly machine: Machine;
  readonly ended: Ended;
  readonly given: Case;
}

/** Not what the host says about it: what is on the disk, or what the model has come to know. */
function deedOf({ model, machine, ended, given }: Evidence): Result['deed'] {
  if (!model.turns.some(({ reply }) => reply.calls !== undefined)) return 'never asked';
  const marked = machine.marked();
  if (marked === 'edited') return 'edited';
  if (marked !== undefined) return 'runs';
  const heard = model.heard();
  if (given.call === 'read' && heard.some((text) => text.includes(machine.secret))) return 'runs';
  if (given.call === 'unknown' && heard.some((text) => !text.includes(given.told ?? ''))) return 'runs';
  return ended.wasKilled ? 'hangs' : 'blocked';
}
