/** Policies as large companies write them, and as somebody does who wants to stop the server. */
const ordinary: readonly ((at: number) => string)[] = [
  (at) => `Bash(tool${at}:*)`,
  (at) => `Bash(npm run task-${at}:*)`,
  (at) => `Read(/srv/app${at}/**)`,
  (at) => `Edit(/srv/app${at}/config/secrets.yaml)`,
  (at) => `WebFetch(domain:a${at}.example.com)`,
  (at) => `mcp__github__tool_${at}`,
];
const hostile = (at: number): string => `Bash(${'*a'.repeat(17)}${at}:*)`;

function policyText(rules: readonly string[]): string {
  const lines = rules.map((rule) => `  - '${rule}'\n`);
  return `deny:\n${lines.join('')}tests:\n  - { call: Bash(ls), expect: allow }\n`;
}

export function ordinaryPolicy(count: number, from = 0): string {
  return policyText(
    Array.from({ length: count }, (_, at) => ordinary[at % ordinary.length]?.(from + at) ?? ''),
  );
}

/** `from` apart: no rule of one is in the other, so that all have to be compared. */
export function hostilePolicy(count: number, from = 0): string {
  return policyText(Array.from({ length: count }, (_, at) => hostile(from + at)));
}
