import { describe, expect, test } from 'vitest';
import { fixedWorld } from '../../../world/fixed-world.ts';
import type { Part } from '../../part.ts';
import { shellParts } from './shell-parts.ts';

const world = fixedWorld({ links: { '/home/dev/project/link': '/bin/rm' } });

/** Names that a command of the text may turn out to be. */
function mayBe(text: string): readonly string[] {
  return shellParts(text, world).flatMap(({ subject }) =>
    subject.kind === 'command'
      ? subject.aliases.flatMap(([name]) => (name?.kind === 'unknown' ? [name.starts] : []))
      : [],
  );
}

describe('a program that is read from standard input may run what it says', () => {
  test.each([
    ['python3 - <<E\nimport os\nos.system("rm b")\nE', 'rm'],
    [`python3 <<< 'import os; os.system("rm b")'`, 'rm'],
    ["make -f - <<< 'x: ; rm b'", 'rm'],
    ["sed -f /dev/stdin f <<< '1e rm b'", ''],
    ['echo "import os" | python3', ''],
    ['node -', ''],
    ["ftp <<< '!rm b'", 'rm'],
    ['uv run python - <<< x', ''],
  ])('%s', (text, name) => {
    expect(mayBe(text)).toContain(name);
  });

  test.each([
    'python3 -m json.tool < a.json',
    "python3 -c 'print(1)'",
    'python3 x.py',
    'gdb -batch -ex bt ./app',
    'node --version',
    "sed -f - f <<< 's/a/b/'",
  ])('%s says nothing there', (text) => {
    expect(mayBe(text)).not.toContain('');
  });
});

describe('a program under another name', () => {
  test.each([
    'ln -s /bin/rm x; ./x b',
    'cp /bin/rm /tmp/x && /tmp/x b',
    'cat /bin/rm > x; chmod +x x; ./x b',
    'dd if=/bin/rm of=x; ./x b',
    './link b',
  ])('%s may be rm', (text) => {
    expect(mayBe(text)).toContain('rm');
  });

  test('a script that is written is not what it was made of elsewhere', () => {
    expect(mayBe('cp /bin/rm y; ./x b')).not.toContain('rm');
  });
});

function hosts(parts: readonly Part[]): readonly string[] {
  return parts.flatMap(({ accesses }) =>
    accesses.flatMap((access) => (access.kind === 'network' && access.url.known ? [access.url.host] : [])),
  );
}

test.each([
  ['https_proxy=http://h.example:3128 curl https://ok.example', 'h.example'],
  ['http_proxy=h.example:3128 curl ok.example', 'h.example'],
  ['export GOPROXY=https://h.example,direct; go get x', 'h.example'],
  ['DOCKER_HOST=tcp://h.example docker ps', 'h.example'],
  ['docker run h.example/a', 'h.example'],
  ['gh pr list -R h.example/a/b', 'h.example'],
  ['npx -y https://h.example/x.tgz', 'h.example'],
  ['psql "host=h.example dbname=x"', 'h.example'],
  ['mount -t nfs h.example:/x /mnt', 'h.example'],
])('`%s` reaches %s', (text, host) => {
  expect(hosts(shellParts(text, world))).toContain(host);
});

test('a pattern of curl may become any host', () => {
  const [part] = shellParts("curl 'https://{ok,h}.example/'", world);
  expect(part.accesses.some((access) => access.kind === 'network' && !access.url.known)).toBe(true);
});

test('where edits are accepted, a redirection to a pattern is none: the name may be a link that leads out', () => {
  const inside = (text: string): readonly boolean[] =>
    shellParts(text, world)
      .filter(({ kind }) => kind === 'write')
      .map(({ insideEdit }) => insideEdit);
  expect(inside('echo y > *.txt')).toEqual([false]);
  expect(inside('echo y > a.txt')).toEqual([true]);
});

test('a counter is one word without quotes, as long as nothing but numbers is put into it', () => {
  const reads = (text: string): boolean => shellParts(text, world).every(({ readOnly }) => readOnly);
  expect(reads('i=0; while [ $i -lt 3 ]; do echo $i; i=$((i+1)); done')).toBe(true);
  expect(reads('while [ $i -lt 3 ]; do echo $i; i=$((i+1)); done')).toBe(false);
  expect(reads('i=0; read i; [ $i -lt 3 ]')).toBe(false);
  expect(reads('i=0; i=$X; [ $i -lt 3 ]')).toBe(false);
});

test('rust-toolchain.toml may name the cargo that answers', () => {
  const file = '/home/dev/project/rust-toolchain.toml';
  const reads = (text: string): boolean =>
    shellParts(
      'cargo --version',
      fixedWorld({ entry: (path) => ({ is: path === file ? 'file' : 'missing' }), text: () => text }),
    )[0].readOnly;
  expect(reads('[toolchain]\nchannel = "1.80"\n')).toBe(true);
  expect(reads('[toolchain]\npath = "/proc/self/cwd/tc"\n')).toBe(false);
});
