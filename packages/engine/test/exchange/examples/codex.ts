import type { Example } from './example.ts';

/** All rules that match are collected and the strictest decides; there is no order. */
export const codexExamples: readonly Example[] = [
  {
    says: 'the strictest of all that match, alternatives, a decision left out',
    source: `
prefix_rule(pattern = ["git"], decision = "allow")
prefix_rule(
    pattern = ["git", ["push", "fetch"]],  # either
    decision = "prompt",
    justification = "Publishes your work.",
    match = ["git push origin"],
    not_match = ["git status"],
)
prefix_rule(pattern = ["git", "push", "--force"], decision = "forbidden", justification = "Use --force-with-lease.")
prefix_rule(pattern = ["npm", "test"])
`,
    calls: [
      ['Bash(git commit -m x)', 'allow'],
      ['Bash(git fetch)', 'ask'],
      ['Bash(git push origin main)', 'ask'],
      ['Bash(git push --force)', 'deny'],
      ['Bash(npm test -- a)', 'allow'],
      ['Bash(npm publish)', 'ask'],
    ],
  },
  {
    says: 'what is more than literal is reported; a forbidden rule grows, an allowed one goes',
    source: `
SHELLS = ["bash", "zsh"]
prefix_rule(pattern = [SHELLS, "-c"], decision = "forbidden")
prefix_rule(pattern = ["kubectl"] + ["delete"], decision = "forbidden")
prefix_rule(pattern = ["make", TARGET], decision = "allow")
for name in ["a", "b"]:
    prefix_rule(pattern = [name], decision = "allow")
`,
    calls: [
      ['Bash(zsh -c ls)', 'deny'],
      ['Bash(make build)', 'ask'],
      ['Bash(a)', 'allow', 'ask'],
      ['Bash(kubectl delete pod x)', 'deny'],
    ],
  },
  {
    says: 'hosts',
    source:
      'network_rule(host = "api.example.com", protocol = "https", decision = "allow")\nnetwork_rule(host = "evil.example", protocol = "https", decision = "forbidden")',
    calls: [
      ['WebFetch(https://api.example.com/v1)', 'allow'],
      ['WebFetch(https://evil.example/)', 'deny'],
    ],
  },
];

export const codexRequirementsExamples: readonly Example[] = [
  {
    says: 'an organisation may only restrict',
    source: `
allowed_approval_policies = ["on-request"]
[rules]
prefix_rules = [
  { pattern = [{ token = "rm" }], decision = "forbidden", justification = "Use git clean -fdx instead." },
  { pattern = [{ token = "git" }, { any_of = ["push", "commit"] }], decision = "prompt" },
]
`,
    calls: [
      ['Bash(rm a)', 'deny'],
      ['Bash(git commit)', 'ask'],
      ['Bash(git push)', 'ask'],
    ],
  },
];
