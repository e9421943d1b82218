import { describe, expect, test } from 'vitest';
import { decideCall } from '../src/decision/decide-call.ts';
import { compilePolicy } from '../src/policy/compile-policy.ts';
import type { Layer } from '../src/policy/layer.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';
import type { HeldName, World } from '../src/world/world.ts';

const project = '/home/dev/project';
const edits: Layer = { allow: ['Edit(./**)'], deny: ['Edit(migrations/**)', 'Read(~/.ssh/**)'] };
/** The same by effects: what is held against one is held against the other. */
const byEffects: Layer = {
  ...edits,
  allow: ['Effect(read)', 'Effect(edit)', 'Effect(delete)', 'Effect(commit)'],
};
const scratch: Layer = { ...edits, allow: ['Edit(./**)', 'Edit(//tmp/**)'] };

/** `src` is committed, `dist` is build output, everything else is somebody's work. */
const recoverable = (path: string): boolean => /^\/home\/dev\/project\/(?:src|dist)\/?/u.test(path);
const told = fixedWorld({ recoverable });

function verdictOf(command: string, layer: Layer = edits, world: World = told): string {
  return decideCall({ tool: 'Bash', input: { command } }, { policy: compilePolicy([layer]), world }).verdict;
}

type Row = readonly [command: string, verdict: 'allow' | 'ask' | 'deny'];

describe('an allow rule about editing covers commands that only edit the same files', () => {
  test.each<Row>([
    ['cp src/a.ts src/b.ts', 'allow'],
    ['cp -r src/a src/b', 'allow'],
    ['cp -t lib src/a.ts', 'allow'],
    ['mv src/a.ts lib/a.ts', 'allow'],
    ['git mv src/a.ts lib/a.ts', 'allow'],
    ['mkdir -p lib/x && touch lib/x/a', 'allow'],
    ["sed -i 's/a/b/' src/a.ts", 'allow'],
    ["sed -i 's/a/b/' src/*.ts", 'allow'],
    ['chmod +x scripts/run.sh', 'allow'],
    ['chmod 755 scripts/*.sh', 'allow'],
    ['npm test | tee out.log', 'ask'],
    ['ls | tee out.log', 'allow'],
    ['ls > out.log', 'allow'],
    ['truncate -s 0 out.log', 'allow'],
    ['cp src/*.ts lib', 'allow'],
    ['cp /etc/hosts fixtures/hosts', 'allow'],
  ])('%s: %s', (command, verdict) => {
    expect(verdictOf(command)).toBe(verdict);
  });

  test('without such a rule it asks as before, and a rule for some files covers no others', () => {
    for (const command of ['cp a b', 'mv a b', 'sed -i s/a/b/ a', 'chmod +x a', 'git mv a b', 'rm src/a.ts'])
      expect([command, verdictOf(command, {})]).toEqual([command, 'ask']);
    const some: Layer = { allow: ['Edit(src/**)'] };
    expect(verdictOf('cp a src/b', some)).toBe('allow');
    expect(verdictOf('cp src/b a', some)).toBe('ask');
    expect(verdictOf('mv lib/a src/b', some)).toBe('ask');
    expect(verdictOf('cp a src/b', { allow: ['MultiEdit(./**)'] })).toBe('ask');
    expect(verdictOf('cp a /srv/b', { allow: ['Edit'] })).toBe('allow');
  });
});

describe('each was held against an attack', () => {
  test.each<readonly [attack: string, command: string, verdict: 'ask' | 'deny']>([
    ['a file outside', 'cp src/a.ts ../other/a.ts', 'ask'],
    ['a file outside, as a source that goes', 'mv ~/notes.txt src/notes.txt', 'ask'],
    ['a start file of the shell', 'cp evil ~/.bashrc', 'ask'],
    ['a hook of git', 'cp evil .git/hooks/pre-commit', 'ask'],
    ['a hook of git, made to run', 'chmod +x .git/hooks/pre-commit', 'ask'],
    ['a hook of git, in a tree', 'cp -r /tmp/evil/. .', 'ask'],
    ['a hook of git, moved in', 'mv src/evil .git/hooks/pre-commit', 'ask'],
    ['settings of an agent', 'cp evil .claude/settings.json', 'ask'],
    ['settings of an agent, edited', "sed -i 's/deny/allow/' .claude/settings.json", 'ask'],
    ['a denied file', 'cp src/a migrations/1.sql', 'deny'],
    ['a denied file as a source that goes', 'git mv migrations/1.sql src/1.sql', 'deny'],
    ['a key that is read', 'cp ~/.ssh/id_rsa src/x', 'deny'],
    ['a secret of the project', 'cp .env public/env.txt', 'ask'],
    ['a link made in the same text', 'ln -s /etc src/e && cp evil src/e/passwd', 'ask'],
    ['a link moved in in the same text', 'mv lib/link src/e && cp evil src/e/x', 'ask'],
    ['a hard link: a second name to write under', 'cp -l /srv/shared/x src/x', 'ask'],
    ['a hard link by the other name of cp', 'gcp -l /srv/shared/x src/x', 'ask'],
    ['a symbolic link by cp', 'cp -s /etc/passwd src/x', 'ask'],
    ['a set-user bit', 'chmod u+s scripts/run.sh', 'ask'],
    ['open to everybody', 'chmod 777 scripts/run.sh', 'ask'],
    ['a whole tree', 'chmod -R +x .', 'ask'],
    ['a program in sed that runs', "sed -i '1e id' src/a.ts", 'ask'],
    ['a program in sed that writes elsewhere', "sed -i 'w /home/dev/.bashrc' src/a.ts", 'ask'],
    ['a backup elsewhere', "sed -i'/../../*' s/a/b/ src/a.ts", 'ask'],
    ['a backup elsewhere, by cp', 'cp -b --suffix=/../../x a b', 'ask'],
    ['names that may be options', 'cp "$X" src/a', 'ask'],
    ['a target that is not known', 'cp src/a "$X"', 'ask'],
    ['a target that climbs out', 'cp src/a src/"$X"', 'ask'],
    ['a pathspec that means more', "git rm '*.ts'", 'ask'],
    ['a pathspec that means more', 'git mv :/src lib', 'ask'],
    ['a pathspec that names a denied file', 'git mv :/migrations/1.sql lib', 'ask'],
    ['git mv in a repository that is not one’s own', 'git -C /srv/other mv a b', 'ask'],
    ['another command of that name', 'cp() { rm -rf notes; }; cp a b', 'ask'],
    ['another command of that name, by PATH', 'PATH=/tmp:$PATH; cp a b', 'ask'],
    ['another command of that name, by its path', './cp a b', 'ask'],
    ['somebody else', 'sudo cp a b', 'ask'],
  ])('%s: %s', (_, command, verdict) => {
    expect(verdictOf(command)).toBe(verdict);
    expect(verdictOf(command, byEffects)).toBe(verdict);
  });

  test.each([edits, byEffects])('two calls: an existing link leads outside the project', (layer) => {
    const linked = fixedWorld({ recoverable, links: { [`${project}/src/e`]: '/etc' } });
    for (const command of ['cp evil src/e/passwd', 'mv evil src/e', 'chmod +x src/e/x', 'rm src/e/x'])
      expect([command, verdictOf(command, layer, linked)]).toEqual([command, 'ask']);
    // Nobody can list what else is there.
    for (const command of ['cp src/*.ts lib', 'cp -r src lib', "sed -i 's/a/b/' src/*.ts"])
      expect([command, verdictOf(command, layer, linked)]).toEqual([command, 'ask']);
  });

  test.each([edits, byEffects])(
    'two calls: a link among the files that a pattern matches, or that a copy would overwrite',
    (layer) => {
      const { noOtherLinks: _promise, ...seen } = told;
      const held = (files: readonly HeldName[]): World => ({
        ...seen,
        entry: (path) =>
          path === `${project}/src/x.ts` ? { is: 'link', target: '/home/dev/.bashrc' } : { is: 'missing' },
        holds: (directory) => (directory === `${project}/src` ? files : []),
      });
      const link: HeldName = { name: 'x.ts', is: 'link' };
      const file: HeldName = { name: 'a.ts', is: 'file' };
      expect(verdictOf('chmod +x src/*.ts', layer, held([link, file]))).toBe('ask');
      expect(verdictOf('chmod +x src/*.ts', layer, held([file]))).toBe('allow');
      expect(verdictOf('cp lib/*.ts src', layer, held([link]))).toBe('ask');
      expect(verdictOf('cp -r lib src', layer, held([link]))).toBe('ask');
      expect(verdictOf('cp --parents lib/x.ts src', layer, held([link]))).toBe('ask');
      expect(verdictOf('cp -r lib src', layer, held([file]))).toBe('allow');
    },
  );
});

describe('rm is an edit where what it removes can be brought back', () => {
  test.each<Row>([
    ['rm src/old.ts', 'allow'],
    ['git rm src/old.ts', 'allow'],
    ['git rm -r src/old', 'allow'],
    ['rm -rf dist', 'allow'],
    ['rm -rf dist && mkdir dist && cp src/a dist/a', 'allow'],
    ['rm -f src/a.ts src/b.ts', 'allow'],
    ['rm src/*.ts', 'allow'],
    // A copy goes; what was there is in git, and the notes stay.
    ['cat notes.txt > src/a.ts && rm src/a.ts', 'allow'],
    ['rm notes.txt', 'ask'],
    ['rm -f src/a.ts notes.txt', 'ask'],
    ['rm *.txt', 'ask'],
    ['rm -rf .', 'ask'],
    ['rm -rf "$DIR"', 'ask'],
    ['git rm -f src/a.ts', 'ask'],
    ['git rm --cached src/a.ts', 'ask'],
    ['shred -u src/a.ts', 'ask'],
    // Work that was put there a moment before would go with it.
    ['mv notes.txt dist/ && rm -rf dist', 'ask'],
    ['mv notes.txt src/a.ts; rm src/a.ts', 'ask'],
    ['cp notes.txt src/a.ts && rm src/a.ts', 'ask'],
    ['for i in 1 2; do rm src/a.ts; cp notes.txt src/a.ts; done', 'ask'],
    ['f() { rm src/a.ts; }; mv notes.txt src/a.ts; f', 'ask'],
  ])('%s: %s', (command, verdict) => {
    expect(verdictOf(command)).toBe(verdict);
  });

  test('where nobody can look nothing can be brought back', () => {
    expect(verdictOf('rm src/a.ts', edits, fixedWorld())).toBe('ask');
    expect(verdictOf('rm src/a.ts', {}, told)).toBe('ask');
  });
});

describe('scratch files, where a rule allows editing there', () => {
  test.each<Row>([
    ['ls > /tmp/out.log', 'allow'],
    ['ls | tee /tmp/out.log', 'allow'],
    ['rm -f /tmp/out.log /tmp/perf.data*', 'allow'],
    ['rm -rf /tmp/build-x', 'allow'],
    ['cp src/a.ts /tmp/a.ts', 'allow'],
    ['rm -rf /tmp', 'ask'],
    ['rm -rf /tmp/*', 'ask'],
    ['rm -rf /tmp/a*/../..', 'ask'],
    ['rm -rf /tmp/../home/dev/project', 'ask'],
    ['rm -f /tmp/.*', 'ask'],
  ])('%s: %s', (command, verdict) => {
    expect(verdictOf(command, scratch)).toBe(verdict);
  });

  test('not without the rule, and not through a link', () => {
    expect(verdictOf('rm -f /tmp/out.log')).toBe('ask');
    const linked = fixedWorld({ links: { '/tmp/x': '/home/dev' } });
    expect(verdictOf('rm -rf /tmp/x/project', scratch, linked)).toBe('ask');
    expect(verdictOf('ls > /tmp/x/.bashrc', scratch, linked)).toBe('ask');
  });
});
