import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { harmlessPython } from './python-harmless.ts';

/**
 * Runs each harmless program as the real interpreter does, in a throw-away directory of a sandbox without a network, and
 * prints what it opened for writing, started or connected to besides the files that it is said to write.
 */
const python = '/usr/bin/python3';
for (const program of [python, '/usr/bin/bwrap', '/usr/bin/strace'])
  if (!existsSync(program)) throw new Error(`${program} is needed`);

const held: Readonly<Record<string, string>> = {
  'a.txt': 'x 1\nz 2\n',
  'a.log': 'one TypeError\n',
  'a.csv': 'k,ms\na,1\na,2\n',
  'a.json': '{"a": 1, "version": "1"}',
  'a.toml': 'a = 1\n',
  'a.xml': '<r><testcase name="t"/></r>',
  'a.py': 'def f(): pass\n',
  'sub/b.txt': 'x\n',
};

let failures = 0;
for (const [program, files] of harmlessPython) {
  const directory = mkdtempSync(join(tmpdir(), 'inline-'));
  mkdirSync(join(directory, 'sub'));
  mkdirSync(join(directory, 'out'));
  for (const [name, text] of Object.entries(held)) writeFileSync(join(directory, name), text);
  const log = join(directory, 'strace.log');
  const isolated = `--ro-bind / / --dev /dev --proc /proc --bind ${directory} ${directory} --chdir ${directory} --unshare-all`;
  const traced = `strace -f -qq -o ${log} -e trace=%file,%network,%process`;
  const run = spawnSync(
    'bwrap',
    [...isolated.split(' '), ...traced.split(' '), python, '-B', '-c', program],
    { input: '[{"name": "a"}]', encoding: 'utf8', timeout: 20_000 },
  );
  const wanted = new Set(files.split(', ').flatMap((file) => (file.startsWith('+') ? [file.slice(1)] : [])));
  const calls = readFileSync(log, 'utf8').split('\n');
  if (!calls.some((line) => line.includes(`execve("${python}"`))) throw new Error('strace saw nothing');
  const odd = calls.filter((line) => isOdd(line, wanted));
  const broke = /SyntaxError|NameError|AttributeError/u.exec(run.stderr)?.[0];
  if (odd.length > 0 || broke !== undefined) {
    failures += 1;
    process.stdout.write(`${program}\n  ${[broke ?? '', ...odd].join('\n  ')}\n`);
  }
  rmSync(directory, { recursive: true });
}
process.stdout.write(
  `${harmlessPython.length} programs of ${execFileSync(python, ['-V'], { encoding: 'utf8' }).trim()}, ${failures} that do more\n`,
);
process.exitCode = failures === 0 ? 0 : 1;

/** Starting Python itself is the one program that runs. */
function isOdd(line: string, wanted: ReadonlySet<string>): boolean {
  if (/\bexecve\(/u.test(line)) return !line.includes(python) && !/ENOENT/u.test(line);
  if (/\b(?:socket|connect|sendto|bind|fork|vfork|clone3?)\(/u.test(line)) return true;
  const changes =
    /O_WRONLY|O_RDWR|O_CREAT|\b(?:unlink|rename|mkdir|rmdir|link|symlink|chmod|chown|truncate|utimens)\w*\(/u;
  if (!changes.test(line)) return false;
  const name = /"([^"]*)"/u.exec(line)?.[1] ?? '';
  return !wanted.has(name) && name !== '/dev/null';
}
