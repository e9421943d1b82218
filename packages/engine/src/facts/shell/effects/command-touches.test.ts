import { describe, expect, test } from 'vitest';
import { fixedWorld } from '../../../world/fixed-world.ts';
import type { Part } from '../../part.ts';
import { shellParts } from './shell-parts.ts';

const world = fixedWorld({ links: { '/home/dev/project/out': '/tmp/out' } });

function parts(text: string): readonly Part[] {
  return shellParts(text, world);
}

/** What the first part touches: `read /a`, `write ?`. */
function touched(text: string): string {
  return (parts(text)[0]?.accesses ?? [])
    .flatMap((access) =>
      'path' in access ? [`${access.kind} ${access.path.known ? access.path.written : '?'}`] : [],
    )
    .join(', ');
}

describe('files that a program names', () => {
  const rows: readonly (readonly [command: string, touches: string])[] = [
    [`awk '{print > "/a"}' /x`, 'read ?, write /a, read /x'],
    [`awk '{print > "/a"; print >> "/b"}' /x`, 'read ?, write /a, write /b, read /x'],
    [`awk '{print > "/a"; print > f}' /x`, 'read ?, write ?, read /x'],
    [`awk '{print $1}' /x`, 'read /x'],
    [`sed 'w /a' /x`, 'read ?, write /a, read /x'],
    [`sed 's/b/c/gw /a' /x`, 'read ?, write /a, read /x'],
    [`sed 'w /a\nw /b' /x`, 'read ?, write ?, read /x'],
    [`sed -n 5p /x`, 'read /x'],
  ];
  test.each(rows)('`%s`: %s', (command, touches) => {
    expect(touched(command)).toBe(touches);
  });

  test('finding the name takes no longer for a longer program', () => {
    const long = `sed '${'1'.repeat(30_000)}w /a' /x`;
    const start = process.cpuUsage();
    parts(long);
    parts(`awk '{print >${' '.repeat(30_000)}"a"}'`);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(2000);
  });
});

describe('a pattern below the home directory', () => {
  const rows: readonly (readonly [command: string, code: string | undefined])[] = [
    ['cat ~/.ssh/*', 'ssh'],
    ['cat "$HOME"/.ssh/id_*', 'ssh'],
    ['cat ~/.ss*/id_rsa', 'ssh'],
    ['cat ~dev/.ssh/id_rsa', 'ssh'],
    ['cat ~/notes/*.md', undefined],
    ['HOME=/x; cat ~/notes/*.md', undefined],
  ];
  test.each(rows)('`%s`: %s', (command, code) => {
    const check = parts(command).at(-1)?.check;
    expect(check !== undefined && 'code' in check ? check.code : undefined).toBe(code);
  });
});

describe('files that an archive or a patch names', () => {
  const rows: readonly (readonly [command: string, unpacks: boolean])[] = [
    ['tar xf a.tar', true],
    ['tar -xzf a.tgz', true],
    ['tar tf a.tar', false],
    ['tar czf a.tgz src', false],
    ['unzip a.zip', true],
    ['unzip -l a.zip', false],
    ['patch -p1 -i a.diff', true],
    ['git apply a.patch', true],
    ['git apply --check a.patch', false],
    ['git am a.mbox', true],
    ['cpio -id', true],
  ];
  test.each(rows)('`%s`: %s', (command, unpacks) => {
    const below = (parts(command)[0]?.accesses ?? []).filter(
      (access) => access.kind === 'write' && access.perhaps === true && access.path.recursive === true,
    );
    expect(below.length > 0).toBe(unpacks);
  });
});

describe('removing by a pattern', () => {
  const rows: readonly (readonly [command: string, inside: boolean])[] = [
    ['rm dist/*.map', true],
    ['rm -rf dist/*', true],
    ['rm ./*.log', true],
    ['rm packages/*/x.map', false],
    ['rm dist/.*', false],
    ['rm out/*.map', false],
    ['rm ../x/*.map', false],
    ['rm /tmp/*.map', false],
    ['touch dist/*.map', false],
    ['cp src/*.ts dist/', false],
    ['mv dist d2; rm d2/*.map', false],
  ];
  test.each(rows)('`%s` stays inside: %s', (command, inside) => {
    expect(parts(command).at(-1)?.insideEdit).toBe(inside);
  });
});

test('a process substitution is a pipe, not a file', () => {
  expect(touched('diff <(sort a) <(sort b)')).toBe('');
});

test('what only lists names reads nothing below', () => {
  const [part] = parts('find src -name x');
  expect(part?.accesses.map((access) => 'path' in access && access.path.recursive)).toEqual([false]);
});

describe('files that a command names, and nobody knows what for', () => {
  const rows: readonly (readonly [command: string, perhaps: string])[] = [
    ['mytool /a', 'read /a'],
    ['mytool --in=/a', 'read /a'],
    ['mytool host:/a', 'read /home/dev/project/host:/a, read /a'],
    ['mytool -o/a', 'read /a, write /a'],
    ['mytool --output /a', 'read /a, write /a'],
    ['mytool plain words', ''],
    ['mytool https://a.example/x', ''],
    ['git add /a', 'read /a'],
    ['git commit -m /a', ''],
    ['cat /a', ''],
    ['echo /a', ''],
    ['cd "$X" && mytool ./a', ''],
  ];
  test.each(rows)('`%s`: %s', (command, perhaps) => {
    const accesses = parts(command).at(-1)?.accesses ?? [];
    const shown = accesses.flatMap((access) =>
      'perhaps' in access && 'path' in access && access.path.known
        ? [`${access.kind} ${access.path.written}`]
        : [],
    );
    expect(shown.join(', ')).toBe(perhaps);
  });

  test('a thousand of them take no longer than a few', () => {
    const start = process.cpuUsage();
    const [part] = parts(`mytool ${'/a/b '.repeat(5000)}`);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(2000);
    expect(part?.accesses.length).toBeLessThanOrEqual(64);
  });
});

describe('hosts that a command names, and nobody knows what for', () => {
  const rows: readonly (readonly [command: string, hosts: string])[] = [
    ['twine upload --repository-url https://a.example/x', 'a.example'],
    ['mytool --url=https://A.example./x', 'a.example'],
    ['pip install git+https://a.example/x', 'a.example'],
    ['docker build a.example/x', 'a.example'],
    ['go install a.example/x@latest', 'a.example'],
    ['lynx -dump https://a.example', 'a.example'],
    ['npm test', ''],
    ['git commit -m https://a.example', ''],
    ['echo https://a.example', ''],
    ['mytool src/a.ts', ''],
  ];
  test.each(rows)('`%s`: %s', (command, hosts) => {
    const accesses = parts(command)[0]?.accesses ?? [];
    const shown = accesses.flatMap((access) =>
      access.kind === 'network' && 'perhaps' in access && access.url.known ? [access.url.host] : [],
    );
    expect(shown.join(', ')).toBe(hosts);
  });
});

test('what find hands to another command is read', () => {
  const [find] = parts('find src -type f -exec cat {} +');
  expect(find?.accesses.map((access) => 'path' in access && access.path.recursive)).toEqual([true]);
});
