import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  globSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeHome } from '../../packages/permesso/test/look/made-home.ts';

const repository = join(import.meta.dirname, '../..');

/** Where the home stands inside the tour, so that no screen shows a folder of this machine. */
export const shownHome = '/home/sandra';

export interface TourHome {
  readonly folder: string;
  /** The program and the words before a command, so that it runs in the home and sees no other one. */
  readonly enter: readonly string[];
  readonly remove: () => void;
}

/** A home with the built packages installed, a past month of work, and a small project under git. */
export function tourHome({ claude }: { readonly claude: string }): TourHome {
  const root = mkdtempSync(join(tmpdir(), 'permesso-tour-'));
  const folder = join(root, 'home');
  const local = join(folder, '.local');
  mkdirSync(join(local, 'bin'), { recursive: true });
  installBuilt(root, local);
  placeNode(join(local, 'bin/node'));
  symlinkSync(claude, join(local, 'bin/claude'));
  makeHome({ home: folder, calls: 600, until: Date.now() });
  for (const name of globSync('{.claude,.codex}/**/*.jsonl', { cwd: folder })) {
    const file = join(folder, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(folder, shownHome));
  }
  // Only Claude Code is installed here: what Codex left behind would be shown as a second agent.
  rmSync(join(folder, '.codex'), { recursive: true, force: true, maxRetries: 20 });
  settleIn(folder);
  return {
    folder,
    enter: `bwrap --dev-bind / / --tmpfs /home --bind ${folder} ${shownHome} --chdir ${shownHome}/shop`.split(
      ' ',
    ),
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 20 }),
  };
}

function installBuilt(root: string, prefix: string): void {
  const packed = join(root, 'packed');
  mkdirSync(packed);
  const npm = (args: readonly string[], cwd: string): void =>
    void execFileSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  for (const name of ['engine', 'protocol', 'gate', 'permesso'])
    npm(
      ['pack', '--ignore-scripts', '--silent', '--pack-destination', packed],
      join(repository, 'packages', name),
    );
  const tarballs = globSync('*.tgz', { cwd: packed }).map((name) => join(packed, name));
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  npm(['install', '--global', '--prefix', prefix, ...quietly, ...tarballs], root);
  // What a release packs beside the build; its script would build once more.
  cpSync(join(repository, 'corpus'), join(prefix, 'lib/node_modules/permesso/corpus'), { recursive: true });
}

function placeNode(to: string): void {
  try {
    linkSync(process.execPath, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    copyFileSync(process.execPath, to);
  }
}

/** What Claude Code asks in its first minute is not about Permesso: it was answered before. */
function settleIn(folder: string): void {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write('.claude/settings.json', '{\n  "theme": "dark",\n  "permissions": { "defaultMode": "default" }\n}\n');
  write(
    '.claude.json',
    JSON.stringify({
      hasCompletedOnboarding: true,
      theme: 'dark',
      customApiKeyResponses: { approved: ['dummy'], rejected: [] },
      projects: {
        [join(shownHome, 'shop')]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true },
      },
    }),
  );
  const project = join(folder, 'shop');
  rmSync(join(project, '.git'), { recursive: true, maxRetries: 20 });
  write(
    'shop/package.json',
    '{\n  "name": "shop",\n  "version": "1.4.0",\n  "scripts": { "test": "node --test" }\n}\n',
  );
  write(
    'shop/package-lock.json',
    '{ "name": "shop", "version": "1.4.0", "lockfileVersion": 3, "packages": {} }\n',
  );
  write('shop/money/package.json', '{\n  "name": "money",\n  "version": "1.0.0"\n}\n');
  write('shop/src/price.ts', 'export const price = (net: number): number => net * 1.19;\n');
  const git = (...args: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=Sandra', '-c', 'user.email=sandra@example.com', ...args], {
      cwd: project,
      stdio: 'ignore',
      env: { PATH: '/usr/bin:/bin', HOME: folder },
    });
  git('init', '-b', 'main');
  git('add', '-A');
  git('commit', '-m', 'first');
}
