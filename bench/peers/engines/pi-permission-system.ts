import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import type { Unlabelled } from '../../../packages/permesso/src/cli/commands/conformance.ts';
import type { Verdict } from '@permesso/engine/policy';
import { commandOf, installed, perRules, wordsOfRule } from './given.ts';

interface Gate {
  readonly action?: 'allow';
  readonly preCheck?: { readonly state: Verdict };
  readonly preResolved?: { readonly state: Verdict };
}

interface Parts {
  readonly PermissionManager: new (options: object) => {
    getPromotablePathTokenMatcher(agent?: string): unknown;
  };
  readonly PermissionResolver: new (manager: object, session: object) => object;
  readonly PathNormalizer: new (flavor: unknown, cwd: string) => object;
  readonly posixPathFlavor: unknown;
  readonly ToolCallGatePipeline: new (
    resolver: object,
    inputs: object,
  ) => { evaluate(context: object, runner: object): Promise<unknown> };
}

/** It is published as TypeScript for its host, which is not needed for deciding. */
async function bundle(): Promise<Parts> {
  const folder = installed('pi-permission-system');
  const src = `${folder}/node_modules/@gotgenes/pi-permission-system/src`;
  const entry = join(folder, 'entry.ts');
  const host = join(folder, 'host.ts');
  writeFileSync(host, "export const getAgentDir = () => '/nowhere';\n");
  writeFileSync(
    entry,
    [
      ['PermissionManager', 'permission-manager'],
      ['PermissionResolver', 'permission-resolver'],
      ['PathNormalizer', 'path-normalizer'],
      ['posixPathFlavor', 'path/path-flavor'],
      ['ToolCallGatePipeline', 'handlers/gates/tool-call-gate-pipeline'],
    ]
      .map(([name, file]) => `export { ${name} } from '${src}/${file}.ts';\n`)
      .join(''),
  );
  const built = await rolldown({
    input: entry,
    platform: 'node',
    external: ['web-tree-sitter', 'zod', /^@earendil-works\/pi-tui/u],
    resolve: {
      extensions: ['.ts', '.js'],
      alias: { '@earendil-works/pi-coding-agent': host, '#src': src },
    },
    logLevel: 'silent',
  });
  await built.write({ file: join(folder, 'engine.mjs'), format: 'esm' });
  await built.close();
  return (await import(join(folder, 'engine.mjs'))) as Parts;
}

const { PermissionManager, PermissionResolver, PathNormalizer, posixPathFlavor, ToolCallGatePipeline } =
  await bundle();
const folder = mkdtempSync(join(tmpdir(), 'peers-pi-'));
let files = 0;

const pipelineFor = perRules(({ rules, cwd }) => {
  const file = join(folder, `${files++}.json`);
  writeFileSync(
    file,
    JSON.stringify({ permission: { '*': 'ask', bash: Object.fromEntries(wildcards(rules)) } }),
  );
  const manager = new PermissionManager({
    globalConfigPath: file,
    agentsDir: join(folder, 'agents'),
    globalMcpConfigPath: join(folder, 'mcp.json'),
    flavor: posixPathFlavor,
  });
  const normalizer = new PathNormalizer(posixPathFlavor, cwd);
  return new ToolCallGatePipeline(new PermissionResolver(manager, { getRuleset: () => [] }), {
    getActiveSkillEntries: () => [],
    getInfrastructureReadDirs: () => [],
    getToolPreviewLimits: () => ({}),
    getPathNormalizer: () => normalizer,
    getShellToolAliases: () => undefined,
    getPromotablePathTokenMatcher: (agent?: string) => manager.getPromotablePathTokenMatcher(agent),
  });
});

const strictness: readonly Verdict[] = ['allow', 'ask', 'deny'];

export async function decide(given: Unlabelled): Promise<Verdict> {
  const pipeline = await pipelineFor(given);
  let strictest: Verdict = 'allow';
  // Every gate is asked, as if the person agreed to each: the strictest is the verdict.
  const runner = {
    run: (gate: Gate | null): Promise<{ action: 'allow' }> => {
      const state = gate?.action === 'allow' ? 'allow' : (gate?.preCheck ?? gate?.preResolved)?.state;
      if (state !== undefined && strictness.indexOf(state) > strictness.indexOf(strictest)) strictest = state;
      if (gate !== null && state === undefined) throw new TypeError('a gate without an answer');
      return Promise.resolve({ action: 'allow' });
    },
  };
  await pipeline.evaluate(
    {
      toolName: 'bash',
      agentName: null,
      input: { command: commandOf(given) },
      toolCallId: given.id,
      cwd: given.cwd,
    },
    runner,
  );
  return strictest;
}

function wildcards({ allow, ask, deny }: Unlabelled['rules']): readonly (readonly [string, Verdict])[] {
  const text = (rule: string): string => {
    const words = wordsOfRule(rule);
    return words.length === 0 ? '*' : `${words.join(' ')} *`;
  };
  return [
    ['*', 'ask'] as const,
    ...allow.map((rule) => [text(rule), 'allow'] as const),
    ...ask.map((rule) => [text(rule), 'ask'] as const),
    ...deny.map((rule) => [text(rule), 'deny'] as const),
  ];
}
