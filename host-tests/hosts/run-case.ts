import { join } from 'node:path';
import { startFakeModel, type FakeModel } from '../fake-model/fake-model.ts';
import { play, type Script, type Step, type Turn } from '../fake-model/script.ts';
import type { Products } from './bundle-products.ts';
import type { Case, Deed, StartedShell } from './case.ts';
import { onOwnDisk } from './own-disk.ts';
import { newMachine, type Machine } from './machine.ts';
import type { CallKind, Place, RealHost, Setting, Start } from './real-host.ts';
import { registerHook } from './register-hook.ts';
import { runProgram, searchPath, type Ended } from './run-program.ts';

export interface Result {
  readonly host: string;
  readonly case: string;
  readonly deed: Deed | 'never asked';
  /** What the model read instead of a tool's result, or beside it. */
  readonly told: string;
  readonly milliseconds: number;
  /** What went wrong with the person who should have acted meanwhile. */
  readonly trouble: string;
  /** In cases that look at it. */
  readonly shell?: StartedShell;
  /** The end of what the program printed, for diagnosis. */
  readonly output: string;
}

export interface Prepared {
  /** Where the program is. */
  readonly installed: string;
  readonly products: Products;
}

/** The host in a home of its own, made to call one tool, in this situation. */
export async function runCase(
  host: RealHost,
  given: Case,
  { installed, products }: Prepared,
): Promise<Result> {
  const machine = newMachine(given.policy, products);
  const model = await startFakeModel({ script: scriptFor(host, machine, given) });
  const over = new AbortController();
  try {
    const setting: Setting = { machine, installed, url: model.url };
    host.configure(setting);
    if (given.withoutHook !== true) await registerHook(host, setting, given);
    const brought = given.brings === undefined ? {} : (host.brings?.[given.brings]?.(setting) ?? {});
    await given.before?.(machine, host);
    const meanwhile = given.meanwhile?.(machine, over.signal).then(
      () => '',
      (error: unknown) => `meanwhile: ${String(error)}`,
    );
    let troubled = '';
    let shell: StartedShell | undefined;
    const ended = await runProgram({
      ...programFor(host, { setting, given, brought }),
      ended: async () => {
        troubled = await troubleAfter(async () => {
          await given.after?.(machine, host);
          shell = given.shell?.(machine);
        });
      },
    });
    over.abort();
    const trouble = ((await meanwhile) ?? '') || troubled;
    return {
      host: host.name,
      case: given.name,
      deed: deedOf({ model, machine, ended, given }),
      told: model.received().join('\n'),
      milliseconds: ended.milliseconds,
      trouble,
      ...(shell === undefined ? {} : { shell }),
      output: ended.output.slice(-2000),
    };
  } finally {
    over.abort();
    await model.close();
    machine.remove();
  }
}

async function troubleAfter(look: () => Promise<void>): Promise<string> {
  try {
    await look();
    return '';
  } catch (error) {
    return `afterwards: ${String(error)}`;
  }
}

/** One call; or a sub-agent is started, and its conversation has the call. */
function scriptFor(
  { name, calls, isSubAgent }: RealHost,
  { home, marker, secretFile }: Machine,
  { call: kind = 'shell', command = 'echo ran > marker.txt' }: Case,
): Script {
  const place: Place = {
    command,
    marker,
    secretFile,
    elsewhere: join(home, 'elsewhere'),
    task: 'Leave a mark here.',
  };
  const stepsOf = (which: CallKind): readonly Step[] => {
    const made = calls[which]?.(place);
    if (made === undefined) throw new Error(`${name} has no call of the kind ${which}`);
    return 'tool' in made ? [made] : made;
  };
  if (kind !== 'agent') return stepsOf(kind);
  const [first, second] = [stepsOf('agent'), stepsOf('shell')];
  const isSecond = isSubAgent ?? (({ prompt }: Turn) => prompt.includes(place.task));
  return (turn) => play(isSecond(turn) ? second : first, turn);
}

export function expectedOf({ expected }: Case, host: RealHost): Deed {
  return typeof expected === 'function' ? expected(host) : expected;
}

interface Starting {
  readonly setting: Setting;
  readonly given: Case;
  readonly brought: Partial<Start>;
}

function programFor(
  host: RealHost,
  { setting, given: { disk, env }, brought }: Starting,
): Parameters<typeof runProgram>[0] {
  const asAlways = host.start(setting);
  const start = {
    ...asAlways,
    args: [...asAlways.args, ...(brought.args ?? [])],
    env: { ...asAlways.env, ...brought.env },
  };
  const { file, args } = disk === undefined ? start : onOwnDisk(start, disk, setting.machine.state);
  return {
    file,
    args,
    cwd: setting.machine.project,
    env: {
      PATH: searchPath,
      LANG: 'C.UTF-8',
      HOME: setting.machine.home,
      ...start.env,
      ...env,
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
  const asked = model.turns.filter(({ reply }) => reply.calls !== undefined);
  // A sub-agent has a conversation of its own, in which it asks for the call.
  const conversations = new Set(asked.map(({ prompt }) => prompt)).size;
  if (conversations < (given.call === 'agent' ? 2 : 1))
    return given.mayNotStart === true && !ended.wasLate ? 'blocked' : 'never asked';
  const marked = machine.marked();
  if (marked === 'edited') return 'edited';
  if (marked !== undefined) return 'runs';
  const received = model.received();
  if (given.call === 'read' && received.some((text) => text.includes(machine.secret))) return 'runs';
  if (given.call === 'unknown' && received.some((text) => !text.includes(given.told ?? ''))) return 'runs';
  return ended.wasLate ? 'hangs' : 'blocked';
}
