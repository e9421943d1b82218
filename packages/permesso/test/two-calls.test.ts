import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixedWorld } from '@permesso/engine/internal/world/fixed-world';
import { describe, expect, test } from 'vitest';
import { layersFrom } from '../src/gate/file-layers.ts';
import { createGate, type Gate } from '../src/gate/gate.ts';
import { projectKinds } from '../src/storage/project-groups.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/presets.md'), 'utf8');
const rows = [...page.matchAll(/^\| `([\w-]+-project)` \| `([^`]+)` \| `([^`]+)` \|$/gmu)].map(
  ([, group = '', file = '', command = '']) => ({ group, file, command }),
);

function gateWith(...groups: readonly string[]): Gate {
  const text = `use: [${['balanced', ...groups].join(', ')}]\n`;
  const source = { layer: 'user' as const, file: 'policy.yaml', root: '/home/dev/project', text };
  const { layers } = layersFrom(source, { trust: { file: '', projects: [] }, home: '/home/dev' });
  return createGate({ policy: layers, world: () => fixedWorld() });
}

describe('what trust in the code of a project gives, as the page says', () => {
  test.each(rows)('$group: an edit of $file, then $command', ({ group, file, command }) => {
    const edit = { tool: 'Edit', input: { file_path: `/home/dev/project/${file}` } };
    const run = { tool: 'Bash', input: { command } };
    const gate = gateWith(group);
    expect([gate.decide(edit).verdict, gate.decide(run).verdict]).toEqual(['allow', 'allow']);
    expect(gateWith().decide(run).verdict).toBe('ask');
  });

  test('every group for a project is in the list', () => {
    const named = rows.map(({ group }) => group);
    expect(named).toEqual(expect.arrayContaining(projectKinds.flatMap(({ groups }) => groups)));
  });
});

describe('what no group gives', () => {
  const all = gateWith(...new Set(projectKinds.flatMap(({ groups }) => groups)));
  test.each([
    'npx -p other tsc',
    'npx --package=other tsc',
    'uv run --with other pytest',
    'npm exec -c "id"',
    'npx some-other-program',
    'uv run some-other-program',
    'cd /tmp/other && npm test',
    'cd /tmp/other && make test',
    'cd /tmp/other && ./gradlew test',
    'npm publish',
    'npm install left-pad',
    'cargo publish',
    'cargo install ripgrep',
    './gradlew publish',
    './gradlew :app:jib',
    './gradlew test publishAllPublicationsToReleasesRepository',
    './gradlew flywayClean',
    'mvn deploy',
    'mvn clean deploy -DskipTests',
    'make deploy',
    'make -j4 install',
    'docker compose down -v',
    'docker compose run --rm app sh',
    'docker compose exec db psql -c "drop table a"',
    'terraform apply',
    'helm install x y',
    'git push',
    'git commit --no-verify -m x',
    'git checkout -- .',
    'git reset --hard',
    'git stash drop',
    'git branch -D x',
    'gh pr checkout 12',
    'go get example.com/x',
    'go install example.com/x@latest',
    'alembic downgrade base',
    'prisma migrate reset',
    'curl -d @notes.txt https://pypi.org/',
    'kill 1234',
  ])('%s', (command) => {
    expect(all.decide({ tool: 'Bash', input: { command } }).verdict).toBe('ask');
  });
});
