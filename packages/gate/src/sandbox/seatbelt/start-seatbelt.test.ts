import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as ReadTextModule from '../../disk/read-text.ts';
import { findEngine } from '../find-engine.ts';
import { openSandbox, type SandboxOptions } from '../open-sandbox.ts';
import { proofFile, proofKey, readProofs } from '../proof-record.ts';
import { SandboxRefused } from '../refusal.ts';
import { runSandboxed, type RanSandboxed } from '../sandbox.ts';

const systemFile = vi.hoisted(() => '/System/Library/CoreServices/SystemVersion.plist');
const system = vi.hoisted(() => ({ text: '15.7 24G222' }));
vi.mock('../../disk/read-text.ts', async (original) => {
  const real = await original<typeof ReadTextModule>();
  return {
    ...real,
    readText: (path: string) =>
      path === systemFile
        ? system.text === ''
          ? { missing: true }
          : { text: system.text }
        : real.readText(path),
  };
});

/** As `sandbox-exec` starts a command, without putting it under the profile: a sandbox that holds nothing. */
const obedient = '#!/bin/bash\n[ "$1" = -p ] || exit 64\nshift 2\nexec "$@"\n';

let place: string;
let options: Required<Pick<SandboxOptions, 'folder' | 'engine'>>;
const at = (name: string): string => join(place, name);
const marker = (): string => at('project/marker');

beforeEach(() => {
  // In /tmp the scratch directory stands aside, as everywhere on macOS.
  place = realpathSync.native(mkdtempSync('/tmp/permesso-mac-'));
  for (const name of ['project', 'programs', 'state']) mkdirSync(at(name), { mode: 0o700 });
  symlinkSync('/bin/bash', at('programs/bash'));
  program(obedient);
  options = { folder: at('state'), engine: { directory: copyLibrary(), programs: [at('programs')] } };
  system.text = '15.7 24G222';
  vi.stubGlobal(
    'process',
    Object.create(process, { platform: { value: 'darwin' }, geteuid: { value: () => 501 } }),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  rmSync(place, { recursive: true, force: true, maxRetries: 20 });
});

function program(text: string): void {
  rmSync(at('programs/sandbox-exec'), { force: true });
  writeFileSync(at('programs/sandbox-exec'), text);
  chmodSync(at('programs/sandbox-exec'), 0o755);
}

/** The installed library, told that this is macOS: it writes the profile that it would write there. */
function copyLibrary(): string {
  const installed = dirname(
    createRequire(import.meta.url).resolve('@anthropic-ai/sandbox-runtime/package.json'),
  );
  const copy = at('node_modules/@anthropic-ai/sandbox-runtime');
  cpSync(join(installed, 'dist'), join(copy, 'dist'), { recursive: true });
  cpSync(join(installed, 'package.json'), join(copy, 'package.json'));
  if (existsSync(join(installed, 'node_modules')))
    symlinkSync(join(installed, 'node_modules'), join(copy, 'node_modules'));
  for (const name of ['@pondwader', 'commander', 'node-forge', 'zod'])
    if (existsSync(join(installed, '../..', name)))
      symlinkSync(join(installed, '../..', name), at(`node_modules/${name}`));
  const file = join(copy, 'dist/utils/platform.js');
  writeFileSync(file, readFileSync(file, 'utf8').replace('switch (process.platform)', "switch ('darwin')"));
  return copy;
}

const library = (name: string): string => join(options.engine.directory ?? '', name);

async function run(command = `echo ran > ${marker()}`): Promise<RanSandboxed | string> {
  const profile = {
    writable: [at('project')],
    readOnly: [at('project/.git')],
    hidden: [],
    hosts: [],
    environment: ['PATH'],
  };
  try {
    return await runSandboxed(command, { open: options, profile, cwd: at('project') });
  } catch (error) {
    if (error instanceof SandboxRefused) return `${error.reason}: ${error.message}`;
    throw error;
  }
}

/** As if the attempts had been held on this machine, with everything as it is now. */
function provenAsItIs(): void {
  const key = proofKey(findEngine(options.engine), { withHosts: false, scratchAtTmp: false });
  writeFileSync(proofFile(options.folder), JSON.stringify([key]), { mode: 0o600 });
}

it('runs nothing where the attempts to leave get through, and names each', async () => {
  const refused = await run();
  expect(refused).toMatch(/^not proven: /);
  for (const attempt of ['writing a file outside got through', 'killing a process outside got through'])
    expect(refused).toContain(attempt);
  expect([existsSync(marker()), existsSync(proofFile(options.folder))]).toEqual([false, false]);
});

it('runs a command that was proven as it would run alone', async () => {
  provenAsItIs();
  expect(await run('echo "$PWD"; echo e >&2; [ -e /dev/fd/3 ] || echo closed; exit 7')).toEqual({
    exitCode: 7,
    stdout: `${at('project')}\nclosed\n`,
    stderr: 'e\n',
  });
  expect(await run('kill -TERM $$')).toMatchObject({ exitCode: 143 });
  expect(await run('tty; echo "$TMPDIR" "$SANDBOX_RUNTIME" "${SECRET:-none}"')).toMatchObject({
    stdout: expect.stringMatching(/^not a tty\n\/tmp\/\S+\/state\/s-\w+ 1 none\n$/),
  });
});

it('a command that was aborted ends with what it started', async () => {
  provenAsItIs();
  const stop = new AbortController();
  const sandbox = openSandbox(options);
  const profile = { writable: [at('project')], readOnly: [], hidden: [], hosts: [], environment: ['PATH'] };
  const running = await sandbox.start('sleep 600 & echo $!; wait', {
    profile,
    cwd: at('project'),
    signal: stop.signal,
  });
  const pid = await new Promise<string>((resolve) => {
    running.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
  });
  stop.abort();
  expect(await running.ended).toEqual({ exitCode: 137 });
  // Killed, and perhaps not collected yet by the system's first process.
  const state = () => spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).stdout.trim();
  await vi.waitFor(() => expect(state()).toMatch(/^(?:Z|$)/));
  await sandbox.close();
});

it.each<readonly [string, () => void]>([
  ['an update of the system', () => void (system.text = '15.7.1 24G310')],
  ['a change of the engine', () => appendFileSync(library('dist/index.js'), '\n')],
  ['another sandbox-exec', () => program(`${obedient}\n`)],
  ['a damaged list of proofs', () => writeFileSync(proofFile(options.folder), '["')],
  [
    'a proof of another profile',
    () => writeFileSync(proofFile(options.folder), JSON.stringify(['0'.repeat(64)])),
  ],
])('is proven again after %s', async (_, change) => {
  provenAsItIs();
  change();
  expect(await run()).toMatch(/^not proven: /);
  expect(existsSync(marker())).toBe(false);
});

const answers: readonly (readonly [string, string, string])[] = [
  ['the bare command', 'return command;', 'form'],
  ['nothing', 'return "";', 'form'],
  ['an error', 'throw new Error("no");', 'no'],
  [
    'sandbox-exec without a profile',
    'return `env /usr/bin/sandbox-exec -p "" /bin/bash -c ${q(command)}`;',
    'form',
  ],
  [
    'a profile that allows everything',
    "return `env /usr/bin/sandbox-exec -p '(version 1)(allow default)' ${shell} -c ${q(command)}`;",
    'denying everything',
  ],
  [
    'a profile with one more writable place',
    'return (await was(...given)).replace(`(subpath "/dev/null")`, `(subpath "/Users")`);',
    'made /Users writable',
  ],
  [
    'a profile with the network',
    'return (await was(...given)).replace("(allow process-fork)", "(allow process-fork)(allow network*)");',
    'opened the network',
  ],
  ['a profile and then the bare command', 'return `${await was(...given)}; ${command}`;', 'form'],
];

it.each(answers)('runs nothing where the library answers %s', async (_, body, why) => {
  appendFileSync(
    library('dist/index.js'),
    `\nimport { SandboxManager as manager } from './sandbox/sandbox-manager.js';\nconst was = manager.wrapWithSandbox;\nconst q = (word) => "'" + word.replaceAll("'", \`'"'"'\`) + "'";\nmanager.wrapWithSandbox = async (...given) => { const [command, shell] = given; void [q, shell]; ${body} };\n`,
  );
  provenAsItIs();
  expect(await run()).toMatch(new RegExp(`^failed: .*${why}`));
  expect(existsSync(marker())).toBe(false);
});

it.each<readonly [string, () => void, RegExp]>([
  ['sandbox-exec is gone', () => rmSync(at('programs/sandbox-exec')), /^engine missing: /],
  ['the library is gone', () => rmSync(library('.'), { recursive: true }), /^engine missing: /],
  [
    'the version of the system cannot be told',
    () => void (system.text = ''),
    /^engine missing: .*SystemVersion/,
  ],
  [
    'the library has another version',
    () =>
      writeFileSync(library('package.json'), '{"name":"@anthropic-ai/sandbox-runtime","version":"0.0.84"}'),
    /^engine version: /,
  ],
  [
    'sandbox-exec ends with 0 and runs nothing',
    () => program('#!/bin/sh\nexit 0\n'),
    /^failed: .*before the command began/,
  ],
  ['sandbox-exec refuses the profile', () => program('#!/bin/sh\nexit 65\n'), /^failed: .*code 65 before/],
  ['sandbox-exec is killed', () => program('#!/bin/sh\nkill -9 $$\n'), /^failed: .*SIGKILL before/],
  ['sandbox-exec is not a program', () => program('x'), /^failed: /],
  ['bash is gone', () => rmSync(at('programs/bash')), /^engine missing: /],
])('runs nothing where %s', async (_, damage, why) => {
  damage();
  expect(await run()).toMatch(why);
  expect([existsSync(marker()), readProofs(proofFile(options.folder))]).toEqual([false, []]);
});

it('an attempt that does not get through without a sandbox proves nothing', async () => {
  // No program is found: `cat hidden` fails in both.
  vi.stubEnv('PATH', at('project'));
  expect(await run()).toMatch(/^not proven: .*reading a hidden file could not be tried here/);
});
