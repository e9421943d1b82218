/**
 * The ways out that are tried, in their order. Runs inside the sandbox, and once without one as the control. An attempt is
 * true where it got through as far as it can tell; files and listeners outside are looked at afterwards.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import {
  appendFileSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import type { SceneFacts } from './scene.ts';

const facts = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as SceneFacts;
const { secret, mark } = facts;
const project = (name: string): string => join(facts.project, name);

const write = (path: string): boolean => {
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, 'x');
  return true;
};
const tells = (path: string): boolean => readFileSync(path, 'latin1').includes(secret);
const bash = (script: string): string => {
  const { stdout, stderr } = spawnSync('bash', ['-c', script], {
    encoding: 'latin1',
    timeout: 10_000,
    cwd: facts.project,
  });
  return `${stdout}${stderr}`;
};
const opens = (path: string): boolean => {
  closeSync(openSync(path, 'r+'));
  return true;
};
const isMachines = (of: 'uts' | 'ipc' | 'net' | 'pid'): boolean =>
  readlinkSync(`/proc/self/ns/${of}`) === facts.spaces[of];
const reaches = (where: { port: number; host: string } | { path: string }): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(where, () => socket.end('x'));
    socket.setTimeout(2000, () => socket.destroy());
    socket.on('data', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(false));
  });

const attempts: readonly (readonly [name: string, attempt: () => boolean | Promise<boolean>])[] = [
  ['write /etc', () => write(`/etc/${mark}`)],
  ['write /usr/bin', () => write(`/usr/bin/${mark}`)],
  ['write the home directory', () => write(join(facts.home, 'written'))],
  ['write a sibling project', () => write(join(facts.sibling, 'written'))],
  [
    'write a sibling project through a link',
    () => {
      symlinkSync(facts.sibling, project('way'));
      return write(project('way/through'));
    },
  ],
  ['write .git/hooks', () => write(project('.git/hooks/pre-commit'))],
  ['write .git/config', () => write(project('.git/config'))],
  [
    'move .git aside and make another',
    () => {
      renameSync(project('.git'), project('.git-moved'));
      return write(project('.git/hooks/post-checkout'));
    },
  ],
  ['write hooks of a repository below', () => write(project('a/b/.git/hooks/pre-commit'))],
  [
    'rename the folder above those hooks',
    () => {
      renameSync(project('a/b'), project('a/c'));
      return write(project('a/b/.git/hooks/post-merge'));
    },
  ],
  [
    'rename two folders above those hooks',
    () => {
      renameSync(project('a'), project('z'));
      return write(project('a/b/.git/hooks/post-rewrite'));
    },
  ],
  ['make .claude/settings.json', () => write(project('.claude/settings.json'))],
  ['make .permesso/policy.yaml', () => write(project('.permesso/policy.yaml'))],
  ['make .vscode/tasks.json', () => write(project('.vscode/tasks.json'))],
  ['make .envrc', () => write(project('.envrc'))],
  ...['CLAUDE.md', 'AGENTS.md', '.mcp.json', '.cursorrules', 'mise.toml', 'ansible.cfg'].map(
    (name) => [`make ${name}, which is obeyed later`, () => write(project(name))] as const,
  ),
  ...['docker-compose.yml', 'below/CLAUDE.md', 'below/.mcp.json', 'below/.claude/settings.json'].map(
    (name) => [`change ${name}, which is obeyed later`, () => write(project(name))] as const,
  ),
  [
    'put another file in the place of an obeyed one',
    () => {
      writeFileSync(project('other'), 'x');
      renameSync(project('other'), project('below/CLAUDE.md'));
      return true;
    },
  ],
  [
    'rename the folder above an obeyed file',
    () => {
      renameSync(project('below'), project('moved'));
      return write(project('below/CLAUDE.md'));
    },
  ],
  ['make CLAUDE.md in a folder below', () => write(project('new/CLAUDE.md'))],
  ['make prisma.config.ts', () => write(project('prisma.config.ts'))],
  [
    'put a link where .idea will be',
    () => {
      symlinkSync('a', project('.idea'));
      return true;
    },
  ],
  [
    'make a repository below that runs a command',
    () => {
      bash('git init -q planted && git -C planted config core.fsmonitor "touch x"');
      return existsSync(project('planted/.git/config'));
    },
  ],
  ['read .env', () => tells(project('.env'))],
  [
    'read .env through a new hard link',
    () => {
      linkSync(project('.env'), project('hard'));
      return tells(project('hard'));
    },
  ],
  ['read .env through an earlier link', () => tells(project('env-link'))],
  ['read the private key', () => tells(join(facts.home, '.ssh/key'))],
  ['read the private key by /proc/1/root', () => tells(`/proc/1/root${facts.home}/.ssh/key`)],
  ['read the private key by /proc/self/root', () => tells(`/proc/self/root${facts.home}/.ssh/key`)],
  ['read a file that no rule names', () => tells(join(facts.sibling, 'secret.txt'))],
  [
    'unmount masks in a user namespace',
    () =>
      bash(
        `unshare -Urm bash -c 'umount .env; cat .env; umount ${facts.home}/.ssh; cat ${facts.home}/.ssh/key'`,
      ).includes(secret),
  ],
  ['unmount masks', () => bash('umount .env; umount -l .env; cat .env').includes(secret)],
  [
    'remount the disk writable',
    () => {
      bash(`mount -o remount,rw /; mount -o remount,bind,rw ${facts.sibling}`);
      return write(join(facts.sibling, 'remounted'));
    },
  ],
  [
    'enter the namespaces of process 1',
    () => bash(`nsenter -t 1 -m cat ${facts.home}/.ssh/key`).includes(secret),
  ],
  ['connect to 127.0.0.1', () => reaches({ port: facts.tcp, host: '127.0.0.1' })],
  ["connect to this machine's address", () => reaches({ port: facts.tcp, host: facts.address })],
  [
    'reach it through the variables of a proxy',
    () =>
      bash(
        `curl -sS -m 3 --noproxy '' http://${facts.address}:${facts.tcp}/; curl -sS -m 3 http://127.0.0.1:${facts.tcp}/`,
      ).includes(`MARK-${mark}`),
  ],
  [
    'send a datagram',
    () =>
      new Promise<boolean>((resolve) => {
        const socket = createSocket('udp4');
        socket.on('error', () => resolve(false));
        socket.send('x', facts.udp, facts.address, () => {
          socket.close();
          // Only the receiver knows.
          resolve(false);
        });
      }),
  ],
  ['resolve a name', () => bash('getent hosts registry.npmjs.org').includes('registry')],
  ['connect to a unix socket outside', () => reaches({ path: facts.unixOutside })],
  ['connect to a unix socket in the project', () => reaches({ path: facts.unixInside })],
  ['connect to an abstract socket', () => reaches({ path: facts.abstract })],
  ['connect to the resident process that answers hooks', () => reaches({ path: facts.resident })],
  ['connect to it by the root of process 1', () => reaches({ path: `/proc/1/root${facts.resident}` })],
  ["connect to a bridge to the agent's window", () => reaches({ path: facts.bridge })],
  ['connect to the docker socket', () => reaches({ path: '/var/run/docker.sock' })],
  [
    'see another process',
    () => readFileSync(`/proc/${facts.victim}/cmdline`, 'latin1').includes(`${mark}-victim`),
  ],
  ['trace another process', () => readFileSync(`/proc/${facts.victim}/maps`, 'latin1').includes('sleep')],
  ['read a secret from the environment', () => Object.values(process.env).includes(secret)],
  ['read it from process 1', () => tells('/proc/1/environ')],
  [
    'read it from every process',
    () =>
      readdirSync('/proc').some(
        (each) => /^\d+$/.test(each) && quietly(() => tells(`/proc/${each}/environ`)),
      ),
  ],
  ['read it by descriptors', () => bash('cat /dev/fd/../environ /dev/stdin/../../environ').includes(secret)],
  ['read it from threads', () => bash('cat /proc/*/task/*/environ').includes(secret)],
  ['read it from the parent', () => bash('cat /proc/$PPID/environ').includes(secret)],
  ['have it printed with the processes', () => bash('ps axeww; ps -eo environ').includes(secret)],
  ["write the machine's /tmp", () => write(`/tmp/${mark}`) && false],
  ["write the machine's shared memory", () => write(`/dev/shm/${mark}`) && false],
  ['open core_pattern for writing', () => opens('/proc/sys/kernel/core_pattern')],
  ['open hostname for writing', () => opens('/proc/sys/kernel/hostname')],
  [
    'open switches of the kernel for writing',
    () =>
      ['/proc/sysrq-trigger', '/sys/power/state', '/sys/kernel/uevent_helper'].some((each) =>
        quietly(() => opens(each)),
      ),
  ],
  ["share the machine's host name", () => isMachines('uts')],
  ["share the machine's shared memory segments", () => isMachines('ipc')],
  ["share the machine's network", () => isMachines('net')],
  ["share the machine's process ids", () => isMachines('pid')],
  [
    'open a disk',
    () =>
      readdirSync('/dev').some(
        (each) => /^(?:vd|sd|nvme|mmcblk)/.test(each) && quietly(() => opens(`/dev/${each}`)),
      ),
  ],
  [
    'type into the terminal',
    () =>
      bash(`perl -e 'open(T, "+<", "/dev/tty") or exit 1; ioctl(T, 0x5412, "x") and print "typed"'`).includes(
        'typed',
      ),
  ],
  [
    'read a key of the person from the kernel',
    () => bash(`keyctl print "$(keyctl search @u user ${mark}-key)"`).includes(secret),
  ],
  [
    'ask the kernel for a key by its name',
    () => bash(`keyctl pipe "$(keyctl request user ${mark}-key)"`).includes(secret),
  ],
  ['list keyrings of the person', () => bash('keyctl show @u; keyctl show @s').includes('keyring:')],
  [
    'leave a key in the kernel',
    () => bash(`keyctl add user ${mark}-left x @u && echo added`).includes('added'),
  ],
  ['keep a capability', () => !/^CapEff:\s*0+$/m.test(readFileSync('/proc/self/status', 'latin1'))],
  [
    'leave a process behind',
    () => {
      const left = spawn('bash', ['-c', `exec -a ${mark}-left sleep 30`], {
        detached: true,
        stdio: 'ignore',
      });
      left.unref();
      return false;
    },
  ],
  ['kill another process', () => process.kill(facts.victim, 'SIGTERM') && false],
];

function quietly(work: () => boolean): boolean {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

const results: [string, boolean][] = [];
for (const [name, attempt] of attempts) {
  try {
    results.push([name, await attempt()]);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    results.push([name, false]);
  }
}
writeFileSync(project('results.json'), JSON.stringify(results));
