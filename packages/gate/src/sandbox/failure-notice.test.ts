import { describe, expect, it } from 'vitest';
import { describeLimits, failureNotice } from './failure-notice.ts';
import type { SandboxProfile } from './read-profile.ts';

const profile: SandboxProfile = {
  writable: ['/home/me/project'],
  readOnly: ['/home/me/project/.git'],
  hidden: ['/home/me/project/.env', '/home/me/.ssh'],
  hosts: [],
  environment: [],
};
const open: SandboxProfile = { ...profile, hosts: ['pypi.org'] };
const onlyProject = 'only /home/me/project can be written';

describe.each([
  ['hook', 'PERMESSO_UNSANDBOXED=1'],
  ['library', 'ask the user'],
] as const)('by %s', (by, request) => {
  it.each([
    ['/usr/bin/bash: line 1: /etc/x: Read-only file system', '/etc/x is read-only'],
    ['bash: line 1: /etc/x: Read-only file system', onlyProject],
    ["touch: cannot touch '/usr/local/bin/x': Read-only file system", '/usr/local/bin/x is read-only'],
    ["OSError: [Errno 30] Read-only file system: '/opt/data.json'", '/opt/data.json is read-only'],
    ["Error: EROFS: read-only file system, open '/home/me/.npmrc'", '/home/me/.npmrc is read-only'],
    ['Error: EROFS: read-only file system, open "/etc/x"', onlyProject],
    ["cp: cannot copy '/usr/share/a' to '/etc/b': Read-only file system", '/etc/b is read-only'],
    ['error: could not write config file: Read-only file system', 'a file that it writes is read-only'],
    ['curl: (6) Could not resolve host: example.com', 'no network'],
    ['npm error code EAI_AGAIN', 'no network'],
  ])('says of %j that %s', (printed, what) => {
    const told = failureNotice(`some output\n${printed}\nmore`, { profile, by });
    expect(told).toContain(what);
    expect(told).toContain(request);
  });

  it('names the hosts that can be reached', () => {
    const printed = 'curl: (56) CONNECT tunnel failed, response 403';
    const told = failureNotice(printed, { profile: open, by });
    expect(told).toContain('only pypi.org can be reached');
    expect(told).toContain(request);
  });

  it('names the limits where nobody could read what it printed', () => {
    expect(describeLimits({ profile, by })).toContain(`with no network, where ${onlyProject}`);
    expect(describeLimits({ profile: open, by })).toContain('no host but pypi.org');
  });

  it.each([
    ['cat: .env: Permission denied', '/home/me/project/.env'],
    ["Error: EACCES: permission denied, open '/home/me/project/.env'", '/home/me/project/.env'],
    ["PermissionError: [Errno 13] Permission denied: '/home/me/.ssh'", '/home/me/.ssh'],
  ])('says of %j that the policy hides %s', (printed, path) => {
    const told = failureNotice(`some output\n${printed}\nmore`, { profile, by });
    expect(told).toContain(`the policy hides ${path}: go on without it, or ask the user`);
  });

  it.each([
    'FAIL src/a.test.ts: expected 1 to be 2',
    'AssertionError: 1 != 2',
    'GET /login answered 403',
    'cat: other: Permission denied',
    'cat: notes.txt: Permission denied',
    'sh: ./.envrc: Permission denied',
    'reading .env\ncat: other: Permission denied',
    'make: *** [all] Error 2',
  ])('says nothing about a failure of its own: %s', (printed) => {
    expect(failureNotice(printed, { profile, by })).toBeUndefined();
  });
});
