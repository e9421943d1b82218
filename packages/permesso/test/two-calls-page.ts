import { readFileSync, writeFileSync } from 'node:fs';
import { parsePolicyFile } from '@permesso/engine/text';
import { groupsName, readShipped, projectGroups } from '@permesso/gate/storage';
import { replaceSection } from './page-section.ts';

const page: URL = new URL('../../../docs/presets.md', import.meta.url);

/** One way in which two allowed calls run any code: a file that the agent may write, then a command that loads it. */
export interface TwoCalls {
  readonly group: string;
  readonly file: string;
  readonly command: string;
}

export const twoCalls: readonly TwoCalls[] = (
  [
    ['any-project', 'conftest.py', 'pytest'],
    ['any-project', 'test/a.test.js', 'node --test test/a.test.js'],
    ['any-project', '.pre-commit-config.yaml', 'pre-commit run --all-files'],
    ['any-project', '.prettierrc.mjs', 'prettier --check .'],
    ['node-project', 'package.json', 'npm test'],
    ['node-project', 'vitest.config.ts', 'npx vitest run'],
    ['node-project', 'eslint.config.js', 'npx eslint src'],
    ['node-project', 'deno.json', 'deno task build'],
    ['python-project', 'conftest.py', 'uv run pytest'],
    ['python-project', 'tests/test_a.py', 'python3 -m pytest'],
    ['python-project', 'manage.py', 'python manage.py test'],
    ['python-project', 'notebooks/a.ipynb', 'jupyter nbconvert --execute notebooks/a.ipynb'],
    ['python-project', 'app.py', 'streamlit run app.py'],
    ['rust-project', 'build.rs', 'cargo check'],
    ['rust-project', 'src/main.rs', 'cargo run'],
    ['go-project', 'main_test.go', 'go test ./...'],
    ['go-project', 'main.go', 'go generate ./...'],
    ['jvm-project', 'build.gradle.kts', './gradlew test'],
    ['jvm-project', 'pom.xml', 'mvn test'],
    ['cpp-project', 'CMakeLists.txt', 'cmake --build build'],
    ['cpp-project', 'configure', './configure'],
    ['ruby-project', 'Rakefile', 'bundle exec rake test'],
    ['ruby-project', 'bin/rails', 'bin/rails test'],
    ['php-project', 'phpunit.xml', 'vendor/bin/phpunit'],
    ['php-project', 'artisan', 'php artisan test'],
    ['dotnet-project', 'Directory.Build.props', 'dotnet test'],
    ['elixir-project', 'mix.exs', 'mix test'],
    ['dart-project', 'test/a_test.dart', 'dart test'],
    ['swift-project', 'Package.swift', 'swift test'],
    ['make-project', 'Makefile', 'make test'],
    ['compose-project', 'compose.yaml', 'docker compose up -d'],
    ['compose-project', 'Dockerfile', 'docker build .'],
    ['infrastructure-project', 'main.tf', 'terraform plan'],
    ['infrastructure-project', 'molecule.yml', 'ansible-lint'],
  ] as const
).map(([group, file, command]) => ({ group, file, command }));

export function writtenTwoCalls(): string {
  return readFileSync(page, 'utf8');
}

export function renderTwoCalls(): string {
  const text = projectGroups.map(sectionOf).join('\n\n');
  return replaceSection(writtenTwoCalls(), 'two-calls', text);
}

function sectionOf(group: string): string {
  const rows = twoCalls.filter((each) => each.group === group);
  return [
    `### ${group}`,
    '',
    '| First an edit of | then |',
    '|---|---|',
    ...rows.map(({ file, command }) => `| \`${file}\` | \`${command}\` |`),
    '',
    `Starts: ${programsOf(group)
      .map((name) => `\`${name}\``)
      .join(', ')}.`,
  ].join('\n');
}

/** Everything that the rules of a group let start, by the first word; behind a runner by two. */
export function programsOf(group: string): readonly string[] {
  const { file, read } = readShipped(groupsName);
  const { groups } = parsePolicyFile('text' in read ? read.text : '', { file });
  const names = (groups.get(group)?.allow ?? []).map((rule) => {
    const written = typeof rule === 'string' ? rule : rule.rule;
    const words = written
      .replace(/^Bash\(/u, '')
      .replace(/(?::\*)?\)$/u, '')
      .split(' ');
    return words.slice(0, isRunner(words) ? 3 : 1).join(' ');
  });
  return [...new Set(names)].toSorted();
}

function isRunner([name = '', option]: readonly string[]): boolean {
  return /(?:^|\/)python3?$/u.test(name) && option === '-m';
}

if (process.argv.includes('--write')) writeFileSync(page, renderTwoCalls());
