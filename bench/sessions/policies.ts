import { compilePolicy, type Layer, type RuleInput } from '@permesso/engine/policy';
import { effectNames } from '@permesso/engine';
import { layersFrom } from '@permesso/gate/gate';
import type { PlayedRules } from './play.ts';

const external = ['remote-change', 'remote-destroy', 'remote-run', 'send', 'publish', 'sign-in', 'pay'];

/** Every effect is allowed, so that only the rules over the session speak. */
const everything: Layer = { mode: 'bypass', allow: effectNames.map((name) => `Effect(${name})`) };

function asking(extra: { readonly after: 'untrusted'; readonly unless?: 'named' }): Layer {
  return { ...everything, ask: external.map((name) => ({ rule: `Effect(${name})`, ...extra })) };
}

export const policyNames = ['none', 'each', 'after', 'named', 'default'] as const;

/** The five policies that the benchmark compares. `default` has the rules over the session of `balanced`, and no others of it. */
export function benchmarkPolicies(): Readonly<Record<(typeof policyNames)[number], PlayedRules>> {
  return {
    none: { policy: compilePolicy([everything]) },
    // Seen as the other rules see it: a tool that nobody described by its name.
    each: {
      policy: compilePolicy([asking({ after: 'untrusted' })]),
      labels: [{ label: 'untrusted', source: 'the first call', at: 0 }],
    },
    after: { policy: compilePolicy([asking({ after: 'untrusted' })]) },
    named: { policy: compilePolicy([asking({ after: 'untrusted', unless: 'named' })]) },
    default: { policy: compilePolicy([everything, ...sessionLayers()]) },
  };
}

function sessionLayers(): readonly Layer[] {
  const { layers, problems } = layersFrom(
    { layer: 'user', file: 'policy.yaml', root: '/home/ada/project', text: 'use: [balanced]\n' },
    { home: '/home/ada', trust: { file: '', projects: [] } },
  );
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  return layers.map(({ ask = [], deny = [], labels, root = '/' }) => ({
    root,
    ask: ask.filter(isOverSession),
    deny: deny.filter(isOverSession),
    ...(labels === undefined ? {} : { labels }),
  }));
}

function isOverSession(rule: RuleInput): boolean {
  return typeof rule === 'object' && rule.after !== undefined;
}
