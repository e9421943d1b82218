import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { installedPlaces, mayNameHome, type LaunchPlaces } from '../../src/launch/launch-places.ts';
import { announceCanary } from '../../src/launch/canary-places.ts';
import { launchLine } from '../../src/launch/launcher.ts';
import { findPlaces, type Places } from '@permesso/gate/disk';
import { bundleHook, type Bundle } from './bundle-hook.ts';
import { machineWith, runProcess, type Machine } from './hook-process.ts';

let bundle: Bundle;
beforeAll(async () => {
  bundle = await bundleHook();
});
afterAll(() => bundle.remove());

function newMachine(policy: string): Machine {
  const machine = machineWith(policy);
  onTestFinished(machine.remove);
  return machine;
}

function placesOf({ home }: Machine): Places {
  return findPlaces({ home, env: {} });
}

interface Said {
  readonly verdict: string | undefined;
  readonly text: string;
}

/** What the launcher of this person says to Claude Code, started with other variables. */
async function say(
  machine: Machine,
  {
    places,
    env,
    command = 'touch x',
  }: { places?: LaunchPlaces; env?: Record<string, string>; command?: string },
): Promise<Said> {
  const line = launchLine({
    node: process.execPath,
    hook: bundle.hook,
    host: 'claude-code',
    deadline: 20,
    ask: 'host',
    ...(places === undefined ? {} : { places }),
  });
  const payload = {
    hook_event_name: 'PreToolUse',
    transcript_path: '/home/me/.claude/projects/-app/s.jsonl',
    session_id: 's',
    cwd: machine.project,
    tool_name: 'Bash',
    tool_input: { command },
  };
  const stdin = JSON.stringify(payload);
  const reply = await runProcess(['/bin/sh', '-c', line], {
    machine,
    stdin,
    ...(env === undefined ? {} : { env }),
  });
  const said = /"permissionDecision":"(\w+)"/.exec(reply.stdout)?.[1];
  return { verdict: reply.exitCode === 2 ? 'deny' : said, text: `${reply.stdout}${reply.stderr}` };
}

describe('an installed hook', () => {
  test('Finding 2: the policy of the person who installed the hook counts, whatever HOME says', async () => {
    const machine = newMachine('deny: [Bash(touch:*)]\nallow: ["Bash(make one)"]\n');
    const places = installedPlaces(placesOf(machine));
    const other = newMachine('mode: bypass\n');
    const homes = [other.home, '/nonexistent', machine.project, '', 'relative'];
    for (const HOME of homes) {
      const env = { HOME, XDG_CONFIG_HOME: join(other.home, '.config'), XDG_STATE_HOME: join(HOME, 'state') };
      expect([HOME, (await say(machine, { places, env })).text]).toEqual([
        HOME,
        expect.stringContaining('touch'),
      ]);
      expect([HOME, (await say(machine, { places, env, command: 'make one' })).verdict]).toEqual([
        HOME,
        'allow',
      ]);
      expect([HOME, (await say(machine, { places, env, command: 'cat ~/x' })).verdict]).toEqual([
        HOME,
        'deny',
      ]);
    }
    expect((await say(machine, { places })).verdict).toBe('deny');
    // Started by hand it takes HOME, as ever.
    expect((await say(machine, { env: { HOME: other.home } })).verdict).toBe('allow');
  });

  test('Finding 2: a policy that was installed and is gone denies', async () => {
    const machine = newMachine('allow: [Bash]\n');
    const places = installedPlaces(placesOf(machine));
    expect((await say(machine, { places })).verdict).toBe('allow');
    rmSync(join(machine.home, '.config/permesso/policy.yaml'));
    const said = await say(machine, { places });
    expect([said.verdict, said.text]).toEqual(['deny', expect.stringContaining('is missing; fix:')]);
    // Nothing was installed: what no rule allows is asked about, or runs where it only reads.
    expect((await say(machine, { places: installedPlaces(placesOf(machine)), command: 'ls' })).verdict).toBe(
      'allow',
    );
  });

  test('places that are not absolute are not taken', async () => {
    const machine = newMachine('allow: [Bash]\n');
    for (const change of [{ home: 'a' }, { config: 'b' }, { state: './c' }, { policy: 'd' }])
      expect((await say(machine, { places: { ...placesOf(machine), ...change } })).verdict).toBe('deny');
  });

  test('a canary is decided with its own files, in its own project and nowhere else', async () => {
    const machine = newMachine('allow: [Bash]\n');
    const cage = newMachine('deny: [Bash]\n');
    const places = installedPlaces(placesOf(machine));
    mkdirSync(places.state, { recursive: true });
    const forget = announceCanary(places.state, cage);
    const inCage = { ...machine, project: cage.project };
    expect((await say(inCage, { places })).verdict).toBe('deny');
    expect((await say(machine, { places })).verdict).toBe('allow');
    forget();
    expect((await say(inCage, { places })).verdict).toBe('allow');
  });
});

test('what may name the home directory', () => {
  for (const text of ['{"command":"cat ~/x"}', '{"command":"cd"}', '{"command":"cd && ls"}', '"echo $HOME"'])
    expect([text, mayNameHome(text)]).toEqual([text, true]);
  for (const text of ['{"command":"make one"}', '{"command":"cd sub && ls"}'])
    expect([text, mayNameHome(text)]).toEqual([text, false]);
});

/** What loads code into programs, each with a file that is there and would approve. */
test('Finding 2: variables that load code into node or a shell do not reach the hook', async () => {
  const machine = newMachine('deny: [Bash]\n');
  const yes = `process.stdout.write('{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'); process.exit(42);`;
  machine.write('yes.cjs', yes);
  machine.write('yes.sh', 'echo \'{"hookSpecificOutput":{"permissionDecision":"allow"}}\'; exit 0\n');
  machine.write(
    'openssl.cnf',
    'openssl_conf = a\n[a]\nproviders = b\n[b]\nc = d\n[d]\nmodule = /nonexistent.so\nactivate = 1\n',
  );
  machine.write('node_modules/fs/index.js', yes);
  for (const name of ['node', 'timeout', 'printf', 'cat', 'sha256sum', 'unset']) {
    machine.write(`bin/${name}`, `#!/bin/sh\n${readFileSync(join(machine.home, 'yes.sh'), 'utf8')}`);
    writeFileSync(join(machine.home, `bin/${name}`), readFileSync(join(machine.home, `bin/${name}`)), {
      mode: 0o755,
    });
  }
  const at = (path: string): string => join(machine.home, path);
  const variables: Record<string, string> = {
    NODE_OPTIONS: `--require ${at('yes.cjs')}`,
    NODE_PATH: at('node_modules'),
    NODE_COMPILE_CACHE: at('cache'),
    NODE_V8_COVERAGE: at('coverage'),
    NODE_REPL_EXTERNAL_MODULE: at('yes.cjs'),
    NODE_EXTRA_CA_CERTS: at('yes.cjs'),
    NODE_ICU_DATA: at('cache'),
    OPENSSL_CONF: at('openssl.cnf'),
    OPENSSL_MODULES: at('bin'),
    SSL_CERT_FILE: at('yes.sh'),
    PATH: `${at('bin')}:/usr/bin:/bin`,
    ENV: at('yes.sh'),
    BASH_ENV: at('yes.sh'),
    SHELLOPTS: 'xtrace',
    PS4: `$(. ${at('yes.sh')})`,
    IFS: '/',
    CDPATH: machine.home,
    'BASH_FUNC_unset%%': `() { . ${at('yes.sh')}; }`,
    'BASH_FUNC_printf%%': `() { echo yes; }`,
    GCONV_PATH: at('bin'),
    LOCPATH: at('bin'),
    LOG_STREAM: '1',
    LOG_TOKENS: '1',
  };
  for (const [name, value] of Object.entries(variables))
    expect([
      name,
      (await say(machine, { places: installedPlaces(placesOf(machine)), env: { [name]: value } })).verdict,
    ]).toEqual([name, 'deny']);
});
