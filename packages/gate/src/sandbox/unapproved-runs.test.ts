import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { saveCall } from './call-record.ts';
import {
  approveRuns,
  beginRun,
  changingRuns,
  sweepRuns,
  unapprovedIn,
  type StartingRun,
} from './unapproved-runs.ts';

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

function begin(command: string, given: Partial<StartingRun> = {}): () => void {
  return beginRun(folder, {
    command,
    writable: [project],
    readOnly: [],
    scratch,
    isAllowedByRules: false,
    ...given,
  });
}

function ran(command: string, does: () => void, given: Partial<StartingRun> = {}): void {
  const end = begin(command, given);
  does();
  end();
}

/** As `permesso trust code` does it. */
function approve(directory: string): void {
  approveRuns(folder, { directory, runs: changingRuns(folder, directory) });
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

test('a long script is named by its beginning', () => {
  ran(`python3 - <<E\n${'x'.repeat(10_000)}`, () => rmSync(join(project, 'Makefile')));
  expect(unapprovedIn(folder, [project])?.map(({ length }) => length)).toEqual([200]);
});

test('a directory whose file system tells nothing of changes counts as changed', () => {
  const inMemory = mkdtempSync('/dev/shm/permesso-');
  onTestFinished(() => rmSync(inMemory, { recursive: true, force: true }));
  ran('node look.js', () => undefined, { writable: [inMemory] });
  expect(unapprovedIn(folder, [inMemory])).toEqual(['node look.js']);
});

test('a runner that was killed leaves its record until a person answers for it', () => {
  begin('node kill.js');
  const [name = ''] = readdirSync(join(folder, 'unapproved'));
  const file = join(folder, 'unapproved', name);
  const killed = { pid: 2 ** 22 + 1, host: hostname(), space: '', started: '' };
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), runner: killed }));
  expect(unapprovedIn(folder, [project])).toEqual(['node kill.js']);
  approve(project);
  expect(unapprovedIn(folder, [project])).toEqual([]);
});

/** Held against: `sleep 1` beside `sleep 9; echo x > Makefile`, of which the first takes its record with it. */
test('of two at a time each has its own record', () => {
  const endFirst = begin('node look.js');
  const endSecond = begin('node fix.js');
  endFirst();
  expect(unapprovedIn(folder, [project])).toEqual(['node fix.js']);
  writeFileSync(join(project, 'Makefile'), 'all: b');
  endSecond();
  expect(unapprovedIn(folder, [project])).toEqual(['node fix.js']);
});

/** Held against: two calls of one turn, of which the one that runs outside is decided about before the other starts. */
test('a call that was let in and waits to be run counts, unless rules allow it', () => {
  const profile = { writable: [project], readOnly: [], hidden: [], hosts: [], environment: [] };
  saveCall(folder, { command: 'make', cwd: project, profile, isAllowedByRules: true });
  expect(unapprovedIn(folder, [project])).toEqual([]);
  saveCall(folder, { command: 'node fix.js', cwd: project, profile });
  expect(unapprovedIn(folder, [join(project, 'src')])).toEqual(['node fix.js']);
  expect(unapprovedIn(folder, ['/srv/other'])).toEqual([]);
});

describe('a person answers for what they were shown', () => {
  const change = (): void => writeFileSync(join(project, 'Makefile'), String(Math.random()));

  test('not for a command that ended while they read', () => {
    ran('node one.js', change);
    const runs = changingRuns(folder, project);
    approve(project);
    ran('node two.js', change);
    approveRuns(folder, { directory: project, runs });
    expect(unapprovedIn(folder, [project])).toEqual(['node two.js']);
  });

  test('not for a command that still runs, whether others had changed something before it or not', () => {
    const endFirst = begin('node one.js');
    ran('node two.js', change);
    const endLater = begin('node later.js');
    expect(changingRuns(folder, project).map(({ command }) => command)).toEqual(['node two.js']);
    approve(project);
    expect(unapprovedIn(folder, [project])?.toSorted()).toEqual(['node later.js', 'node one.js']);
    endLater();
    approve(project);
    change();
    endFirst();
    expect(unapprovedIn(folder, [project])).toEqual(['node one.js']);
  });

  test('for a damaged record, whatever it was about', () => {
    ran('node one.js', change);
    writeFileSync(join(folder, 'unapproved/a.json'), '{');
    expect(unapprovedIn(folder, [project])).toBeUndefined();
    expect(changingRuns(folder, '/srv/other').map(({ command }) => command)).toEqual([undefined]);
    approve(project);
    expect(unapprovedIn(folder, [project])).toEqual([]);
  });
});

test('records about temporary directories that are gone are removed, others stay', () => {
  const own = join(folder, 's-2');
  mkdirSync(own);
  const write = (): void => writeFileSync(join(own, 'x'), '');
  ran('node one.js', write, { scratch: own });
  ran('node two.js', () => rmSync(project, { recursive: true }), { scratch: own });
  sweepRuns(folder);
  expect(readdirSync(join(folder, 'unapproved'))).toHaveLength(2);
  rmSync(own, { recursive: true });
  sweepRuns(folder);
  expect(unapprovedIn(folder, [own])).toEqual([]);
  expect(unapprovedIn(folder, [project])).toEqual(['node two.js']);
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
  approve(project);
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
