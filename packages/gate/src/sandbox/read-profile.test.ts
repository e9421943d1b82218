import { expect, it } from 'vitest';
import { sandboxEnvironment } from './environment.ts';
import { profileDigest, readProfile, type SandboxProfile } from './read-profile.ts';
import { readReport } from './report.ts';

const profile: SandboxProfile = {
  writable: ['/p'],
  readOnly: ['/p/.git'],
  hidden: ['/p/.env'],
  hosts: ['registry.npmjs.org'],
  environment: ['PATH'],
};

it('reads a profile that is whole', () => {
  expect(readProfile(structuredClone(profile))).toEqual(profile);
});

it.each<[string, unknown]>([
  ['nothing', undefined],
  ['a text', 'all'],
  ['no list of hidden files', { ...profile, hidden: undefined }],
  ['a number among the hosts', { ...profile, hosts: [1] }],
  ['a relative path', { ...profile, readOnly: ['.git'] }],
  ['a path that climbs', { ...profile, writable: ['/p/../etc'] }],
  ['a path with a slash at its end', { ...profile, hidden: ['/p/.env/'] }],
  ['the whole disk', { ...profile, writable: ['/'] }],
  ['a NUL byte', { ...profile, hidden: ['/p/a\0b'] }],
])('refuses %s', (_, value) => {
  expect(() => readProfile(value)).toThrow('This sandbox profile cannot be used');
});

it('has one digest for the same sets, and another for each change', () => {
  const digests = [
    profile,
    { ...profile, writable: ['/p', '/q'] },
    { ...profile, readOnly: [] },
    { ...profile, hidden: [] },
    { ...profile, hosts: [] },
    { ...profile, environment: [] },
    { ...profile, hosts: ['PATH'], environment: ['registry.npmjs.org'] },
  ].map(profileDigest);
  expect(new Set(digests).size).toBe(7);
  expect(profileDigest({ ...profile, environment: ['PATH', 'PATH'] })).toBe(digests[0]);
});

it('keeps the named variables, and never one that makes a shell or the loader run code', () => {
  const from = {
    PATH: '/bin',
    TOKEN: 's',
    BASH_ENV: '/p/rc',
    LD_PRELOAD: '/p/x.so',
    'BASH_FUNC_ls%%': '()',
    A: undefined,
  };
  expect(
    sandboxEnvironment({ kept: Object.keys(from).filter((name) => name !== 'TOKEN'), from, scratch: '/tmp' }),
  ).toEqual({
    PATH: '/bin:/tmp/.local/bin',
    PIP_BREAK_SYSTEM_PACKAGES: '1',
    PYTHONUSERBASE: '/tmp/.local',
    TMPDIR: '/tmp',
    XDG_CACHE_HOME: '/tmp/.cache',
    npm_config_cache: '/tmp/.cache/npm',
    PERMESSO_SANDBOX: '1',
  });
});

it.each([
  ['', {}],
  ['{ "child-pid": 12, "net-namespace": 4 }\n', { childPid: 12 }],
  ['{ "child-pid": 12 }\n{ "exit-code": 0 }\n', { childPid: 12, exitCode: 0 }],
  ['bwrap: No permissions\n', {}],
])('reads from the report %j what was started and how it ended', (text, report) => {
  expect(readReport(text)).toEqual(report);
});
