import { describe, expect, test } from 'vitest';
import { fixedWorld } from '../../../../world/fixed-world.ts';
import type { World } from '../../../../world/world.ts';
import { shellParts } from '../shell-parts.ts';

const plain: Partial<World> = { plainBelow: () => true };
const odd: Partial<World> = { plainBelow: () => false };

function isReading(text: string, about: Partial<World> = plain): boolean {
  return shellParts(text, fixedWorld(about)).every(({ readOnly }) => readOnly);
}

function readBy(text: string, about: Partial<World> = plain): readonly string[] {
  return shellParts(text, fixedWorld(about)).flatMap(({ accesses }) =>
    accesses.flatMap((access) =>
      access.kind === 'read' ? [access.path.known ? access.path.written : (access.path.glob ?? '?')] : [],
    ),
  );
}

describe('a number is not an option and no second word', () => {
  test.each([
    'sort -n src/a | head -n $(nproc)',
    'N=$(nproc); head -n $N src/a',
    'tail -n$(nproc) src/a',
    'seed=3; head --lines $seed src/a',
    'cat src/a; head -n $? src/a',
    'head -n $(gh run list -L1 --json databaseId -q ".[0].databaseId") src/a; true',
  ])('%s', (text) => {
    const head = shellParts(text, fixedWorld(plain)).filter(({ label }) => /^(?:head|tail)/u.test(label));
    expect(head.length).toBeGreaterThan(0);
    expect(head.every(({ readOnly }) => readOnly)).toBe(true);
  });

  test.each([
    'sort $((0-1)) src/a',
    'N=$((1-2)); sort $N src/a',
    'IFS=1; N=$(nproc); sort $N src/a',
    'nproc() { echo -o/etc/x; }; sort $(nproc) src/a',
    'seed=3; ((--seed)); sort $seed src/a',
    'sort $(wc -l src/a) src/b',
    'N=$(nproc); read N; sort $N src/a',
  ])('%s may be more', (text) => expect(isReading(text)).toBe(false));
});

describe('a value that holds no blank stays in the word of its option', () => {
  const effects = (text: string): readonly string[] =>
    shellParts(text, fixedWorld(plain))
      .filter(({ label }) => label.startsWith('go '))
      .flatMap((part) => (part.effects ?? []).map(({ effect }) => effect));

  test.each([
    'go build -ldflags="-X main.v=$(git rev-parse --short HEAD)" ./cmd',
    'go build -ldflags "-s -w -X main.v=$(git describe --tags --always --dirty) -X main.d=$(date -u +%FT%TZ)" ./cmd',
    'V=$(git describe --tags); go build -ldflags "-X main.v=$V" ./cmd',
  ])('%s', (text) => expect(effects(text)).toEqual(['run']));

  test.each([
    'go build -ldflags="-X main.v=$V" ./cmd',
    'go build -ldflags="-X main.v=$(cat v)" ./cmd',
    'go build -ldflags="-extld=$(git describe --tags)" ./cmd',
    'go build -ldflags="-ext$(git describe --tags)" ./cmd',
    'go build "$(git describe --tags)" ./cmd',
    'IFS=-; go build -ldflags="-X main.v=$(git describe --tags)" ./cmd',
    'git() { echo "a -extld=./x"; }; go build -ldflags="-X main.v=$(git describe --tags)" ./cmd',
    'go build -ldflags="-X main.v=$(git describe --contains x; echo a -extld=x)" ./cmd',
    'go build -toolexec="x$(git describe --tags)" ./cmd',
  ])('%s may be more', (text) => expect(effects(text)).toContain('run-other'));
});

describe('jobs of this shell may be ended', () => {
  test.each([
    'sleep 9 & kill $!',
    'sleep 9 & J=$!; kill -TERM $J; wait $J',
    'sleep 9 & kill %1',
    'kill -0 12',
  ])('%s', (text) => expect(isReading(text)).toBe(true));

  test.each([
    'kill $J',
    'kill 12',
    'J=$(nproc); kill $J',
    'sleep 9 & J=$!; J=1; kill $J',
    'sleep 9 & kill -9 -1',
    'sleep 9 & kill $! 1',
    'sleep 9 & J=-1; kill $J',
    'kill $((-1))',
  ])('%s may end others', (text) => expect(isReading(text)).toBe(false));
});

describe('names of files that the text does not spell', () => {
  test.each([
    ['cat $(ls src)', ['/home/dev/project']],
    ['cat "logs/$(ls -t logs | head -1)"', ['/home/dev/project/logs']],
    ['wc -l $(git ls-files src)', ['/home/dev/project/src']],
    ['for f in $(git ls-files src); do wc -l $f; done', ['/home/dev/project/src']],
    ['for f in $(git ls-files src); do wc -l "$f"; done', ['/home/dev/project/src']],
    ['for f in $(fd -e ts . src); do wc -l $f; done', ['/home/dev/project/src']],
    ['wc -l $(git diff --name-only)', ['/home/dev/project']],
    ['for f in src/*.ts; do wc -l $f; done', ['/home/dev/project/src/*.ts']],
    ['for f in src/*.ts; do wc -l < $f; done', ['/home/dev/project/src/*.ts']],
  ])('%s', (text, files) => {
    expect(readBy(text)).toEqual(expect.arrayContaining(files));
    expect(isReading(text)).toBe(true);
    expect(readBy(text, odd)).toContain('?');
  });

  test.each([
    ['touch "src/a b"; for f in src/*; do cat $f; done', 'the text makes an odd name'],
    ['echo x > "src/a b"; cat $(ls src)', 'a redirection does'],
    ['touch "src/a b"; bash -c \'cat $(ls src)\'', 'the text around it does'],
    ['ls() { echo /etc/shadow; }; cat $(ls src)', 'a function has that name'],
    ['cat $(ls ../x)', 'it climbs'],
    ['cat $(cat list)', 'any command may print anything'],
    ['for f in $(cat list); do cat $f; done', 'any command may print anything'],
    ['for f in $(ls ../x); do cat $f; done', 'it climbs'],
    ['for f in $(git ls-files); do cd /etc; cat $f; done', 'the loop goes elsewhere'],
    ['for f in $(git ls-files); do cat /etc/$f; done', 'the name stands behind another directory'],
    ['for f in $(git ls-files); do f=/etc/shadow; cat $f; done', 'the loop gives it another value'],
    ['for f in $(git ls-files); do read f; cat $f; done', 'it reads another value'],
    ['for f in $(git ls-files) /etc/shadow; do cat $f; done', 'there is another value beside them'],
    ['for f in $(git ls-files); do touch "a b"; cat $f; done', 'the loop makes an odd name'],
    ['for f in $(git ls-files); do ln -s /etc x; cat $f; done', 'the loop makes a link'],
    ['IFS=/; for f in $(git ls-files); do cat $f; done', 'words part elsewhere'],
    ['git() { echo /etc/shadow; }; for f in $(git ls-files); do cat $f; done', 'a function has that name'],
    ['for f in $(git -C /etc ls-files); do cat $f; done', 'names of another repository'],
    [
      'GIT_DIR=/x/.git; for f in $(GIT_DIR=/x/.git git ls-files); do cat $f; done',
      'an index of another repository',
    ],
    ['for f in $(git diff --name-only HEAD~3); do cat $f; done', 'names that another commit had'],
    ['for f in $(git diff --name-only --cached); do cat $f; done', 'names that the last commit had'],
    ['for f in $(find src -print0); do cat $f; done', 'names that do not end in lines'],
    ['for f in $(fd -x echo /etc/shadow); do cat $f; done', 'a search that runs something'],
    ['for f in $(rg --pre ./x -l y); do cat $f; done', 'a search that runs something'],
    ['cat "../$(ls src)"', 'the text before it climbs'],
    ['f=/etc/shadow; for f in src/*; do cat $f; done; cat $f', 'the variable has another value too'],
  ])('%s: %s', (text) => expect(readBy(text)).toContain('?'));

  test('a name that was given is printed, also a hidden one', () => {
    const world = fixedWorld({
      ...plain,
      entry: (path) => ({ is: path === '/home/dev/project/.env' ? 'file' : 'directory' }),
      holds: () => [{ name: '.env', is: 'file' }],
    });
    for (const text of ['ls .env | xargs cat', 'cat "$(ls .env)"', 'cat $(ls -d .e*)'])
      expect(shellParts(text, world).some(({ check }) => check.outcome === 'safety')).toBe(true);
  });
});

describe('the root of the repository', () => {
  const repository: Partial<World> = {
    ...plain,
    entry: (path) => ({ is: path === '/home/dev/project/.git' ? 'directory' : 'missing' }),
  };

  test.each([
    ['cat "$(git rev-parse --show-toplevel)/a"', '/home/dev/project/a'],
    ['R=$(git rev-parse --show-toplevel); cat "$R/a"', '/home/dev/project/a'],
    ['cd "$(git rev-parse --show-toplevel)" && cat a', '/home/dev/project/a'],
    ['cd "$(git rev-parse --show-toplevel)/src" && cat a', '/home/dev/project/src/a'],
  ])('%s', (text, file) =>
    expect(readBy(text, { ...repository, cwd: '/home/dev/project/src' })).toContain(file),
  );

  test.each([
    'cd /etc && cat "$(git rev-parse --show-toplevel)/a"',
    'cd /etc && cd "$(git rev-parse --show-toplevel)" && cat a',
    'export GIT_WORK_TREE=/etc; cat "$(git rev-parse --show-toplevel)/a"',
    'git() { echo /etc; }; cat "$(git rev-parse --show-toplevel)/a"',
  ])('%s is not known', (text) => expect(readBy(text, repository)).not.toContain('/home/dev/project/a'));
});

describe('a variable that is exported has the value that it was given', () => {
  test('once', () => expect(readBy('export D=src; cat $D/a')).toEqual(['/home/dev/project/src/a']));
  test.each([
    'export D=src; D=/etc; cat $D/a',
    'false && export D=src; cat $D/a',
    'export D=src; read D; cat $D/a',
  ])('%s: not surely', (text) => expect(readBy(text)).not.toContain('/home/dev/project/src/a'));
});

describe('variables before a command', () => {
  test.each([
    'COVERAGE=1 ls',
    'LOG_LEVEL=debug ls',
    'SKIP_E2E=1 ls',
    'VITEST_MAX_THREADS=2 ls',
    'TEST_DATABASE_URL=postgres://a:b@localhost:5432/t?sslmode=disable ls',
    'API_URL=http://127.0.0.1:8080/v1 ls',
    'RUSTFLAGS="-D warnings" ls',
    'NODE_OPTIONS=--max-old-space-size=4096 ls',
    'ASAN_OPTIONS=detect_leaks=1:color=always ls',
    'GODEBUG=gctrace=1 ls',
    'PGPASSWORD=x ls',
  ])('%s: a switch, a number or a place here', (text) => expect(isReading(text)).toBe(true));

  test.each([
    'LD_PRELOAD=1 ls',
    'PATH=test ls',
    'NODE_TLS_REJECT_UNAUTHORIZED=0 ls',
    'CONSENT_TO_ALL=yes ls',
    'ELECTRON_RUN_AS_NODE=1 ls',
    'FOO=a ls',
    'MYVAR=1 ls',
    'PYTEST_PLUGINS=test ls',
    'DATABASE_URL=postgres://localhost.evil.example/x ls',
    'DATABASE_URL=postgres://a@evil.example:1@localhost/x ls',
    'DATABASE_URL=postgres://evil.example/localhost ls',
    'HTTP_PROXY=http://localhost:1 ls',
    'NPM_REGISTRY_URL=http://localhost:1 ls',
    'RUSTFLAGS="-D warnings -C linker=./x" ls',
    'RUSTFLAGS="-Clinker=./x" ls',
    'NODE_OPTIONS="--max-old-space-size=4 --require=./x" ls',
    'ASAN_OPTIONS=external_symbolizer_path=./x ls',
    'GOFLAGS=-toolexec=./x ls',
    'GOFLAGS=-mod=mod ls',
    'PYTHONPATH=src ls',
    'CC=./cc ls',
    'GIT_PAGER=less ls',
  ])('%s: more than that', (text) => expect(isReading(text)).toBe(false));
});
