import { describe, expect, it } from 'vitest';
import { fixedWorld, type ProjectScript } from '@permesso/engine/world';
import { layersFrom } from '../src/gate/file-layers.ts';
import { createGate, type Gate } from '../src/gate/gate.ts';
import { projectGroups } from '../src/disk/project-groups.ts';
import { publishingCalls } from './publishing-calls.ts';

const root = '/home/dev/project';

/** A project of every kind at once, whose code is trusted. */
function trusted(
  scripts: Readonly<Record<string, string>> | 'any' = {},
  more = '',
  use: readonly string[] = ['balanced', ...projectGroups],
): Gate {
  const text = `use: [${use.join(', ')}]\n${more}`;
  const source = { layer: 'user' as const, file: 'policy.yaml', root, text };
  const { layers } = layersFrom(source, { trust: { file: '', projects: [] }, home: '/home/dev' });
  const script = ({ runner, name }: ProjectScript): string | undefined =>
    scripts === 'any' ? 'true' : scripts[`${runner} ${name}`];
  const world = fixedWorld({
    cwd: root,
    project: root,
    workingDirectories: [root],
    home: '/home/dev',
    script,
    recoverable: (path) => path === `${root}/dist`,
  });
  return createGate({ policy: layers, world: () => world });
}

function running(gate: Gate, commands: readonly string[]): readonly string[] {
  return commands.filter(
    (command) => gate.explain({ tool: 'Bash', input: { command } }).decision.verdict === 'allow',
  );
}

const words =
  'publish deploy release upload push promote flash erase drop wipe reset fresh destroy purge delete truncate prod rollout ship rollback unpublish redeploy'.split(
    ' ',
  );

/** The names that people make of a word. */
function taskNames(word: string): readonly string[] {
  const upper = word[0]?.toUpperCase() + word.slice(1);
  return [
    word,
    `${word}:all`,
    `app:${word}`,
    `${word}-web`,
    `do-${word}`,
    `all_${word}`,
    `${word}ToCentral`,
    `app${upper}`,
    `db.${word}`,
    `a/${word}`,
    `${word}:now:please`,
  ];
}

const runners: readonly ((task: string) => string)[] = [
  ...'npm run,pnpm run,yarn run,bun run,pnpm --filter web run,npm run -w web,yarn workspace web,pnpm -r run,npx turbo run,turbo,npx nx,nx run,pnpm nx,npx lerna run,deno task,./gradlew,gradle,./gradlew -q :app,mvn,./mvnw -B,sbt,mill,./mill,make,make -C sub,gmake,just,task,rake,bundle exec rake,bin/rake,composer run,composer run-script,vendor/bin/dep,vendor/bin/robo,./vendor/bin/sail artisan,vendor/bin/drush,vendor/bin/wp db,bazel run,cmake --build build --target,cmake --build build -t,ninja,ninja -C build,meson compile -C build,cargo xtask,cargo run --bin,cargo run --,nox -s,tox -e,hatch run,pdm run,poetry run,uv run,pipenv run,rye run,zig build,swift run,dotnet run --project,go run,go run ./cmd/x,flask,dart run,flutter run -t,gleam run -m,scons,xmake run,premake5,air,tsx,ts-node,next,ng,changeset,lefthook run,mkdocs,flutter drive,gradio,./node_modules/.bin/x,node_modules/.bin/x,php vendor/bin/x,bundle exec,npx,bunx,pnpm exec,npm exec'
    .split(',')
    .map((runner) => (task: string) => `${runner} ${task}`),
  (task) => `./scripts/${task.replaceAll(/[:/]/gu, '-')}.sh`,
  (task) => `bin/${task.replaceAll(/[:/]/gu, '-')}`,
  (task) => `vendor/bin/${task.replaceAll(/[:/]/gu, '-')}`,
  (task) => `npm run build && npm run ${task}`,
  (task) => `cd /home/dev/project && time npm run ${task} 2>&1 | tail -5`,
];

describe('Finding 10: in a project whose code is trusted, publishing, deploying and deleting data still ask', () => {
  it('Finding 10: no runner runs a task whose name says so, whether the task can be read or not', () => {
    // Each runner sees each word, and each way to make a name of it.
    const commands = runners
      .flatMap((runner, at) =>
        words.flatMap((word, index) => {
          const names = taskNames(word);
          return [word, names[(at + index) % names.length] ?? word].map(runner);
        }),
      )
      .filter((command) => command !== 'npx nx reset'); // nx's own: it empties nx's cache.
    expect(running(trusted(), commands)).toEqual([]);
    expect(
      running(
        trusted('any'),
        commands.filter((_, at) => at % 7 === 0),
      ),
    ).toEqual([]);
  });

  it('Finding 10: none of the commands that are known to publish or delete runs', () => {
    expect(running(trusted(), publishingCalls)).toEqual([]);
    expect(running(trusted('any'), publishingCalls)).toEqual([]);
  });

  it('builds, tests and checks stay quiet, whatever they are called', () => {
    const quiet = [
      'npm run build',
      'npm run build:prod',
      'pnpm run build:production',
      'npm run test:release',
      'npx vitest run src/deploy/reset.test.ts',
      'pytest tests/test_publish.py -k reset',
      'python -m pytest tests/test_deploy.py',
      'cargo build --release',
      'cargo test publish',
      'cargo build -p release-tools',
      './gradlew assembleRelease',
      './gradlew :release-notes:test',
      './gradlew test --tests "*ResetPasswordTest"',
      './gradlew spotlessApply',
      './gradlew publishToMavenLocal',
      'mvn -q -pl deploy-tools test',
      'go test ./internal/deploy/... -run TestReset',
      'go build ./cmd/release',
      'eslint src/features/release',
      'dotnet build -c Release',
      'swift build -c release',
      'bazel test //deploy:all',
      'cmake -B build -DCMAKE_BUILD_TYPE=Release',
      'cmake --build build --target all',
      'ninja -C build',
      'make test',
      'just ci',
      'tox -e py312',
      'vendor/bin/phpunit tests/ResetTest.php',
      'phpunit --filter testDelete',
      'cmake --install build --prefix ./out',
    ];
    expect(quiet.filter((command) => !running(trusted(), [command]).includes(command))).toEqual([]);
  });

  it('a rule of your own runs what it names, where no rule asks about publishing', () => {
    const gradle = createGate({
      policy: { allow: ['Bash(./gradlew:*)'] },
      world: () => fixedWorld({ cwd: root, project: root, workingDirectories: [root] }),
    });
    expect(running(gradle, ['./gradlew publishPlugins'])).toEqual(['./gradlew publishPlugins']);
  });

  it('says why', async () => {
    const { message } = await trusted().check({ tool: 'Bash', input: { command: 'pnpm run deploy' } });
    expect(message).toContain('going by the word `deploy`');
  });
});

describe('Finding 10: what a script says counts as if it were typed', () => {
  it('a guarded or protected place that a script writes is asked about', () => {
    const gate = trusted({
      'npm plant': 'echo {} > .claude/settings.json',
      'npm hook': 'cp x .git/hooks/pre-commit',
      'npm fine': 'cp a.ts b.ts',
    });
    expect(running(gate, ['npm run plant', 'npm run hook', 'npm run fine'])).toEqual(['npm run fine']);
  });

  const scripts = {
    'npm finish': 'wrangler deploy',
    'npm both': 'npm run lint && npm run finish',
    'npm lint': 'eslint . && node scripts/check.js',
    'npm gen': 'graphql-codegen && prettier --write src',
    'npm upload-map': 'true',
    'npm assets': 'aws s3 sync dist s3://bucket',
    'npm remote': 'ssh web uptime',
    'npm secret': 'cat ~/.aws/credentials',
    'npm clean': 'rm -rf dist',
    'npm empty': 'rm -rf data',
    'npm start': 'concurrently "vite" "tsc -w"',
    'npm send': 'curl -d @dist/a.json https://hooks.example/x',
    'composer finish': 'php artisan migrate:fresh',
    'composer tidy': 'vendor/bin/pint && composer run finish',
    'composer check': 'vendor/bin/phpstan analyse',
    'make finish': './scripts/publish.sh',
    'make objects': 'cc -c a.c -o a.o',
    'deno finish': 'deno run -A deploy.ts',
  };
  it.each([
    'npm run finish',
    'pnpm finish',
    'npm run both',
    'npm run upload-map',
    'npm run assets',
    'npm run remote',
    'npm run secret',
    'npm run empty',
    'npm run send',
    'npx turbo run finish',
    'npx nx run web:finish',
    'pnpm --filter web run finish',
    'npm run finish -w web',
    'yarn workspace web finish',
    'composer run finish',
    'composer finish',
    'composer run tidy',
    'make finish',
    'deno task finish',
    'node --run finish',
  ])('Finding 10: %s asks, since its script would', async (command) => {
    expect((await trusted(scripts).check({ tool: 'Bash', input: { command } })).verdict).not.toBe('allow');
  });

  it.each([
    'npm run lint',
    'npm run gen',
    'npm run clean',
    'npm start',
    'composer run check',
    'make objects',
    'npm run none',
  ])('%s runs', (command) => expect(running(trusted(scripts), [command])).toEqual([command]));
});
