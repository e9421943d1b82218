import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fixedWorld } from '@permesso/engine/world';
import { createGate, layersFrom } from '@permesso/gate/gate';
import { benchSandbox, sandboxText } from './friction-days.ts';
import { outcomeOf, type Outcome } from './friction-report.ts';

/** How often would somebody be asked about these commands with a sandbox, and why? */
export function frictionOfCommands(argv: readonly string[]): void {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      sandbox: { type: 'string' },
      session: { type: 'boolean', default: false },
      project: { type: 'string', default: '/app' },
      home: { type: 'string', default: '/home/dev' },
      list: { type: 'boolean' },
      json: { type: 'boolean' },
    },
  });
  const { project, home } = values;
  const text = `mode: acceptEdits\nuse: [balanced]\n${sandboxText(values.sandbox)}`;
  const source = { layer: 'user' as const, file: 'policy.yaml', root: project, text };
  const { layers } = layersFrom(source, { trust: { file: '', projects: [] }, home });
  const world = fixedWorld({
    cwd: project,
    home,
    repository: () => ({ hooks: [], programs: [] }),
    sandbox: benchSandbox(values.session),
  });
  const gate = createGate({ policy: layers, runsSandboxed: true, world: () => world });
  const counts: Record<Outcome, number> = { allow: 0, kept: 0, sandboxed: 0, ask: 0, deny: 0 };
  const asked: string[] = [];
  for (const file of positionals)
    for (const line of readFileSync(file, 'utf8')
      .split('\n')
      .filter((each) => each.trim() !== '')) {
      const { command } = JSON.parse(line) as { readonly command: string };
      const decision = gate.explain({ tool: 'Bash', input: { command } }).decision;
      counts[outcomeOf(decision)] += 1;
      if (decision.verdict !== 'allow') asked.push(`${JSON.stringify(command)}\n\t${decision.message}`);
    }
  const calls = counts.allow + counts.kept + counts.sandboxed + counts.ask + counts.deny;
  const share = (counts.ask + counts.deny) / calls;
  if (values.list === true) console.log(asked.join('\n'));
  else if (values.json === true) console.log(JSON.stringify({ calls, ...counts, share }));
  else
    console.log(
      `${calls} commands, balanced, acceptEdits, sandbox ${values.sandbox ?? 'off'}${values.session ? ' for the session' : ''}: ${counts.allow} allowed, ` +
        `${counts.sandboxed} sandboxed, ${counts.ask} asked, ${counts.deny} denied: ${(100 * share).toFixed(1)} % ask or deny`,
    );
}
