import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { approveRuns, beginRun, unapprovedIn, type StartingRun } from './unapproved-runs.ts';

let folder: string;
let project: string;
let scratch: string;

beforeEach(() => {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'permesso-unapproved-')));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  [folder, project, scratch] = ['state', 'project', 's-1'].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [folder, join(project, 'src'), scratch]) mkdirSync(each, { recursive: true });
  writeFileSync(join(project, 'Makefile'), 'all: a');
  writeFileSync(join(project, 'src/main.c'), 'int main;');
});

function ran(command: string, does: () => void, given: Partial<StartingRun> = {}): void {
  const end = beginRun(folder, {
    command,
    writable: [project],
    readOnly: [],
    scratch,
    isAllowedByRules: false,
    ...given,
  });
  does();
  end();
}

test('a command that changed nothing leaves no record, and counts while it runs', () => {
  const during: unknown[] = [];
  ran('node look.js', () => during.push(unapprovedIn(folder, [project])));
  expect(during).toEqual([['node look.js']]);
  expect(unapprovedIn(folder, [project])).toEqual([]);
});

const outside = (): string => join(project, '../elsewhere');

test.each<[string, () => void]>([
  [
    'the same length and time as before',
    () => {
      writeFileSync(join(project, 'Makefile'), 'all: b');
      utimesSync(join(project, 'Makefile'), 0, 0);
    },
  ],
  ['a new file', () => writeFileSync(join(project, 'src/new.c'), '')],
  ['a removed file', () => rmSync(join(project, 'src/main.c'))],
  ['a renamed directory', () => renameSync(join(project, 'src'), join(project, 'lib'))],
  ['a file in place of another', () => renameSync(join(project, 'src/main.c'), join(project, 'Makefile'))],
  ['a mode', () => chmodSync(join(project, 'Makefile'), 0o755)],
  ['a link', () => symlinkSync('/etc/passwd', join(project, 'conf'))],
  ['another name of a file', () => linkSync(join(project, 'Makefile'), outside())],
])('%s is a change', (_, change) => {
  ran('node fix.js', change);
  expect(unapprovedIn(folder, [project])).toEqual(['node fix.js']);
  expect(unapprovedIn(folder, [join(project, 'src')])).toEqual(['node fix.js']);
  expect(unapprovedIn(folder, ['/srv/other'])).toEqual([]);
});

test('what cannot change inside, and a file that came and went, are no change', () => {
  ran(
    'node look.js',
    () => {
      writeFileSync(join(project, 'Makefile'), 'all: of the person');
      writeFileSync(join(project, 'src/.lock'), '');
      rmSync(join(project, 'src/.lock'));
    },
    { readOnly: [join(project, 'Makefile')] },
  );
  expect(unapprovedIn(folder, [project])).toEqual([]);
});

test('a directory whose file system tells nothing of changes counts as changed', () => {
  const inMemory = mkdtempSync('/dev/shm/permesso-');
  onTestFinished(() => rmSync(inMemory, { recursive: true, force: true }));
  ran('node look.js', () => undefined, { writable: [inMemory] });
  expect(unapprovedIn(folder, [inMemory])).toEqual(['node look.js']);
});

test('a runner that was killed leaves its record', () => {
  beginRun(folder, {
    command: 'node kill.js',
    writable: [project],
    readOnly: [],
    scratch,
    isAllowedByRules: false,
  });
  expect(unapprovedIn(folder, [project])).toEqual(['node kill.js']);
});

/** Held against: a cache in the temporary directory of the session, which the person's own tests load and which then writes the Makefile. */
test('a command that a rule allows leaves no record, unless it may load what unapproved code left', () => {
  const build = (): void => writeFileSync(join(project, 'out.o'), String(Math.random()));
  ran('make', build, { isAllowedByRules: true });
  expect(unapprovedIn(folder, [project])).toEqual([]);
  ran('node plant.js', () => writeFileSync(join(scratch, 'cache.js'), ''));
  expect(unapprovedIn(folder, [project])).toEqual([]);
  ran('make', build, { isAllowedByRules: true, scratch: `${scratch}-2` });
  expect(unapprovedIn(folder, [project])).toEqual([]);
  ran('make', build, { isAllowedByRules: true });
  expect(unapprovedIn(folder, [project])).toEqual(['make']);
});

test('a person answers for one directory, not for the temporary one or for others', () => {
  const other = `${project}-2`;
  mkdirSync(other);
  ran(
    'node fix.js',
    () => [project, other, scratch].forEach((each) => writeFileSync(join(each, 'new'), '')),
    {
      writable: [project, other],
    },
  );
  approveRuns(folder, project);
  expect(unapprovedIn(folder, [project])).toEqual([]);
  expect(unapprovedIn(folder, [other])).toEqual(['node fix.js']);
  ran('make', () => writeFileSync(join(project, 'out.o'), ''), { isAllowedByRules: true });
  expect(unapprovedIn(folder, [project])).toEqual(['make']);
});

test('a damaged record means that nothing is known', () => {
  mkdirSync(join(folder, 'unapproved'));
  for (const text of ['', '{"command":"x"}', '[]']) {
    writeFileSync(join(folder, 'unapproved/a.json'), text);
    expect(unapprovedIn(folder, [project])).toBeUndefined();
  }
});

test('a record with another directory in it hides no later change of this one', () => {
  ran('node one.js', () => writeFileSync(join(scratch, 'x'), ''));
  ran('node two.js', () => writeFileSync(join(project, 'x'), ''));
  expect(unapprovedIn(folder, [project])).toEqual(['node two.js']);
});
