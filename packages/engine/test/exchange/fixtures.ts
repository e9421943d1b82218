import type { ReadOptions } from '../../src/policy/formats/format.ts';
import type { Verdict } from '../../src/policy/rules/verdict.ts';

/** A file as people really have it, what it becomes (`NAME.expected.yaml`), and what then happens to some calls. */
export interface Fixture {
  readonly file: string;
  readonly format: string;
  readonly options?: ReadOptions;
  readonly calls: readonly (readonly [call: string, verdict: Verdict])[];
}

export const fixtures: readonly Fixture[] = [
  {
    file: 'claude-user.json',
    format: 'claude',
    options: { layer: 'user' },
    calls: [
      ['Bash(git status --short)', 'allow'],
      ['Bash(npm run lint)', 'allow'],
      ['Bash(gh pr create)', 'ask'],
      ['Bash(git push)', 'ask'],
      ['Bash(npm publish --dry-run)', 'ask'],
      ['Bash(rm -rf build)', 'deny'],
      ['Bash(psql anything)', 'deny'],
      ['Read(.env.local)', 'deny'],
      ['Edit(docs/a.md)', 'allow'],
      ['mcp__github__list_issues({})', 'allow'],
      ['mcp__other__x({})', 'ask'],
      ['Agent({"subagent_type": "Publisher"})', 'deny'],
      ['WebFetch(https://docs.example.com)', 'deny'],
      ['Bash(npm install)', 'ask'],
    ],
  },
  {
    file: 'claude-managed.json',
    format: 'claude',
    options: { layer: 'managed' },
    calls: [
      ['Bash(make all)', 'allow'],
      ['Bash(sudo make)', 'deny'],
      ['Bash(kubectl get pods)', 'ask'],
      ['Bash(git push origin --force)', 'ask'],
      ['mcp__github__delete_repo({})', 'deny'],
    ],
  },
  {
    file: 'claude-bypass.json',
    format: 'claude',
    options: { layer: 'local' },
    calls: [
      ['Bash(make all)', 'allow'],
      ['Bash(rm a)', 'ask'],
      ['Bash(docker system prune -a)', 'deny'],
    ],
  },
  {
    file: 'copilot-flags.txt',
    format: 'copilot',
    calls: [
      ['Bash(git commit)', 'allow'],
      ['Bash(git push origin)', 'deny'],
      ['Bash(npm run test)', 'allow'],
      ['Bash(npm run test:all)', 'ask'],
      ['Edit(src/a.ts)', 'allow'],
      ['Edit(web/.env)', 'deny'],
      // Not among --available-tools, whatever the rules say.
      ['Write(src/a.ts)', 'deny'],
      ['mcp__github__get({})', 'deny'],
      ['WebFetch(https://docs.example.com/a)', 'deny'],
    ],
  },
  {
    file: 'copilot-yolo.txt',
    format: 'copilot',
    calls: [
      ['Bash(make all)', 'allow'],
      ['Bash(git push)', 'deny'],
      ['mcp__prod-db__query({})', 'deny'],
      ['Bash(rm -rf /)', 'ask'],
    ],
  },
  {
    file: 'copilot-config.json',
    format: 'copilot-config',
    options: { root: '/home/dev/project' },
    calls: [
      ['Bash(npm run build)', 'allow'],
      ['Bash(npm run build -- a)', 'ask'],
      ['Bash(git commit)', 'allow'],
      ['Bash(dotnet build)', 'ask'],
      ['mcp__linear__create({})', 'ask'],
    ],
  },
  {
    file: 'codex-default.rules',
    format: 'codex',
    calls: [
      ['Bash(git diff)', 'allow'],
      ['Bash(git push origin)', 'ask'],
      ['Bash(git push --force)', 'deny'],
      ['Bash(psql x)', 'deny'],
      ['Bash(kubectl get pods)', 'deny'],
      ['Bash(make all)', 'ask'],
      ['WebFetch(https://pastebin.com/x)', 'deny'],
    ],
  },
  {
    file: 'codex-requirements.toml',
    format: 'codex-requirements',
    calls: [
      ['Bash(rm a)', 'deny'],
      ['Bash(git commit)', 'ask'],
      ['Bash(terraform apply)', 'deny'],
    ],
  },
  {
    file: 'gemini-team.toml',
    format: 'gemini',
    calls: [
      ['Bash(npm test)', 'allow'],
      ['Bash(rm -rf a)', 'deny'],
      ['Bash(find . && shred -f a)', 'deny'],
      ['mcp__github__get_issue({})', 'deny'],
      ['mcp__github__delete({})', 'deny'],
      ['Read(.env)', 'deny'],
    ],
  },
  {
    file: 'opencode-strict.json',
    format: 'opencode',
    calls: [
      ['Bash(ls -la)', 'allow'],
      ['Bash(git status --short)', 'allow'],
      ['Bash(npm run build)', 'allow'],
      ['Bash(cat a)', 'ask'],
      ['Bash(git branch)', 'ask'],
      ['Bash(rm a)', 'deny'],
      ['Bash(git push)', 'deny'],
      ['Read(src/a.ts)', 'allow'],
      ['Read(web/.env.example)', 'deny'],
      ['Write(docs/a/b.md)', 'allow'],
      ['Write(src/a.ts)', 'ask'],
      ['WebFetch(https://docs.example.com/a)', 'allow'],
      ['mcp__github__get({})', 'allow'],
      ['mcp__github__delete_repo({})', 'deny'],
    ],
  },
  {
    file: 'opencode-deny.json',
    format: 'opencode',
    calls: [
      ['Bash(git diff)', 'allow'],
      ['Bash(make all)', 'allow'],
      ['Bash(make deploy prod)', 'deny'],
      ['Bash(ls)', 'deny'],
      ['Bash(git log --oneline -5)', 'allow'],
      ['Bash(git log -5)', 'deny'],
      ['Read(src/a.ts)', 'allow'],
      ['Write(src/a.ts)', 'deny'],
    ],
  },
  {
    file: 'vscode-settings.json',
    format: 'vscode',
    calls: [
      ['Bash(git commit)', 'allow'],
      ['Bash(git push)', 'ask'],
      ['Bash(npm run lint)', 'allow'],
      ['Bash(npm publish)', 'ask'],
      ['Bash(git fetch --force)', 'ask'],
      ['Write(src/a.ts)', 'allow'],
      ['Write(a/b.lock)', 'ask'],
      ['WebFetch(https://docs.example.com/x)', 'allow'],
      ['WebFetch(https://api.example.com/v1/x)', 'ask'],
    ],
  },
  {
    file: 'cursor-cli.json',
    format: 'cursor',
    calls: [
      ['Bash(git commit)', 'allow'],
      ['Bash(git push --force origin)', 'deny'],
      ['Bash(npm run build)', 'allow'],
      ['Bash(rm a)', 'deny'],
      ['Read(lib/a.md)', 'allow'],
      ['Read(.env)', 'deny'],
      ['mcp__any__list({})', 'allow'],
    ],
  },
  {
    file: 'agentscope-context.json',
    format: 'agentscope',
    calls: [
      ['Bash(npm run build)', 'allow'],
      ['Bash(git push)', 'ask'],
      ['Bash(rm a)', 'deny'],
      ['Bash(psql -c "DROP TABLE x")', 'deny'],
      ['Write(lib/a.ts)', 'allow'],
      ['refund({"amount": 5})', 'deny'],
    ],
  },
  {
    file: 'conductor-workflow.yaml',
    format: 'conductor',
    calls: [
      ['Read(a.ts)', 'allow'],
      ['WebFetch(https://example.com)', 'allow'],
      ['Bash(ls)', 'deny'],
      ['Write(a.ts)', 'deny'],
      ['deploy({})', 'deny'],
    ],
  },
  {
    file: 'agent-code.toml',
    format: 'agent-code',
    calls: [
      ['Bash(cargo build)', 'allow'],
      ['Bash(cargo publish)', 'deny'],
      ['Bash(ls)', 'deny'],
      ['Read(src/a.rs)', 'allow'],
      ['Write(docs/a.md)', 'deny'],
      ['Write(src/a.rs)', 'deny'],
    ],
  },
  {
    file: 'vibing-chat.md',
    format: 'vibing',
    calls: [
      ['Bash(make all)', 'allow'],
      ['Bash(git push)', 'ask'],
      ['Bash(sudo make)', 'deny'],
      ['Read(src/a.ts)', 'allow'],
      ['Read(a/b.secret)', 'deny'],
      ['mcp__a__b({})', 'deny'],
      ['WebFetch(https://github.com)', 'deny'],
    ],
  },
];
