/** What a sandboxed command sees, as one JSON object: started as an ordinary user by the test. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createGate } from '@permesso/gate/gate';
import {
  findSandbox,
  openSandbox,
  profileDigest,
  runSandboxed,
  SandboxRefused,
  type SandboxProfile,
} from '@permesso/gate/sandbox';

const place = process.argv[2] ?? '';
const at = (...names: readonly string[]): string => join(place, ...names);
for (const name of ['project/src', 'project/.git/hooks', 'outside']) mkdirSync(at(name), { recursive: true });
// Where a program starts is a folder that its commands may write: the runner of sandboxes must not lie in it.
process.chdir(at('project'));
writeFileSync(at('project/.env'), 'SECRET=1\n');
writeFileSync(
  at('project/src/fix.py'),
  `def attempt(work):
    try: return work()
    except OSError as error: return type(error).__name__
print(attempt(lambda: open('.env').read()))
print(attempt(lambda: open('../outside/by-script', 'w')))
print(attempt(lambda: open('src/fixed', 'w').write('x')))
`,
);

const profile: SandboxProfile = {
  writable: [at('project')],
  readOnly: [at('project/.git'), at('project/.claude/settings.json'), at('project/.envrc')],
  hidden: [at('project/.env')],
  hosts: [],
  environment: ['PATH', 'HOME', 'KEPT', 'BASH_ENV'],
};
const folder = at('state');
const sandbox = openSandbox({ folder });
const env = { PATH: process.env['PATH'], KEPT: 'kept', TOKEN: 'secret', BASH_ENV: at('project/rc') };
const cwd = at('project');
const run = (command: string, more: object = {}) =>
  runSandboxed(command, { sandbox, profile, cwd, env, ...more });

async function refusal(work: () => Promise<unknown>): Promise<string> {
  try {
    return `ran: ${JSON.stringify(await work())}`;
  } catch (error) {
    return error instanceof SandboxRefused ? error.reason : String(error);
  }
}

/** The exit code after a signal that was sent as soon as the command said that it is ready. */
async function signalled(command: string, signal: NodeJS.Signals): Promise<number> {
  const running = await sandbox.start(command, { profile, cwd, env });
  running.stdout?.once('data', () => running.kill(signal));
  return (await running.ended).exitCode;
}

async function aborted(): Promise<number> {
  const stop = new AbortController();
  const running = await sandbox.start('echo ready; sleep 100 & wait', {
    profile,
    cwd,
    env,
    signal: stop.signal,
  });
  running.stdout?.once('data', () => stop.abort());
  return (await running.ended).exitCode;
}

/** Two at once, of two sandboxes: one that ends first must not take the other's protection. */
async function together(): Promise<object> {
  const other = openSandbox({ folder });
  const slow = await sandbox.start(
    'read -r _; echo x > .envrc; mkdir .claude; echo x > .claude/settings.json',
    { profile, cwd, env },
  );
  const quick = await runSandboxed('echo x > .envrc; true', { sandbox: other, profile, cwd, env });
  await other.close();
  slow.stdin?.end('\n');
  const { exitCode } = await slow.ended;
  return { quick: quick.exitCode, slow: exitCode, left: readdirSync(cwd).toSorted() };
}

/** Decided and run as an app does it: the profile is the one that the policy gives. */
const gate = createGate({ policy: { sandbox: 'on' }, sandbox: await findSandbox({ folder }) });
async function decided(command: string): Promise<unknown> {
  const decision = await gate.check({ tool: 'Bash', input: { command }, cwd });
  if (decision.verdict !== 'allow' || decision.sandbox === undefined) return decision.verdict;
  const { profile: derived, digest } = decision.sandbox;
  const ran = await run(command, { profile: derived, profileDigest: digest });
  return [ran.exitCode, ran.stdout];
}

const result = {
  decided: {
    script: await decided('python3 src/fix.py'),
    outside: existsSync(at('outside/by-script')),
    reading: await decided('ls src'),
    known: await decided('rm -rf src'),
  },
  exit: (await run('exit 7')).exitCode,
  streams: await run('cat; echo out; echo err >&2', { input: 'in\n' }),
  cd: (await run('cd src && pwd')).stdout.replace(place, ''),
  packages: (
    await run(
      'python3 -c "import site; print(site.getuserbase())"; case $PATH in *:/tmp/.local/bin) echo found;; esac',
    )
  ).stdout,
  environment: (
    await run(
      'echo "${KEPT-}/${TOKEN-}/${BASH_ENV-}/$TMPDIR"; tr "\\0" "\\n" </proc/1/environ | grep -c TOKEN',
    )
  ).stdout,
  scratch: [(await run('echo kept > /tmp/note')).exitCode, (await run('cat /tmp/note')).stdout],
  written: (
    await run(
      'echo x > src/new; echo x > ../outside/new; echo x > .git/hooks/pre-commit; echo x > .envrc; mkdir .claude',
    )
  ).exitCode,
  outside: [
    existsSync(at('outside/new')),
    existsSync(at('project/src/new')),
    existsSync(at('project/.git/hooks/pre-commit')),
  ],
  hidden: (await run('cat .env')).stdout,
  longProfile: (
    await run('echo long', { profile: { ...profile, readOnly: [...profile.readOnly, ...longList()] } })
  ).stdout,
  killed: (await run('kill -9 $$')).exitCode,
  trapped: await signalled('trap "exit 3" TERM; echo ready; while :; do sleep 0.05; done', 'SIGTERM'),
  term: await signalled('echo ready; sleep 100', 'SIGTERM'),
  aborted: await aborted(),
  together: await together(),
  left: readdirSync(cwd).toSorted(),
  refused: {
    digest: await refusal(() =>
      run('true', { profileDigest: profileDigest({ ...profile, hosts: ['a.example'] }) }),
    ),
    relative: await refusal(() => run('true', { profile: { ...profile, writable: ['project'] } })),
    everything: await refusal(() => run('true', { profile: { ...profile, writable: ['/'] } })),
    engineInside: await refusal(() =>
      run('true', { profile: { ...profile, writable: [join(import.meta.dirname, '../../../..')] } }),
    ),
    stateInside: await refusal(() => run('true', { profile: { ...profile, writable: [place] } })),
    localHost: await refusal(() => run('true', { profile: { ...profile, hosts: ['localhost'] } })),
    gone: await refusal(() => run('true', { cwd: at('nowhere') })),
    hardLink: await refusal(() => {
      linkSync(at('project/.env'), at('project/copy'));
      return run('cat copy');
    }),
    link: await refusal(() => {
      symlinkSync('src', at('project/.idea'));
      return run('true', { profile: { ...profile, hidden: [], readOnly: [at('project/.idea')] } });
    }),
    nested: nestedRefusal(),
  },
  inherited: byInherited(),
};
await sandbox.close();
process.stdout.write(`${JSON.stringify({ ...result, state: readdirSync(folder).toSorted() })}\n`);

/** More than fits into one argument of a command line: the engine hands it over in a file. */
function longList(): readonly string[] {
  mkdirSync(at('project/many'), { recursive: true });
  return Array.from({ length: 450 }, (_, each) => at('project/many', `${'n'.repeat(100)}-${each}`));
}

/** The process that runs the sandbox has a file open that its own parent opened: what a command can write to it. */
function byInherited(): readonly string[] {
  const program = `import(${JSON.stringify(join(import.meta.dirname, '../../../gate/src/sandbox/sandbox.ts'))}).then(async ({ runSandboxed }) => {
    const profile = { writable: [${JSON.stringify(at('outside'))}], readOnly: [], hidden: [], hosts: [], environment: [] };
    const ran = await runSandboxed('echo x >&200; echo ended', { profile, cwd: '/', open: { folder: ${JSON.stringify(folder)} } });
    console.log(ran.stdout.trim());
  })`;
  const opened = at('opened');
  const said = execFileSync(
    '/bin/bash',
    [
      '-c',
      'exec 200>"$1"; shift; exec "$@"',
      'bash',
      opened,
      process.execPath,
      '--no-warnings',
      '--conditions=@permesso/source',
      '-e',
      program,
    ],
    { encoding: 'utf8' },
  ).trim();
  return [said, readFileSync(opened, 'utf8')];
}

function nestedRefusal(): string {
  const program = `import(${JSON.stringify(join(import.meta.dirname, '../../../gate/src/sandbox/refuse-here.ts'))}).then(({ refuseHere }) => { try { refuseHere(); console.log('ran'); } catch (error) { console.log(error.reason); } })`;
  return execFileSync(process.execPath, ['--no-warnings', '--conditions=@permesso/source', '-e', program], {
    encoding: 'utf8',
    env: { ...process.env, SANDBOX_RUNTIME: '1' },
  }).trim();
}
