import { isRecord } from '@permesso/engine/call';
import {
  type Layer,
  meantBy,
  PolicyError,
  type Problem,
  readMode,
  type RuleInput,
} from '@permesso/engine/policy';

/** Keys allowed in a policy that is data: they select calls, and never set how far the policy is trusted. */
const dataKeys = ['allow', 'ask', 'deny', 'unlisted'] as const;

/**
 * Keys allowed in a rule: without those that loosen more than the call, such as `unsandboxed`, `delegated` and
 * `enforce`.
 */
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

/** What a policy from a database may do. */
export interface DataLayerOptions {
  /**
   * True: its allow rules count, and deny and ask rules of every layer override them. Otherwise it can only tighten.
   */
  readonly allows?: boolean;
}

/**
 * A layer from a database row, a form or a message. It can allow, ask about and deny calls, and nothing else: a mode,
 * checks, trust or a layer name in it throws a `PolicyError`.
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
  // A value that is not a list is reported with everything else that is broken, when the policy is compiled.
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

/** JSON cannot express a symbol, so data cannot set this. */
const trustedByProgram = Symbol('the program lets its allow rules count');

/**
 * The layers of a program, ready to compile. Throws if one of them sets its own trust: it may be data that was passed
 * in unchecked.
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
