import type { Example } from './example.ts';

function rules(...tables: readonly string[]): string {
  return tables.map((table) => `[[rule]]\n${table}\n`).join('\n');
}

/** The rule with the highest priority decides; allow, ask and deny have no order among themselves. */
export const geminiExamples: readonly Example[] = [
  {
    says: 'a higher deny, a lower allow',
    source: rules(
      'toolName = "run_shell_command"\ncommandPrefix = ["git", "npm test"]\ndecision = "allow"\npriority = 100',
      'toolName = "run_shell_command"\ncommandPrefix = "git push"\ndecision = "deny"\npriority = 200\ndenyMessage = "Ask first."',
    ),
    calls: [
      ['Bash(git commit -m x)', 'allow'],
      ['Bash(npm test -- a)', 'allow'],
      ['Bash(git push origin)', 'deny'],
      ['Bash(npm publish)', 'ask'],
    ],
  },
  {
    says: 'a catch-all deny below a few allows',
    source: rules(
      'toolName = "run_shell_command"\ndecision = "deny"\npriority = 1',
      'toolName = "run_shell_command"\ncommandPrefix = ["git status", "make"]\ndecision = "allow"\npriority = 50',
    ),
    calls: [
      ['Bash(git status --short)', 'allow'],
      ['Bash(make build)', 'allow'],
      ['Bash(ls)', 'deny'],
      ['Bash(git log)', 'deny'],
      ['Bash(git --version)', 'deny'],
      ['Bash(npm publish)', 'deny'],
      ['Bash($X a)', 'deny'],
      ['Bash(git status && cat a)', 'deny'],
    ],
  },
  {
    says: 'a catch-all question below a few allows',
    source: rules(
      'toolName = "run_shell_command"\ndecision = "ask_user"\npriority = 1',
      'toolName = "run_shell_command"\ncommandPrefix = "make"\ndecision = "allow"\npriority = 50',
    ),
    calls: [
      ['Bash(make build)', 'allow'],
      ['Bash(npm publish)', 'ask'],
      ['Bash(frobnicate)', 'ask'],
    ],
  },
  {
    says: 'a lower rule that is never reached',
    source: rules(
      'toolName = "run_shell_command"\ncommandPrefix = "docker ps"\ndecision = "deny"\npriority = 10',
      'toolName = "run_shell_command"\ncommandPrefix = "docker"\ndecision = "allow"\npriority = 20',
    ),
    calls: [['Bash(docker ps)', 'allow']],
  },
  {
    says: 'a lower deny that overlaps a higher allow: the deny stays, and the report says so',
    source: rules(
      'toolName = "run_shell_command"\ncommandPrefix = "docker"\ndecision = "deny"\npriority = 10',
      'toolName = "run_shell_command"\ncommandPrefix = "docker compose"\ndecision = "allow"\npriority = 20',
    ),
    calls: [
      ['Bash(docker compose up)', 'allow', 'deny'],
      ['Bash(docker run x)', 'deny'],
    ],
  },
  {
    says: 'expressions: an allow of plain words, a deny that is searched for',
    source: rules(
      'toolName = "run_shell_command"\ncommandRegex = "npm (?:run build|ci)(?:\\\\s|$)"\ndecision = "allow"\npriority = 10',
      'toolName = "run_shell_command"\ncommandRegex = "git .*--force"\ndecision = "deny"\npriority = 20',
      'toolName = "run_shell_command"\ncommandRegex = "cargo [a-z]+"\ndecision = "allow"\npriority = 30',
      'toolName = "run_shell_command"\ncommandRegex = "kube(.*)"\ndecision = "deny"\npriority = 40',
    ),
    calls: [
      ['Bash(npm ci)', 'allow'],
      ['Bash(npm run build --if-present)', 'allow'],
      ['Bash(npm run builder)', 'ask'],
      ['Bash(git push origin --force)', 'deny'],
      ['Bash(cargo build)', 'allow', 'ask'],
      ['Bash(kubectl get pods)', 'deny'],
    ],
  },
  {
    says: 'servers, tools, several names',
    source: rules(
      'mcpName = "github"\ntoolName = "delete_repo"\ndecision = "deny"\npriority = 500',
      'mcpName = "github"\ndecision = "allow"\npriority = 100',
      'toolName = ["write_file", "replace"]\ndecision = "allow"\npriority = 100',
      'toolName = "mcp_linear_*"\ndecision = "allow"\npriority = 100',
      'toolName = "google_web_search"\ndecision = "deny"\npriority = 100',
    ),
    calls: [
      ['mcp__github__get({})', 'allow'],
      ['mcp__github__delete_repo({})', 'deny'],
      ['Write(src/a.ts)', 'allow'],
      ['mcp__linear__list({})', 'allow'],
      ['mcp__other__list({})', 'ask'],
      ['WebSearch({"query": "a"})', 'deny'],
    ],
  },
  {
    says: 'modes: only the rules of the mode that is asked for',
    source: rules(
      'toolName = "*"\ndecision = "deny"\npriority = 900\nmodes = ["plan"]',
      'toolName = "run_shell_command"\ncommandPrefix = "make"\ndecision = "allow"\npriority = 10\nmodes = ["default", "autoEdit"]',
    ),
    calls: [['Bash(make)', 'allow']],
  },
  {
    says: 'conditions that cannot be tested: an allow goes, a deny holds for all',
    source: rules(
      'mcpName = "github"\ntoolAnnotations = { readOnlyHint = true }\ndecision = "allow"\npriority = 10',
      'toolName = "deploy"\ninteractive = false\ndecision = "deny"\npriority = 10',
      'toolName = "read_file"\nargsPattern = "secret"\ndecision = "deny"\npriority = 10',
    ),
    calls: [
      ['mcp__github__get({})', 'allow', 'ask'],
      ['deploy({})', 'ask', 'deny'],
      ['Read(a/secret.txt)', 'deny'],
      ['Read(a.txt)', 'ask', 'deny'],
    ],
  },
];
