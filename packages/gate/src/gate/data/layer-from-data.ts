import { isRecord } from '@permesso/engine/call';
import {
  type Layer,
  meantBy,
  PolicyError,
  type Problem,
  readMode,
  type RuleInput,
} from '@permesso/engine/policy';

/** What a policy that is data may say: which calls, never how far it is trusted. */
const dataKeys = ['allow', 'ask', 'deny', 'unlisted'] as const;

/** Of a rule: without what loosens beyond the call, as `unsandboxed`, `delegated` and `enforce` do. */
const ruleKeys = [
  'rule',
  'when',
  'message',
  'guidance',
  'why',
  'expires',
  'agents',
  'readOnly',
  'effects',
  'limit',
] as const;

/** What the program lets a policy from a database do. */
export interface DataLayerOptions {
  /** True: its allow rules count. Deny and ask rules of every layer override them. Without it, it only tightens. */
  readonly allows?: boolean;
}

/**
 * A layer made of a row of a database, a form or a message. It says which calls are allowed, asked about and denied, and
 * nothing else: a mode, checks, trust or a layer name in it is refused with a `PolicyError`.
 *
 * @example
 * ```ts
 * import { createGate, layerFromData } from '@permesso/gate';
 * const base = { unlisted: 'deny', deny: ['delete_account'] } as const;
 * const gateFor = (row: unknown) => createGate({ policy: [base, layerFromData(row, { allows: true })] });
 * ```
 */
export function layerFromData(data: unknown, { allows = false }: DataLayerOptions = {}): Layer {
  if (!isRecord(data)) throw new PolicyError([problem('policy', 'it is not an object', 'give it as JSON')]);
  const problems = Object.keys(data).flatMap((name) => keyProblem(name, dataKeys));
  const rules = { allow: data['allow'], ask: data['ask'], deny: data['deny'] };
  for (const list of Object.values(rules)) problems.push(...ruleProblems(list));
  if (data['unlisted'] !== undefined && data['unlisted'] !== 'deny')
    problems.push(problem('unlisted', 'data may only tighten it', 'write `deny`, or leave it out'));
  if (problems.length > 0) throw new PolicyError(problems);
  const lists = Object.entries(rules).filter(([, list]) => list !== undefined);
  return {
    ...(Object.fromEntries(lists) as Readonly<Record<string, readonly RuleInput[]>>),
    ...(data['unlisted'] === 'deny' ? { unlisted: 'deny' } : {}),
    layer: 'project',
    ...(allows ? { [trustedByProgram]: true } : {}),
  };
}

function ruleProblems(list: unknown): readonly Problem[] {
  // What is not a list is refused with everything else that is broken, where the policy is compiled.
  if (!Array.isArray(list)) return [];
  return list.flatMap((rule: unknown) =>
    isRecord(rule) ? Object.keys(rule).flatMap((name) => keyProblem(name, ruleKeys)) : [],
  );
}

function keyProblem(name: string, known: readonly string[]): readonly Problem[] {
  if (known.includes(name)) return [];
  return [problem(name, 'a policy from data cannot say this', meantBy(name, known))];
}

function problem(text: string, message: string, fix: string): Problem {
  return { verdict: 'deny', about: 'key', text, at: 0, message, fix };
}

/** A symbol is nothing that JSON can say. */
const trustedByProgram = Symbol('the program lets its allow rules count');

/**
 * The layers of a program, as they are compiled. Throws where one of them says itself how far it is trusted: it may be data that
 * was handed over as it is.
 */
export function programLayers(layers: readonly Layer[]): readonly Layer[] {
  const problems = layers.flatMap((layer) => (isRecord(layer) ? selfTrust(layer, layers.length) : []));
  if (problems.length > 0) throw new PolicyError(problems);
  return layers.map((layer) =>
    isRecord(layer) && trustedByProgram in layer ? { ...layer, trusted: true } : layer,
  );
}

function selfTrust({ layer, trusted, mode, checks }: Layer, layers: number): readonly Problem[] {
  const services: readonly unknown[] = isRecord(checks) ? Object.values(checks) : [];
  return [
    ...(layer === 'project' && trusted === true
      ? [
          problem(
            'trusted',
            'a layer cannot say that it is trusted',
            'write layerFromData(row, { allows: true })',
          ),
        ]
      : []),
    ...(services.some((service) => isRecord(service) && service['tokenFrom'] !== undefined)
      ? [
          problem(
            'checks',
            '`tokenFrom` reads the environment of this program, and counts in policy files only',
            'write createGate({ checks: { name: authzenCheck({ url, token }) } })',
          ),
        ]
      : []),
    ...(layers > 1 && typeof mode === 'string' && readMode(mode) === 'bypass'
      ? [
          problem(
            'mode',
            'one of several layers cannot choose `bypass` for all of them',
            "write createGate({ mode: 'bypass' })",
          ),
        ]
      : []),
  ];
}
