import { readFileSync, writeFileSync } from 'node:fs';
import { replaceSection } from './page-section.ts';

const page: URL = new URL('../../../proof/two-calls.md', import.meta.url);

/** One way in which two allowed calls run any code: a file that the agent may write, then a command that loads it. */
export interface TwoCalls {
  readonly file: string;
  readonly command: string;
}

export const twoCalls: readonly TwoCalls[] = (
  [
    ['conftest.py', 'pytest'],
    ['test/a.test.js', 'node --test test/a.test.js'],
    ['.pre-commit-config.yaml', 'pre-commit run --all-files'],
    ['.prettierrc.mjs', 'prettier --check .'],
    ['package.json', 'npm test'],
    ['vitest.config.ts', 'npx vitest run'],
    ['eslint.config.js', 'npx eslint src'],
    ['deno.json', 'deno task build'],
    ['conftest.py', 'uv run pytest'],
    ['tests/test_a.py', 'python3 -m pytest'],
    ['manage.py', 'python manage.py test'],
    ['notebooks/a.ipynb', 'jupyter nbconvert --execute notebooks/a.ipynb'],
    ['app.py', 'streamlit run app.py'],
    ['build.rs', 'cargo check'],
    ['src/main.rs', 'cargo run'],
    ['main_test.go', 'go test ./...'],
    ['main.go', 'go generate ./...'],
    ['build.gradle.kts', './gradlew test'],
    ['pom.xml', 'mvn test'],
    ['CMakeLists.txt', 'cmake --build build'],
    ['configure', './configure'],
    ['Rakefile', 'bundle exec rake test'],
    ['bin/rails', 'bin/rails test'],
    ['phpunit.xml', 'vendor/bin/phpunit'],
    ['artisan', 'php artisan test'],
    ['Directory.Build.props', 'dotnet test'],
    ['mix.exs', 'mix test'],
    ['test/a_test.dart', 'dart test'],
    ['Package.swift', 'swift test'],
    ['Makefile', 'make test'],
    ['compose.yaml', 'docker compose up -d'],
    ['Dockerfile', 'docker build .'],
    ['main.tf', 'terraform plan'],
    ['molecule.yml', 'ansible-lint'],
  ] as const
).map(([file, command]) => ({ file, command }));

export function writtenTwoCalls(): string {
  return readFileSync(page, 'utf8');
}

export function renderTwoCalls(): string {
  const rows = twoCalls.map(({ file, command }) => `| \`${file}\` | \`${command}\` |`);
  const text = ['| First an edit of | then |', '|---|---|', ...rows].join('\n');
  return replaceSection(writtenTwoCalls(), 'two-calls', text);
}

if (process.argv.includes('--write')) writeFileSync(page, renderTwoCalls());
