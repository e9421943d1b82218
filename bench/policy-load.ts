import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { loadPolicy, policyLoader } from '@permesso/gate/policy';
import { measure, rounded } from './measure.ts';

const count = 10_000;

/** What does it cost to load a policy of 10,000 rules, beside reading the same text as YAML and nothing more? */
export function benchPolicyLoad(): { readonly ratio: number } & Record<string, unknown> {
  const scratch = mkdtempSync(join(tmpdir(), 'permesso-bench-'));
  try {
    const text = policyText();
    const file = join(scratch, 'policy.yaml');
    writeFileSync(file, text);
    const options = {
      cwd: scratch,
      home: scratch,
      env: {},
      managed: join(scratch, 'none'),
      policyFiles: [file],
    };
    const { policy } = loadPolicy(options);
    if (policy.rules.length !== count) throw new Error(`${policy.rules.length} rules were loaded`);
    const source = policyLoader(options);
    const [bare, whole, again] = measure(
      [
        { name: 'bare', operations: 1, round: () => void parse(text) },
        { name: 'load', operations: 1, round: () => void loadPolicy(options) },
        { name: 'again', operations: 1, round: () => void source() },
      ],
      15,
    );
    if (bare === undefined || whole === undefined || again === undefined) throw new Error('nothing measured');
    return {
      bench: 'policy-load',
      ratio: rounded(whole.median / bare.median),
      limit: 3,
      milliseconds: {
        'bare YAML parse': rounded(bare.median / 1000),
        load: rounded(whole.median / 1000),
        'look again, nothing changed': rounded(again.median / 1000),
      },
      rules: count,
      bytes: text.length,
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** As people write it: mostly short rules, some with a reason, some with words, comments between them. */
function policyText(): string {
  const lists: Record<'allow' | 'ask' | 'deny', string[]> = { allow: [], ask: [], deny: [] };
  const more = [
    (n: number) => lists.allow.push(`  - Bash(tool-${n} run:*)`),
    (n: number) => lists.allow.push(`  - Read(packages/module-${n}/**)`),
    (n: number) =>
      lists.deny.push(`  - rule: Write(**/generated-${n}/**)\n    guidance: Run the generator instead.`),
    (n: number) => lists.allow.push(`  - WebFetch(domain:host-${n}.example.net)`),
    (n: number) => lists.ask.push(`  # server ${n}\n  - mcp__server-${n}__write_*`),
    (n: number) => lists.deny.push(`  - "Bash(danger-${n}:*)"`),
    (n: number) => lists.ask.push(`  - rule: internal_tool_${n}\n    when: { amount: { gt: ${n} } }`),
  ];
  for (let n = 0; n < count; n += 1) more[n % more.length]?.(n);
  return Object.entries(lists)
    .map(([verdict, rules]) => `${verdict}:\n${rules.join('\n')}\n`)
    .join('\n');
}
