import { existsSync, lstatSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { environment } from './sandbox.ts';

/** Which package of Debian or npm a program is from, with its version; undefined where nobody says. */
export function versionsIn(root: string): (program: string) => string | undefined {
  const owners = ownersIn(root);
  const debian = debianVersions(root);
  return (program) => {
    const directories = (environment['PATH'] ?? '').split(':');
    const found = directories.map((each) => join(each, program)).find((path) => isThere(join(root, path)));
    if (found === undefined) return undefined;
    const real = realIn(found, root);
    const owner = [found, real, ...[found, real].map((path) => path.replace(/^\/usr/u, ''))]
      .map((path) => owners.get(path))
      .find((name) => name !== undefined);
    return (
      npmVersion(real, root) ??
      (owner === undefined ? undefined : `${owner} ${debian.get(owner) ?? ''}`.trim())
    );
  };
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Links in there are absolute: `/usr/bin/awk -> /etc/alternatives/awk -> /usr/bin/gawk`. */
function realIn(path: string, root: string): string {
  let at = path;
  for (
    let steps = 0;
    steps < 20 && lstatSync(join(root, at), { throwIfNoEntry: false })?.isSymbolicLink() === true;
    steps += 1
  )
    at = resolve(dirname(at), readlinkSync(join(root, at)));
  return at;
}

function npmVersion(path: string, root: string): string | undefined {
  for (let at = dirname(path); at.includes('/node_modules/'); at = dirname(at)) {
    const file = join(root, at, 'package.json');
    if (!existsSync(file)) continue;
    const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string };
    if (name !== undefined && version !== undefined) return `${name} ${version} (npm)`;
  }
  return undefined;
}

/** Program -> package, from dpkg's lists of files. */
function ownersIn(root: string): ReadonlyMap<string, string> {
  const folder = join(root, 'var/lib/dpkg/info');
  const owners = new Map<string, string>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.list')))
    for (const path of readFileSync(join(folder, file), 'utf8').split('\n'))
      if (/\/s?bin\/[^/]+$/u.test(path) || path.includes('/lib/'))
        owners.set(path, file.replace(/(?::\w+)?\.list$/u, ''));
  return owners;
}

function debianVersions(root: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, 'var/lib/dpkg/status'), 'utf8');
  return new Map(
    text.split('\n\n').flatMap((one) => {
      const name = /^Package: (.+)$/mu.exec(one)?.[1];
      const version = /^Version: (.+)$/mu.exec(one)?.[1];
      return name === undefined || version === undefined ? [] : [[name, version] as const];
    }),
  );
}
