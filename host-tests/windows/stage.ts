import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import { startFakeModel, type FakeModel } from '../fake-model/fake-model.ts';
import type { Script } from '../fake-model/script.ts';
import type { Products } from '../hosts/bundle-products.ts';
import { newMachine, type Machine } from '../hosts/machine.ts';
import type { Setting } from '../hosts/real-host.ts';
import { registerHook } from '../hosts/register-hook.ts';
import { killOne, processesWith, searchPath } from '../hosts/run-program.ts';
import { openWindow, type Window } from './tmux-window.ts';
import type { WindowProgram } from './window-program.ts';

/** A program in its window, a machine of its own, and a model that says what the script says. */
export interface Stage {
  readonly program: WindowProgram;
  readonly window: Window;
  readonly machine: Machine;
  readonly model: FakeModel;
  /** What ran so far, one line for each call. */
  readonly ran: () => readonly string[];
  readonly setting: Setting;
}

export interface StageOptions {
  readonly installed: string;
  readonly products: Products;
  readonly script: Script;
  /** Seconds that the hook may take. */
  readonly deadline?: number;
  readonly policy?: string;
  /** Done after everything is registered and before the program starts. */
  readonly before?: (setting: Setting) => void;
  readonly rows?: number;
  readonly columns?: number;
  /** Without a person, although a terminal is there. */
  readonly headless?: true;
  /** In a terminal of its own, for a program whose person works in tmux otherwise. */
  readonly withoutTmux?: true;
}

/** The words that make it work alone stand before its task, which is the last. */
function withoutPerson(args: readonly string[], words: readonly string[]): readonly string[] {
  const [task = '', ...before] = args.filter((arg) => arg !== '-i' && arg !== '--prompt').toReversed();
  return [...before.toReversed(), ...words, task];
}

/** Each target leaves a line behind, so that what ran can be counted. */
const makefile = `one:\n\t@sh mark.sh one\ntwo:\n\t@sh mark.sh two\n`;

export async function onStage<T>(
  program: WindowProgram,
  options: StageOptions,
  play: (stage: Stage) => Promise<T>,
): Promise<T> {
  const machine = newMachine(options.policy ?? 'mode: default\n', options.products);
  const model = await startFakeModel({ script: options.script });
  let window: Window | undefined;
  try {
    const setting: Setting = { machine, installed: options.installed, url: model.url };
    writeFileSync(join(machine.project, 'Makefile'), makefile);
    writeFileSync(join(machine.project, 'mark.sh'), 'echo "$@" >> ran.txt\n');
    program.host.configure(setting);
    program.prepare(setting);
    const given = { name: 'window', about: '', group: 'contract', policy: '', expected: 'runs' } as const;
    await registerHook(program.host, setting, { ...given, deadline: options.deadline ?? 120 });
    options.before?.(setting);
    const start = program.start(setting);
    window = openWindow({
      file: start.file,
      args: options.headless === true ? withoutPerson(start.args, program.headless) : start.args,
      cwd: machine.project,
      env: { PATH: searchPath, HOME: machine.home, LANG: 'C.UTF-8', ...start.env },
      attached: program.inTmux === true && options.withoutTmux !== true,
      ...definedFields({ rows: options.rows, columns: options.columns }),
    });
    if (options.headless !== true) await program.arrive(window);
    const file = join(machine.project, 'ran.txt');
    const ran = (): readonly string[] =>
      existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    return await play({ program, window, machine, model, ran, setting });
  } finally {
    window?.close();
    // Codex leaves a daemon behind, with servers of its own.
    for (const pid of processesWith(`HOME=${machine.home}\0`, 'environ')) killOne(pid);
    await model.close();
    machine.remove();
  }
}
