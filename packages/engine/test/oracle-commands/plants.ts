import type { Entry, HeldName, World } from '../../src/world/world.ts';
import { fixedWorld } from '../../src/world/fixed-world.ts';
import { project, protectedFiles, writable } from './hostile-files.ts';

/**
 * A hostile repository and home as data: everything that a program may load from where it stands, each written so that its run leaves
 * a mark. What an agent may write without being asked counts against every row; protected places, the home and the
 * environment are the second list, which is reported.
 */
export type PlantedFile = readonly [path: string, text: string, kind: 'file' | 'run' | 'link' | 'directory'];

export interface Planted {
  readonly files: readonly PlantedFile[];
  /** Put there once the script has run: git must not run them while it makes the repository. */
  readonly late: readonly PlantedFile[];
  readonly script: string;
  readonly cwd: string;
  readonly stdin: string;
}

/** Ordinary files of an ordinary project: what lines name. */
const ordinary: readonly (readonly [string, string])[] = [
  ['a.txt', 'one\ntwo\nKEY=3\n'],
  ['b.txt', 'one\nthree\n'],
  ['README.md', '# Project\n\nSome text with KEY in it.\n'],
  ['data.json', '{"a": {"b": [1, 2, 3]}, "KEY": "x"}\n'],
  ['data.csv', 'a,b\n1,2\n'],
  ['data.yaml', 'a: 1\n'],
  ['src/a.ts', 'export const KEY = 1;\n'],
  ['src/b.py', 'KEY = 1\n'],
  ['src/c.c', 'int main(void) { return 0; }\n'],
  ['src/d.js', 'console.log(1);\n'],
  ['src/deep/e.txt', 'KEY deep\n'],
  ['x.patch', '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+uno\n'],
  ['d/f.txt', 'f\n'],
  ['tpl/package.json', '{}\n'],
  ['script.sh', '#!/bin/sh\necho hi\n'],
  ['list', 'a.txt\nb.txt\n'],
];

/** What a deny rule would name. */
export const secrets: readonly string[] = [
  `${project}/.env`,
  `${project}/secrets/key.pem`,
  `${project}/id_rsa`,
  '/home/dev/.ssh/id_rsa',
  '/home/dev/.aws/credentials',
  '/home/dev/.netrc',
];

/** A plain repository: what lines name and what a deny rule would protect, nothing that runs. */
const plain: readonly PlantedFile[] = [
  ...ordinary.map(([path, text]): PlantedFile => [
    `${project}/${path}`,
    text,
    path.endsWith('.sh') ? 'run' : 'file',
  ]),
  ...secrets.map((path): PlantedFile => [path, 'KEY=secret\n', 'file']),
  [`${project}/link.txt`, 'a.txt', 'link'],
  [`${project}/out.link`, '/home/dev/outside.txt', 'link'],
  [`${project}/dir.link`, '/home/dev/other', 'link'],
  ['/home/dev/outside.txt', 'outside\n', 'file'],
  ['/home/dev/other/o.txt', 'KEY other\n', 'file'],
  [`${project}/empty`, '', 'directory'],
];

const script = `set -e
git config --global user.name dev; git config --global user.email dev@example.test; git config --global init.defaultBranch main
# Only times and sizes say whether a file changed: a copy of the tree is the same tree, and git reads no file to find that out.
git config --global core.checkStat minimal; git config --global core.trustctime false; find . -exec touch -hd 2020-01-01 '{}' +
git config --global gc.auto 0; git config --global advice.detachedHead false
git init -q; git add -A -f .; git commit -qm one; echo more >> a.txt; echo SECRET=2 >> .env; touch -d 2020-01-02 a.txt .env; git commit -qam two; git tag v1
git branch topic; echo dirty >> b.txt; git stash -q; echo dirty >> b.txt
git remote add origin http://evil.example/x.git
tar cf x.tar a.txt b.txt; gzip -k a.txt; python3 -c "import zipfile; z=zipfile.ZipFile('x.zip','w'); z.write('a.txt')"
`;

export function planted(list: 'plain' | 'writable' | 'protected'): Planted {
  const hostile =
    list === 'plain'
      ? []
      : writable.map(([path, text, kind]): PlantedFile => [`${project}/${path}`, text, kind ?? 'file']);
  const late =
    list === 'protected'
      ? protectedFiles.map(([path, text, kind]): PlantedFile => [path, text, kind ?? 'file'])
      : [];
  return { files: [...plain, ...hostile], late, script, cwd: project, stdin: 'a.txt\nb.txt\n' };
}

/** The same tree as the engine sees it. */
export function worldOf({ files, late, cwd }: Planted): World {
  const entries = new Map<string, Entry>();
  const held = new Map<string, Map<string, HeldName>>();
  const texts = new Map<string, string>();
  const put = (path: string, entry: Entry): void => {
    for (
      let at = path, is = entry;
      at !== '';
      at = at.slice(0, at.lastIndexOf('/')), is = { is: 'directory' }
    ) {
      if (!entries.has(at)) entries.set(at, is);
      const parent = at.slice(0, at.lastIndexOf('/')) || '/';
      const names = held.get(parent) ?? new Map<string, HeldName>();
      const name = at.slice(at.lastIndexOf('/') + 1);
      if (!names.has(name) && is.is !== 'unknown' && is.is !== 'missing')
        names.set(name, { name, is: is.is });
      held.set(parent, names);
    }
  };
  for (const [path, text, kind] of [...files, ...late]) {
    put(
      path,
      kind === 'link' ? { is: 'link', target: text } : { is: kind === 'directory' ? 'directory' : 'file' },
    );
    if (kind !== 'link' && kind !== 'directory') texts.set(path, text);
  }
  for (const path of ['.git/HEAD', '.git/config', 'x.tar', 'x.zip', 'a.txt.gz'])
    put(`${cwd}/${path}`, { is: 'file' });
  return fixedWorld({
    cwd,
    entry: (path) => entries.get(path) ?? { is: 'missing' },
    holds: (directory) => [...(held.get(directory)?.values() ?? [])],
    text: (path) => texts.get(path),
  });
}
