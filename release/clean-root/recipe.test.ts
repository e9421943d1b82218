import { expect, test } from 'vitest';
import { readSteps, readUnit, withTarballs } from './recipe.ts';
import { permittedCalls, readCallSets, tracedCalls } from './system-calls.ts';

test('the page has the steps that are run', () => {
  const { install, start, first } = readSteps();
  expect(withTarballs(install, ['/packed/a.tgz', '/packed/b.tgz'])).toMatch(
    / \/packed\/a\.tgz \/packed\/b\.tgz$/m,
  );
  expect(start).toContain('systemctl enable --now permesso');
  expect(first).toContain('permesso admin organisations add');
});

test('a page without them is refused', () => {
  expect(() => readSteps('\n### On Debian, step by step\n```sh\nls\n```\n## Next')).toThrow('4 blocks');
  expect(() => withTarballs('npm install other', ['x'])).toThrow('must install');
});

test('the unit is read', () => {
  expect(readUnit()).toMatchObject({
    execStart: '/opt/permesso/node_modules/.bin/permesso serve',
    environmentFile: '/etc/permesso/server.env',
    stateDirectory: '/var/lib/permesso',
    stopSeconds: 20,
  });
});

const sets = readCallSets(`@default
    # always
    read
    exit

@service
    @io
    reboot

@io
    write
    splice

@privileged
    # may do harm
    reboot
`);

test('a filter permits the sets that it names and those inside of them, without what it takes away', () => {
  expect([...permittedCalls(['@service', '~@privileged'], sets)].toSorted()).toEqual([
    'exit',
    'read',
    'splice',
    'write',
  ]);
  expect([...permittedCalls(['@service'], sets)]).toContain('reboot');
  expect(() => permittedCalls(['@nothing'], sets)).toThrow('no set @nothing');
});

test('calls are found in a trace, also those that were interrupted', () => {
  const trace =
    '12 read(3, "reboot(", 7) = 7\n13 futex(0x1 <unfinished ...>\n12 <... write resumed>) = 1\n12 +++ exited with 0 +++\n12 --- SIGTERM ---\n';
  expect(tracedCalls(trace)).toEqual(['futex', 'read', 'write']);
});
