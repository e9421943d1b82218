import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { saveCall, takeCall, type FindEngineOptions } from '@permesso/gate/sandbox-calls';
import {
  openSandbox,
  profileDigest,
  SandboxRefused,
  type Sandbox,
  type SandboxProfile,
} from '@permesso/gate/sandbox';

export interface SabotageResults {
  readonly cases: number;
  /** Ran outside of a sandbox: the one thing that must never happen. */
  readonly bare: readonly string[];
  /** Was not refused, or not for the reason that it should have. */
  readonly wrong: readonly string[];
}

/** Where one case plays: an engine that it may damage, and a marker that only a bare command can write. */
interface Stage {
  readonly folder: string;
  readonly engine: Required<FindEngineOptions>;
  readonly profile: SandboxProfile;
  readonly project: string;
  readonly open: () => Sandbox;
  readonly run: (sandbox: Sandbox, more?: object) => Promise<string>;
}

interface Case {
  readonly name: string;
  /** The refusal, or what else is right. */
  readonly expect: string;
  readonly play: (stage: Stage) => Promise<string>;
}

/** Runs the command that bubblewrap was told to run, and reports as it would. */
const obedient = `#!/bin/bash
fd=; while [ "$1" != "--" ]; do [ "$1" = --json-status-fd ] && fd=$2; [ "$1" = --chdir ] && cd "$2"; shift; done; shift
[ -n "$fd" ] && eval "echo '{ \\"child-pid\\": '$$' }' >&$fd"
"$@"; code=$?
[ -n "$fd" ] && eval "echo '{ \\"exit-code\\": '$code' }' >&$fd"
exit $code
`;

function replace(path: string, text: string): void {
  rmSync(path, { force: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

const program = ({ engine }: Stage, name: string): string => join(engine.programs[0] ?? '', name);
const library = ({ engine }: Stage, name: string): string => join(engine.directory, name);

/** The damage is there before the first command. */
function before(name: string, [expect, damage]: readonly [string, (stage: Stage) => void]): Case {
  return {
    name,
    expect,
    play: async (stage) => {
      damage(stage);
      return stage.run(stage.open());
    },
  };
}

/** The damage is done after a command has run and the engine was proven. */
function later(name: string, [expect, damage]: readonly [string, (stage: Stage) => void]): Case {
  return {
    name: `${name}, after the proof`,
    expect,
    play: async (stage) => {
      const sandbox = stage.open();
      const first = await stage.run(sandbox);
      if (first !== 'held') return `the first command: ${first}`;
      damage(stage);
      return stage.run(sandbox);
    },
  };
}

type Damage = readonly [string, (stage: Stage) => void];
const damages: readonly (readonly [string, Damage])[] = [
  ['bubblewrap gone', ['engine missing', (stage) => rmSync(program(stage, 'bwrap'))]],
  ['socat gone', ['engine missing', (stage) => rmSync(program(stage, 'socat'))]],
  ['ripgrep gone', ['engine missing', (stage) => rmSync(program(stage, 'rg'))]],
  [
    'the library gone',
    ['engine missing', (stage) => rmSync(stage.engine.directory, { recursive: true, maxRetries: 20 })],
  ],
  ['bubblewrap runs its argument', ['not proven', (stage) => replace(program(stage, 'bwrap'), obedient)]],
  ['bubblewrap exits 0', ['failed', (stage) => replace(program(stage, 'bwrap'), '#!/bin/sh\nexit 0\n')]],
  ['bubblewrap exits 1', ['failed', (stage) => replace(program(stage, 'bwrap'), '#!/bin/sh\nexit 1\n')]],
  [
    'bubblewrap kills itself',
    ['failed', (stage) => replace(program(stage, 'bwrap'), '#!/bin/sh\nkill -9 $$\n')],
  ],
  ['bubblewrap is not a program', ['failed', (stage) => replace(program(stage, 'bwrap'), 'x')]],
  [
    'the filter runs its argument',
    [
      'not proven',
      (stage) =>
        replace(library(stage, `vendor/seccomp/${process.arch}/apply-seccomp`), '#!/bin/sh\nexec "$@"\n'),
    ],
  ],
  [
    'the filter gone',
    ['engine missing', (stage) => rmSync(library(stage, `vendor/seccomp/${process.arch}/apply-seccomp`))],
  ],
];

/** The library's own answer replaced: it is loaded once, so before its process starts. */
const answers: readonly (readonly [string, string])[] = [
  ['the bare command', 'return command;'],
  ['bubblewrap without walls', 'return `bwrap --dev-bind / / -- /bin/bash -c ${q(command)}`;'],
  [
    'a plan with one more writable place',
    'return (await was(...given)).replace("--dev /dev", "--bind /home /home --dev /dev");',
  ],
  ['a plan with the network', 'return (await was(...given)).replace("--unshare-net ", "");'],
  ['a plan and then the bare command', 'return `${await was(...given)}; ${command}`;'],
  ['nothing', 'return "";'],
  ['an error', 'throw new Error("no");'],
];

const cases: readonly Case[] = [
  ...damages.map(([name, damage]) => before(name, damage)),
  ...damages
    // What is gone is found at the next opening; a living sandbox finds it when it stats or starts it.
    .map(([name, [, damage]]) =>
      later(name, [name.includes('runs its argument') ? 'not proven' : 'failed', damage]),
    ),
  ...answers.map(([name, body]) =>
    before(`the library answers ${name}`, [
      'failed',
      (stage) => {
        appendFileSync(
          library(stage, 'dist/index.js'),
          `\nimport { SandboxManager as manager } from './sandbox/sandbox-manager.js';\nconst was = manager.wrapWithSandbox;\nconst q = (word) => "'" + word.replaceAll("'", \`'"'"'\`) + "'";\nmanager.wrapWithSandbox = async (...given) => { const [command] = given; void q; ${body} };\n`,
        );
      },
    ]),
  ),
  before('another version of the library', [
    'engine version',
    (stage) => {
      const file = library(stage, 'package.json');
      writeFileSync(file, readFileSync(file, 'utf8').replace('"version": "0.0.83"', '"version": "0.0.1"'));
    },
  ]),
  before('a damaged list of proofs', [
    'held',
    ({ folder }) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, 'proof.json'), '{"all":', { mode: 0o600 });
    },
  ]),
  {
    name: 'a bubblewrap in the project and on the PATH',
    expect: 'held',
    play: async (stage) => {
      replace(join(stage.project, 'bwrap'), obedient);
      return stage.run(stage.open(), { env: { PATH: `${stage.project}:${process.env['PATH']}` } });
    },
  },
  {
    name: 'the profile widened after the decision',
    expect: 'changed',
    play: ({ open, run, profile, folder }) => {
      const decided = profileDigest(profile);
      const wider = { ...profile, writable: [...profile.writable, dirname(folder)] };
      return run(open(), { profile: wider, profileDigest: decided });
    },
  },
  {
    name: 'the saved call edited after the decision',
    expect: 'changed',
    play: (stage) => {
      mkdirSync(stage.folder, { recursive: true, mode: 0o700 });
      const { profile, project, folder } = stage;
      const id = saveCall(folder, { command: 'true', cwd: project, profile });
      const file = join(folder, 'calls', `${id}.json`);
      writeFileSync(file, readFileSync(file, 'utf8').replace('"true"', '"touch x"'));
      return refusalOf(async () => takeCall(folder, id));
    },
  },
  {
    name: 'the saved call run twice',
    expect: 'changed',
    play: (stage) => {
      mkdirSync(stage.folder, { recursive: true, mode: 0o700 });
      const { profile, project, folder } = stage;
      const id = saveCall(folder, { command: 'true', cwd: project, profile });
      takeCall(folder, id);
      return refusalOf(async () => takeCall(folder, id));
    },
  },
  {
    name: "the engine's process killed between two commands",
    expect: 'held',
    play: async (stage) => {
      const sandbox = stage.open();
      await stage.run(sandbox);
      await killEngineProcess(stage);
      const second = await stage.run(sandbox);
      // Noticed only when it was asked: then the next one starts another.
      return second === 'failed' ? stage.run(sandbox) : second;
    },
  },
  {
    name: 'bubblewrap killed while the command runs',
    expect: 'ended with 137, nothing left',
    play: async (stage) => {
      const { profile, project } = stage;
      const running = await stage.open().start('echo up; sleep 60; echo x > late', { profile, cwd: project });
      await new Promise((resolve) => {
        running.stdout?.once('data', resolve);
      });
      running.kill('SIGKILL');
      const { exitCode } = await running.ended;
      return `ended with ${exitCode}, ${existsSync(join(project, 'late')) ? 'something' : 'nothing'} left`;
    },
  },
];

async function refusalOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'held';
  } catch (error) {
    return error instanceof SandboxRefused ? error.reason : `error: ${String(error)}`;
  }
}

/** Found by its working directory, which is in the folder of this case. */
async function killEngineProcess({ folder }: Stage): Promise<void> {
  const run = readdirSync(folder).find((name) => name.startsWith('r-'));
  const pids = readdirSync('/proc').filter((each) => /^\d+$/.test(each));
  const own = pids.filter((pid) => {
    const children = readQuietly(`/proc/${process.pid}/task/${process.pid}/children`).split(' ');
    return children.includes(pid) && readQuietly(`/proc/${pid}/environ`).includes(`/${run ?? '?'}\0`);
  });
  for (const pid of own) process.kill(Number(pid), 'SIGKILL');
}

function readQuietly(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if (error instanceof Error) return '';
    throw error;
  }
}

/** `every`: only each n-th case, for a short run. */
export async function runSabotage(root: string, every = 1): Promise<SabotageResults> {
  const bare: string[] = [];
  const wrong: string[] = [];
  const chosen = cases.filter((_, at) => at % every === 0);
  for (const [at, each] of chosen.entries()) {
    const opened: Sandbox[] = [];
    const marker = join(root, `marker-${at}`);
    const stage = makeStage(join(root, `case-${at}`), { marker, opened });
    const result = await each.play(stage);
    if (result !== each.expect) wrong.push(`${each.name}: ${result} instead of ${each.expect}`);
    if (existsSync(marker)) bare.push(each.name);
    for (const sandbox of opened) await sandbox.close();
    rmSync(join(root, `case-${at}`), { recursive: true, force: true, maxRetries: 20 });
  }
  return { cases: chosen.length, bare, wrong };
}

interface Staging {
  readonly marker: string;
  readonly opened: Sandbox[];
}

function makeStage(place: string, { marker, opened }: Staging): Stage {
  const project = join(place, 'project');
  const programs = join(place, 'programs');
  for (const each of [project, programs]) mkdirSync(each, { recursive: true });
  for (const name of ['bwrap', 'socat', 'rg', 'bash'])
    cpSync(`/usr/bin/${name}`, join(programs, name), { dereference: true });
  const folder = join(place, 'state');
  const engine = { directory: copyLibrary(join(place, 'node_modules')), programs: [programs] };
  const profile = {
    writable: [project],
    readOnly: [join(project, '.git')],
    hidden: [],
    hosts: [],
    environment: ['PATH'],
  };
  return {
    folder,
    engine,
    profile,
    project,
    open: () => {
      const sandbox = openSandbox({ folder, engine });
      opened.push(sandbox);
      return sandbox;
    },
    run: (sandbox, more = {}) =>
      refusalOf(async () => {
        const running = await sandbox.start(`echo bare > '${marker}'`, { profile, cwd: project, ...more });
        await running.ended;
      }),
  };
}

/** The installed library with what it needs, as files of its own. */
function copyLibrary(modules: string): string {
  const require = createRequire(import.meta.url);
  const installed = dirname(require.resolve('@anthropic-ai/sandbox-runtime/package.json'));
  const copy = join(modules, '@anthropic-ai/sandbox-runtime');
  // Only what a case may damage; the rest is where it was.
  const isNeeded = (path: string): boolean =>
    !/\/vendor\/(?:srt-win|java)|\/sandbox-runtime\/node_modules|\.(?:map|d\.ts)$/.test(path);
  cpSync(installed, copy, { recursive: true, filter: isNeeded });
  if (existsSync(join(installed, 'node_modules')))
    symlinkSync(join(installed, 'node_modules'), join(copy, 'node_modules'));
  const shared = dirname(dirname(installed));
  for (const name of ['@pondwader', 'commander', 'node-forge', 'zod'])
    if (existsSync(join(shared, name))) symlinkSync(join(shared, name), join(modules, name));
  return copy;
}
