import type { ConformanceCase } from '../../src/review/conformance-case.ts';
import { layersFrom, createGate, type Gate } from '@permesso/gate/gate';
import { firstPolicy } from '../../src/install/first-policy.ts';
import type { Decision } from '@permesso/engine/decision';
import type { Layer, Verdict } from '@permesso/engine/policy';
import { bindRead, saysOtherwise } from '@permesso/engine/text';
import { fixedWorld } from '@permesso/engine/world';
import { existingFrom, type Source } from './sources.ts';
import { nativeVerdict } from '../../../engine/test/never-loosens/native.ts';

export interface Counts {
  policies: number;
  decisions: number;
  /** Allowed afterwards. */
  allowed: number;
  /** Of these: allowed by the agent's own rules, or proven read-only, before. */
  before: number;
  /** Of these: the agent would ask as no rule speaks of some part, and the preset, a person's choice, allows that part. */
  preset: number;
  /** Of these: by the mode of the preset, which holds for every agent, where no rule of the agent names the call. */
  mode: number;
  /** Of these: another spelling of what the program's own rules allow, which it compares as text: `git -C src status`. */
  respelt: number;
  /** Compared with an oracle that shares nothing with the import. */
  native: number;
  looser: string[];
}

export const noCounts = (): Counts => ({
  policies: 0,
  decisions: 0,
  allowed: 0,
  before: 0,
  preset: 0,
  mode: 0,
  respelt: 0,
  native: 0,
  looser: [],
});

export interface Trying {
  readonly calls: readonly ConformanceCase[];
  readonly counts: Counts;
  /** Whether a person approves each allow for anything. */
  readonly wants?: boolean;
  readonly preset?: string;
}

/** An agent that nobody has settings for: whatever is imported from others must not reach it. */
const bystander = 'cline';

/**
 * After `init` with these settings, one for each agent at most: no call is allowed on an agent that asked about it or
 * denied it before. What no rule of the agent speaks of may be allowed by the preset, which a person chose, and by nothing
 * else.
 */
export function tryInit(
  settings: readonly Source[],
  { calls, counts, wants = false, preset = 'balanced' }: Trying,
): void {
  const { text } = firstPolicy(settings.map(existingFrom), { preset, home: '/home/dev', wants: () => wants });
  const after = gateWith(loaded(text));
  counts.policies += 1;
  for (const agent of [...settings.map((source) => source.agent), bystander]) {
    const source = settings.find((each) => each.agent === agent);
    for (const one of calls) {
      counts.decisions += 1;
      if (decide(after, one, agent) !== 'allow') continue;
      counts.allowed += 1;
      const why = looserThan(source, { one, preset, counts });
      if (why !== undefined)
        counts.looser.push(`${agent}, ${source?.name ?? 'no settings'}: ${show(one)}: ${why}`);
    }
  }
}

interface About {
  readonly one: ConformanceCase;
  readonly preset: string;
  readonly counts: Counts;
}

/** Why the call must not be allowed on this agent; nothing where it may. */
function looserThan(source: Source | undefined, about: About): string | undefined {
  return source === undefined
    ? looserThanBefore({ name: '', agent: bystander, layer: {}, otherwise: false }, about)
    : (looserThanNative(source, about) ??
        looserThanBefore(
          {
            name: source.name,
            agent: source.agent,
            layer: source.read.layer,
            otherwise: saysOtherwise(bindRead(source.read, { agent: source.agent })),
          },
          about,
        ));
}

function looserThanNative({ format, text }: Source, { one, preset, counts }: About): string | undefined {
  const { command } = one.call.input;
  // The mode of another preset lets every agent do what it lets one do: only rules that name a call are held against it.
  if (preset !== 'balanced' || one.call.tool !== 'Bash' || typeof command !== 'string') return undefined;
  const native = nativeVerdict(format, text, command);
  if (native === undefined) return undefined;
  counts.native += 1;
  if (native === 'allow') return undefined;
  if (nativeVerdict(format, text, plainSpelling(command)) === 'allow') {
    counts.respelt += 1;
    return undefined;
  }
  return `the program itself says ${native}`;
}

/** Without what only says how: a rule of ours speaks of the command, these programs compare its text. */
function plainSpelling(command: string): string {
  return command
    .replace(/^time (?:-p )?(?:-- )?/u, '')
    .replace(/^git (?:(?:-C \S+|--no-pager|-P) )+/u, 'git ')
    .replaceAll(/ +/gu, ' ');
}

interface Before {
  readonly name: string;
  readonly agent: string;
  readonly layer: Layer;
  /** Its rules say what becomes of everything else. */
  readonly otherwise: boolean;
}

function looserThanBefore(
  { name, agent, layer, otherwise }: Before,
  { one, preset, counts }: About,
): string | undefined {
  const before = remembered(beforeGates, name, () => gateWith([layer]));
  const { verdict, receipt } = decideWhole(before, one, agent);
  if (verdict === 'allow') {
    counts.before += 1;
    return undefined;
  }
  const spoke = receipt.parts.some(({ contributions }) =>
    contributions.some(({ rule, inert }) => inert === undefined && rule.verdict !== 'allow'),
  );
  if (spoke) return `its rules said ${verdict}`;
  const hasMode = preset !== 'balanced';
  if (otherwise && !hasMode) return `its rules about everything else said ${verdict}`;
  // Of a compound call one part may be the agent's own and another the preset's.
  const both = remembered(presetGates, `${preset} ${name}`, () =>
    gateWith([...loaded(`use: [${preset}]\n`), { allow: layer.allow ?? [] }]),
  );
  if (decide(both, one, agent) !== 'allow')
    return `it asked, and neither its own rules nor ${preset} allow it`;
  if (otherwise) counts.mode += 1;
  else counts.preset += 1;
  return undefined;
}

const beforeGates = new Map<string, GateFor>();
const presetGates = new Map<string, GateFor>();

function remembered(gates: Map<string, GateFor>, key: string, make: () => GateFor): GateFor {
  const gate = gates.get(key) ?? make();
  gates.set(key, gate);
  return gate;
}

type GateFor = (one: ConformanceCase) => Gate;

function gateWith(layers: readonly Layer[]): GateFor {
  let world = fixedWorld();
  const gate = createGate({
    policy: layers.map((layer) => ({ ...layer, layer: 'user' as const, trusted: true })),
    world: () => world,
  });
  return ({ cwd, workingDirectories, fs }) => {
    world = fixedWorld({ cwd, project: cwd, workingDirectories, links: fs?.symlinks ?? {} });
    return gate;
  };
}

/** As it would be read from the disk. */
function loaded(text: string): readonly Layer[] {
  const { layers, problems } = layersFrom(
    { layer: 'user', file: 'policy.yaml', root: '/', text },
    { trust: { file: '', projects: [] }, home: '/home/dev' },
  );
  if (problems.length > 0) throw new Error(`${JSON.stringify(problems)}\n${text}`);
  return layers;
}

function decideWhole(gateFor: GateFor, one: ConformanceCase, agent: string): Decision {
  return gateFor(one).explain({ ...one.call, host: agent }).decision;
}

function decide(gateFor: GateFor, one: ConformanceCase, agent: string): Verdict {
  return decideWhole(gateFor, one, agent).verdict;
}

function show({ call: { tool, input } }: ConformanceCase): string {
  return `${tool}(${typeof input['command'] === 'string' ? input['command'] : JSON.stringify(input)})`;
}
