import { expect, it } from 'vitest';
import { planProblem, type Expected } from './check-plan.ts';
import { planArgs, readPlan, type Plan } from './plan.ts';

const expected: Expected = {
  writable: ['/p'],
  readOnly: ['/p/.git'],
  hidden: ['/p/.env', '/home/me/.ssh'],
  runFolder: '/run/me',
  filter: '/opt/engine/apply-seccomp',
};

const good =
  "bwrap --new-session --die-with-parent --unshare-net --bind /run/me/http.sock /run/me/http.sock --ro-bind / / --bind /p /p --tmpfs /home/me/.ssh --ro-bind /dev/null /p/.env --ro-bind /p/.git /p/.git --dev /dev --unshare-pid --unshare-user --cap-drop ALL --proc /proc -- /bin/bash -c '/opt/engine/apply-seccomp /bin/bash -c true'";

const read = (line: string): Plan | undefined => readPlan(line, { bubblewrap: '/usr/bin/bwrap' });

function problem(line: string): string | undefined {
  const plan = read(line);
  return plan === undefined ? 'unreadable' : planProblem(plan, expected);
}

it('accepts the plan that says what the profile says', () => {
  expect(problem(good)).toBeUndefined();
});

it('a fresh /dev hides the devices of the machine, and nothing that bubblewrap puts there', () => {
  const plan = read(good);
  const hiding = (path: string) =>
    plan && planProblem(plan, { ...expected, hidden: [...expected.hidden, path] });
  expect(hiding('/dev/loop-control')).toBeUndefined();
  expect(hiding('/dev/disk/by-id/x')).toBeUndefined();
  expect(hiding('/dev/tty')).toBe("/dev/tty stays readable in the engine's plan");
});

it.each([
  ['--unshare-net ', '', 'the engine left out --unshare-net'],
  ['--unshare-pid ', '', 'the engine left out --unshare-pid'],
  ['--new-session ', '', 'the engine left out --new-session'],
  ['--die-with-parent ', '', 'the engine left out --die-with-parent'],
  ['--cap-drop ALL ', '', 'the engine left out --cap-drop ALL'],
  ['--proc /proc ', '', 'the engine left out --proc /proc'],
  ['--ro-bind / / ', '', 'the engine did not start from a read-only disk'],
  ['--ro-bind / / ', '--bind / / ', 'the engine did not start from a read-only disk'],
  [
    '--bind /p /p',
    '--bind /p /p --bind /home/me/.npm /home/me/.npm',
    'the engine made /home/me/.npm writable',
  ],
  ['--bind /p /p', '--bind /p /p --bind /p /etc', 'the engine put /p at /etc'],
  ['--bind /p /p', '--bind /p /p --ro-bind /home/me/.ssh /p/keys', 'the engine put /home/me/.ssh at /p/keys'],
  ['--bind /p /p', '--bind /p /p --bind /run/me /run/me', 'the engine made /run/me writable'],
  ['--bind /p /p', '--bind /p2 /p2', 'the engine made /p2 writable'],
  ['--bind /p /p ', '', "/p is not writable in the engine's plan"],
  ['--ro-bind /p/.git /p/.git ', '', "/p/.git stays writable in the engine's plan"],
  ['--dev /dev', '--bind /p /p --dev /dev', "/p/.git stays writable in the engine's plan"],
  ['--ro-bind /dev/null /p/.env ', '', "/p/.env stays readable in the engine's plan"],
  [
    '--tmpfs /home/me/.ssh',
    '--ro-bind /home/me/.ssh /home/me/.ssh',
    "/home/me/.ssh stays readable in the engine's plan",
  ],
  ['/opt/engine/apply-seccomp /bin', '/bin', 'the engine left out its filter of system calls'],
  ['--dev /dev', '--dev-bind /dev /dev', 'unreadable'],
  ['--cap-drop ALL', '--cap-drop ALL --cap-add CAP_SYS_ADMIN', 'unreadable'],
  ['--unshare-net', '--unshare-net --share-net', 'unreadable'],
  ['bwrap', 'env bwrap', 'unreadable'],
  [' -- ', ' ', 'unreadable'],
])('refuses a plan with %j instead as %j', (from, to, why) => {
  expect(good).toContain(from);
  expect(problem(good.replace(from, to))).toBe(why);
});

it('reads a plan whose mounts are in a file', () => {
  const [before = '', rest = ''] = good.split('--ro-bind / / ');
  const [mounts = '', after = ''] = rest.split(' --dev /dev');
  const line = `/bin/sh -c 'exec 9<"$1" && shift && exec "$@"' srt-args /proc/7/fd/21 ${before}--args 9 --dev /dev${after}`;
  const plan = readPlan(line, {
    bubblewrap: '/usr/bin/bwrap',
    readFile: () => ['--ro-bind', '/', '/', ...mounts.split(' ')].map((word) => `${word}\0`).join(''),
  });
  expect(plan).toEqual(read(good));
});

it('adds only separation, a filter of system calls, the scratch directory and a report', () => {
  const plan = read('bwrap --ro-bind / / --bind /p /p -- /bin/bash -c true');
  expect(
    plan && planArgs(plan, { cwd: '/p', scratchAtTmp: '/s', temporary: '/tmp', reportOn: 3, filterOn: 4 }),
  ).toEqual(
    '--json-status-fd 3 --add-seccomp-fd 4 --unshare-ipc --unshare-uts --ro-bind / / --bind /s /tmp --bind /p /p --setenv TMPDIR /tmp --chdir /p -- /bin/bash -c true'.split(
      ' ',
    ),
  );
});
