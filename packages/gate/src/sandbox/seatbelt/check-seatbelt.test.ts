import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { closingStatements, seatbeltProblem, type SeatbeltDemand } from './check-seatbelt.ts';
import { readSeatbelt } from './read-seatbelt.ts';

const place = realpathSync.native(mkdtempSync(join(tmpdir(), 'permesso-seatbelt-')));
afterAll(() => rmSync(place, { recursive: true, force: true, maxRetries: 20 }));
const project = join(place, 'project');
const runFolder = join(place, 'run');
for (const each of ['project/.git/hooks', 'project/.vscode', 'scratch', 'run'])
  mkdirSync(join(place, each), { recursive: true });

const command = "echo 'hi'";
const demand: SeatbeltDemand = {
  writable: [project, join(place, 'scratch')],
  readOnly: [join(project, '.git'), join(project, '.vscode/tasks.json'), join(project, 'a.txt')],
  hidden: [join(project, 'secrets/.env'), join(place, 'home-key')],
  hasHosts: false,
  runFolder,
};

/** What the installed engine writes on macOS for our plan. */
function engineLine(hosts: readonly string[]): string {
  const literal = (path: string): object => ({ path, literal: true });
  const config = {
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem: {
      allowWrite: demand.writable.map(literal),
      denyWrite: [...demand.readOnly, '/tmp/claude'].map(literal),
      denyRead: demand.hidden.map(literal),
    },
  };
  const base = { network: config.network, filesystem: { denyRead: [], allowWrite: [], denyWrite: [] } };
  const main = join(
    dirname(createRequire(import.meta.url).resolve('@anthropic-ai/sandbox-runtime/package.json')),
    'dist/index.js',
  );
  const program = `
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    const { SandboxManager: engine } = await import(${JSON.stringify(main)});
    const id = 'an-id-that-nobody-would-guess';
    if (${hosts.length > 0}) {
      await engine.initialize(${JSON.stringify(base)});
      engine.registerCommandNetworkLists(id, { allowedDomains: ${JSON.stringify(hosts)} });
    }
    const line = await engine.wrapWithSandbox(${JSON.stringify(command)}, '/bin/bash', ${JSON.stringify(config)}, undefined, { commandId: id });
    process.stdout.write(line, () => process.exit(0));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    cwd: runFolder,
    env: { PATH: '/usr/bin:/bin', HOME: runFolder, TMPDIR: runFolder },
  });
  expect(stderr).toBe('');
  return stdout;
}

const lines = { alone: engineLine([]), hosts: engineLine(['registry.npmjs.org']) };

function problem(line: string, hasHosts: boolean): string | undefined {
  const plan = readSeatbelt(line, { shell: '/bin/bash', command });
  return plan === undefined ? 'unreadable' : seatbeltProblem(plan, { ...demand, hasHosts });
}

it('accepts what the engine writes on macOS for our plan, alone and with hosts', () => {
  expect([problem(lines.alone, false), problem(lines.hosts, true)]).toEqual([undefined, undefined]);
});

it('a profile for hosts is no profile for a command without them, and the other way round', () => {
  expect([problem(lines.hosts, false), problem(lines.alone, true)]).toEqual([
    expect.stringMatching(/^the engine set the variable/),
    'the engine opened more than its proxy',
  ]);
});

const q = JSON.stringify;
const grants = 'the engine grants something else than it did when its profile was read';
const strange = 'the engine wrote a statement about files of an unknown form';
const wide = (path: string): string => `the engine made ${path} writable`;
const last = (statement: string): readonly [string, string] => [
  "' /bin/bash -c",
  `\n${statement}' /bin/bash -c`,
];
const git = join(project, '.git');

describe('refuses a profile in which the engine', () => {
  it.each<readonly [string, readonly [from: string | RegExp, to: string], string]>([
    ['is not asked at all', [/^[^]*$/, command], 'unreadable'],
    ['is asked for another program', ['/usr/bin/sandbox-exec', '/usr/local/bin/sandbox-exec'], 'unreadable'],
    ['reads the profile from a file', [' -p ', ' -f '], 'unreadable'],
    ['takes a parameter', [' -p ', ' -D X=1 -p '], 'unreadable'],
    ['starts another shell', ["' /bin/bash -c", "' /bin/zsh -c"], 'unreadable'],
    ['starts another command', [/hi'"'"''$/, `hi'"'"'; id'`], 'unreadable'],
    ['starts something behind the command', [/$/, '; id'], 'unreadable'],
    ['sets a variable twice', ['env ', 'env TMPDIR=/x '], 'unreadable'],
    ['sets a variable that runs code', ['env ', 'env BASH_ENV=/x '], 'the engine set the variable BASH_ENV'],
    [
      'loads a library',
      ['env ', 'env DYLD_INSERT_LIBRARIES=/x '],
      'the engine set the variable DYLD_INSERT_LIBRARIES',
    ],
    [
      'sets a proxy without hosts',
      ['env ', 'env HTTPS_PROXY=http://x '],
      'the engine set the variable HTTPS_PROXY',
    ],
    ['leaves a list open', ['(version 1)', '(version 1'], 'unreadable'],
    ['closes one list too many', ['(version 1)', '(version 1))'], 'unreadable'],
    ['writes a text with an escape', ['(subpath "/dev/null")', '(subpath "/dev/nul\\x6c")'], 'unreadable'],
    ['writes a form that nobody knows', last('(allow file-write* #"x")'), 'unreadable'],
    ['uses another version', ['(version 1)', '(version 3)'], 'the engine wrote a profile of another version'],
    [
      'allows by default',
      ['(deny default', '(allow default'],
      'the engine did not start from denying everything',
    ],
    [
      'denies by default only later',
      [
        /\n\(deny default[^\n]*\n([^]*?)\n\(allow process-exec\)/,
        '\n$1\n(allow process-exec)\n(deny default)',
      ],
      'the engine did not start from denying everything',
    ],
    ['allows everything at the end', last('(allow default)'), grants],
    ['imports another profile', last('(import "system.sb")'), grants],
    // A profile is a program: what is in place of the text would be carried out.
    ['allows in a message', last('(deny file-ioctl (with message (allow file-write*)))'), grants],
    [
      'allows in a message of what is known',
      [/\(with message "[^"]*"\)/, '(with message (allow default))'],
      'the engine did not start from denying everything',
    ],
    ['takes a trace', last('(trace "/tmp/x")'), grants],
    [
      'grants a service more',
      [
        '(global-name "com.apple.fonts")',
        '(global-name "com.apple.fonts")\n(global-name "com.apple.coreservices.appleevents")',
      ],
      grants,
    ],
    ['grants events for other programs', last('(allow appleevent-send)'), grants],
    ['opens things with other programs', last('(allow lsopen)'), grants],
    ['lets signals out', ['(allow signal (target same-sandbox))', '(allow signal)'], grants],
    ['leaves a grant out', ['(allow process-fork)\n', ''], grants],
    [
      'starts programs without the profile',
      ['(allow process-exec)', '(allow process-exec (with no-sandbox))'],
      grants,
    ],
    ['makes local sockets', last('(allow system-socket (socket-domain AF_UNIX))'), grants],
    ['opens the network', last('(allow network*)'), 'the engine opened the network'],
    ['opens one host', last('(allow network-outbound (remote ip "*:443"))'), 'the engine opened the network'],
    [
      'opens a local socket',
      last('(allow network-outbound (remote unix-socket (subpath "/var/run")))'),
      'the engine opened the network',
    ],
    ['makes everything writable', last('(allow file-write*)'), strange],
    [
      'makes the home directory writable',
      last('(allow file-write* (subpath "/Users/dev"))'),
      wide('/Users/dev'),
    ],
    ['makes the folder above writable', [`(subpath ${q(project)})`, `(subpath ${q(place)})`], wide(place)],
    ['makes a pattern writable', last('(allow file-write* (regex "^/Users/"))'), strange],
    ['makes all but one place writable', last('(allow file-write* (require-not (subpath "/x")))'), strange],
    ['makes a protected place writable again', last(`(allow file-write* (subpath ${q(git)}))`), wide(git)],
    [
      'makes the project writable again at the end',
      last(`(allow file-write* (subpath ${q(project)}))`),
      `${git} stays writable in the engine's profile`,
    ],
    [
      'lets places be moved again at the end',
      last(`(allow file-write-unlink file-write-create (subpath ${q(project)}))`),
      `${git} stays writable in the engine's profile`,
    ],
    [
      'leaves out a protected place',
      [new RegExp(`\\n  \\(subpath ${q(git)}\\)`, 'g'), ''],
      `${git} stays writable in the engine's profile`,
    ],
    [
      'lets the folder above a protected place be moved',
      [new RegExp(`\\n  \\(literal ${q(join(project, '.vscode'))}\\)`, 'g'), ''],
      `${join(project, '.vscode/tasks.json')} stays writable in the engine's profile`,
    ],
    [
      'leaves out a hidden file',
      [new RegExp(`\\n  \\(subpath ${q(join(place, 'home-key'))}\\)`, 'g'), ''],
      `${join(place, 'home-key')} stays readable in the engine's profile`,
    ],
    [
      'lets a hidden file be moved',
      [/\n; File read: keep[^]*?SBX"\)\)/, ''],
      `${join(project, 'secrets/.env')} stays readable in the engine's profile`,
    ],
    [
      'shows everything again',
      last('(allow file-read*)'),
      `${join(project, 'secrets/.env')} stays readable in the engine's profile`,
    ],
    [
      'shows one place again',
      last(`(allow file-read* (subpath ${q(project)}))`),
      `${join(project, 'secrets/.env')} stays readable in the engine's profile`,
    ],
    ['shows by another operation', last('(allow file-read-data)'), grants],
    ['links by another operation', last('(allow file-link)'), grants],
    [
      'leaves out what is writable',
      [new RegExp(`\\n  \\(subpath ${q(project)}\\)`, 'g'), ''],
      `${project} is not writable in the engine's profile`,
    ],
    [
      'denies under a name that is a pattern',
      last('(deny file-write* (require-any (subpath "/x")))'),
      strange,
    ],
  ])('%s', (_, [from, to], why) => {
    const tampered = lines.alone.replace(from, to);
    expect(tampered).not.toBe(lines.alone);
    expect(problem(tampered, false)).toBe(why);
  });

  it.each<readonly [string, readonly [from: string | RegExp, to: string]]>([
    ['opens another port too', last('(allow network-outbound (remote ip "localhost:22"))')],
    ['opens every port of this machine', [/\(remote ip "localhost:\d+"\)/, '(remote ip "localhost:*")']],
    ['opens every host', [/\(remote ip "localhost:\d+"\)/, '(remote ip "*:*")']],
    ['names another port in the variables', [/(HTTPS_PROXY=\S+localhost:)\d+/, '$11']],
    ['sends its variables to another host', [/(HTTPS_PROXY=\S+@)localhost/, '$1example.com']],
  ])('with hosts %s', (_, [from, to]) => {
    const tampered = lines.hosts.replace(from, to);
    expect(tampered).not.toBe(lines.hosts);
    expect(problem(tampered, true)).toBe('the engine opened more than its proxy');
  });
});

it('adds only denials: of the places of the engine, terminals, the keychain and other programs', () => {
  expect(closingStatements('/run/me').trim().split('\n')).toEqual([
    '(deny file-write* file-write-unlink file-write-create (subpath "/tmp/claude") (subpath "/private/tmp/claude") (subpath "/run/me"))',
    '(deny file-ioctl file-read* file-write* (literal "/dev/tty") (regex "^/dev/ttys"))',
    expect.stringMatching(/^\(deny mach-lookup \(global-name "com\.apple\.SecurityServer"\)/),
    '(deny distributed-notification-post)',
  ]);
});
