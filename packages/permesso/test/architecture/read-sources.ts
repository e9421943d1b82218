import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sources } from './check.ts';
import type { PackageLaw } from './law-shape.ts';

export const packagesFolder: string = join(import.meta.dirname, '../../..');

export function sourcesOf({ folder }: PackageLaw, packages: string = packagesFolder): Sources {
  const src = join(packages, folder, 'src');
  const paths = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  );
  return new Map(paths.map((path) => [path, readFileSync(join(src, path), 'utf8')]));
}
