import { preparsePolicySet, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs';
import { createGate, fixedWorld, type Layer, type ToolCall } from '@permesso/gate';
import { compilePolicy } from '@permesso/gate/rules';
import { measure, rounded } from './measure.ts';

/** Does a policy of 10,000 rules cost more per decision than one of ten, on the same calls? */
export function benchRules(): { readonly ratio: number } & Record<string, unknown> {
  const small = manyRules(10);
  const large = manyRules(10_000);
  const world = fixedWorld();
  const gates = [small, large].map((layer) =>
    createGate({ policy: compilePolicy([layer]), world: () => world }),
  );
  const cedarPolicies = [cedarOf(small), cedarOf(large)];
  for (const [at, text] of cedarPolicies.entries()) loadCedar(`policy ${at}`, text);

  const [ten, many] = measure(
    gates.map((gate, at) => ({
      name: at === 0 ? '10 rules' : '10,000 rules',
      operations: calls.length,
      round: () => calls.forEach((call) => gate.explain(call).decision),
    })),
    60,
  );
  const [cedarTen, cedarMany] = measure(
    cedarPolicies.map((_, at) => ({
      name: at === 0 ? 'Cedar, 10' : 'Cedar, 10,000',
      operations: 20,
      round: () => calls.slice(0, 20).forEach((call) => askCedar(`policy ${at}`, call)),
    })),
    12,
  );
  if (ten === undefined || many === undefined || cedarTen === undefined || cedarMany === undefined)
    throw new Error('nothing measured');
  return {
    bench: 'rules',
    ratio: rounded(many.median / ten.median),
    limit: 1.5,
    microseconds: { 'ten rules': rounded(ten.median), 'ten thousand rules': rounded(many.median) },
    cedar: {
      ratio: rounded(cedarMany.median / cedarTen.median),
      microseconds: {
        'ten policies': rounded(cedarTen.median),
        'ten thousand policies': rounded(cedarMany.median),
      },
    },
    calls: calls.length,
    'a hundred thousand rules': hundredThousand(),
  };
}

/** Processor time in milliseconds: compiled once, then decided with, also by a call that ten thousand of the rules may be about. */
function hundredThousand(): Readonly<Record<string, number>> {
  const layer = manyRules(100_000);
  const world = fixedWorld();
  const compiled = timed(() => compilePolicy([layer]));
  const gate = createGate({ policy: compiled.value, world: () => world });
  const shell = (command: string): ToolCall => ({ tool: 'Bash', input: { command }, cwd: '/w' });
  const decided = (command: string): number =>
    timed(() => gate.explain(shell(command)).decision).milliseconds;
  return {
    compile: compiled.milliseconds,
    'first decision': decided('git status'),
    'next decision': decided('git log'),
    'every write rule may match': decided('rm -rf x'),
  };
}

function timed<T>(work: () => T): { readonly value: T; readonly milliseconds: number } {
  const start = process.cpuUsage();
  const value = work();
  return { value, milliseconds: rounded(process.cpuUsage(start).user / 1000) };
}

/** A mix as teams write it: commands, files, hosts, MCP tools; the first ten speak about the calls below. */
function manyRules(count: number): Layer {
  const allow = [
    'Read(src/**)',
    'Bash(npm run:*)',
    'Bash(git commit:*)',
    'mcp__github__get_*',
    'WebFetch(domain:docs.example.com)',
    'Write(src/**)',
  ];
  const ask = ['Bash(git push:*)', 'mcp__github__*'];
  const deny = ['Read(**/.env*)', 'Bash(rm -rf:*)'];
  const more = [
    (n: number) => allow.push(`Bash(tool-${n} run:*)`),
    (n: number) => allow.push(`Read(packages/module-${n}/**)`),
    (n: number) => deny.push(`Write(**/generated-${n}/**)`),
    (n: number) => allow.push(`WebFetch(domain:host-${n}.example.net)`),
    (n: number) => ask.push(`mcp__server-${n}__write_*`),
    (n: number) => deny.push(`Bash(danger-${n}:*)`),
    (n: number) => ask.push(`internal_tool_${n}`),
  ];
  for (let n = 10; n < count; n++) more[n % more.length]?.(n);
  return { allow, ask, deny };
}

const calls: readonly ToolCall[] = [
  ...[
    'npm run build',
    'git commit -m x',
    'git push origin main',
    'cd web && npm test | tail -5',
    'ls -la src',
  ].map((command) => ({
    tool: 'Bash',
    input: { command },
  })),
  ...['src/a.ts', 'src/deep/er/b.ts', '.env', 'packages/module-500/x.ts', '/etc/hosts'].flatMap(
    (file_path) => [
      { tool: 'Read', input: { file_path } },
      { tool: 'Write', input: { file_path } },
    ],
  ),
  ...['https://docs.example.com/a', 'https://evil.test/'].map((url) => ({
    tool: 'WebFetch',
    input: { url },
  })),
  ...['mcp__github__get_issue', 'mcp__github__create_issue', 'mcp__other__x', 'internal_tool_55'].map(
    (tool) => ({ tool, input: {} }),
  ),
];

/** The same rules as Cedar would hold them: one policy for each, on the text that the rule speaks about. */
function cedarOf({ allow = [], ask = [], deny = [] }: Layer): string {
  const policy = (effect: string) => (rule: unknown) => {
    const text = String(rule);
    const like = text
      .slice(text.indexOf('(') + 1)
      .replace(/\)$/, '')
      .replaceAll(':*', '*')
      .replaceAll('**', '*');
    return `${effect}(principal, action, resource) when { context.text like ${JSON.stringify(`*${like}`)} };`;
  };
  return [...allow.map(policy('permit')), ...ask.map(policy('forbid')), ...deny.map(policy('forbid'))].join(
    '\n',
  );
}

function loadCedar(id: string, text: string): void {
  const answer = preparsePolicySet(id, { staticPolicies: text });
  if (answer.type !== 'success') throw new Error(JSON.stringify(answer.errors));
}

function askCedar(id: string, call: ToolCall): void {
  const answer = statefulIsAuthorized({
    principal: { type: 'Agent', id: 'main' },
    action: { type: 'Action', id: call.tool },
    resource: { type: 'Call', id: 'x' },
    context: { text: Object.values(call.input).join(' ') || call.tool },
    preparsedPolicySetId: id,
    entities: [],
  });
  if (answer.type !== 'success') throw new Error(JSON.stringify(answer.errors));
}
