import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './lockfile.ts';
import { published } from './shipped.ts';

/**
 * `npm run tools -- release:addresses`: fails while a published package does not say where its sources, its site and its issues
 * are. npm's provenance compares `repository` with where the workflow runs, and npm's page follows the README's links by it.
 */
export interface Manifest {
  readonly repository?: { readonly type?: string; readonly url?: string; readonly directory?: string };
  readonly homepage?: string;
  readonly bugs?: { readonly url?: string };
}

/** The fields that are missing or wrong, each with what it should hold. */
export function addressProblems(
  folder: string,
  { repository: source, homepage, bugs }: Manifest,
): readonly string[] {
  const directory = `packages/${folder}`;
  const isGit = source?.type === 'git' && /^git\+https:\/\/[^/]+\/.+\.git$/u.test(source.url ?? '');
  return [
    ...(isGit ? [] : ['repository: { "type": "git", "url": "git+https://HOST/OWNER/NAME.git" }']),
    ...(source?.directory === directory ? [] : [`repository.directory: "${directory}"`]),
    ...(isWeb(homepage) ? [] : ['homepage: the https address of the site']),
    ...(isWeb(bugs?.url) ? [] : ['bugs.url: the https address of the issues']),
  ];
}

function isWeb(address: string | undefined): boolean {
  return address !== undefined && URL.parse(address)?.protocol === 'https:';
}

if (import.meta.main) {
  const problems = published.flatMap((folder) => {
    const file = join('packages', folder, 'package.json');
    const manifest = JSON.parse(readFileSync(join(repository, file), 'utf8')) as Manifest;
    return addressProblems(folder, manifest).map((problem) => `${file}: set ${problem}`);
  });
  for (const problem of problems) console.log(problem);
  console.log(
    problems.length === 0
      ? 'every package says where it comes from'
      : 'not publishable: see release/README.md, "Before the first release"',
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}
