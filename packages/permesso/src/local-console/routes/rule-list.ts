import { definedFields } from '@permesso/engine/call';
import { modeTable } from '@permesso/engine/decision';
import {
  type Finding,
  type Layer,
  lintPolicy,
  type Policy,
  PolicyError,
  type Rule,
} from '@permesso/engine/policy';
import { limitsOf, listedRule, loadPolicy } from '@permesso/gate/gate';
import type { HiddenTools, ListedRule, RuleList } from '@permesso/protocol/console';
import { findPlaces, type PlaceOptions, policyTarget } from '@permesso/gate/disk';
import { targets } from './edit-target.ts';
import { ruleChangeRoutes } from './rule-changes.ts';
import { findMerges } from './rule-merges.ts';
import type { RuleUses } from './rule-uses.ts';
import { shippedPlaces } from './shipped-places.ts';
import { get, type Route } from '../route.ts';
import type { StartJob } from '../start-job.ts';

export interface RuleListOptions extends PlaceOptions {
  readonly cwd: string;
  readonly log: string;
  readonly uses: () => RuleUses;
  readonly startJob: StartJob;
}

export function ruleRoutes(options: RuleListOptions): readonly Route[] {
  return [
    get('/api/rules', () => listRules(options)),
    ...ruleChangeRoutes({
      ...options,
      tidy: () => options.startJob({ is: 'tidy', place: placeOf(options) }),
    }),
  ];
}

/** Without the parts that cannot be sent to a thread. */
function placeOf({
  uses: _uses,
  log: _log,
  startJob: _startJob,
  ...place
}: RuleListOptions): Omit<RuleListOptions, 'uses' | 'log' | 'startJob'> {
  return place;
}

function listRules(options: RuleListOptions): RuleList {
  try {
    const { policy, layers, files, problems, frozen } = loadPolicy(options);
    const uses = options.uses();
    const written = new Set(targets.map((to) => policyTarget(to, options).file));
    const isWritten = ({ origin }: Rule): boolean => written.has(origin.file ?? '');
    const found = findingsIn(policy);
    return {
      project: options.cwd,
      projects: [...new Set([options.cwd, ...uses.projects()])],
      mode: policy.mode ?? 'default',
      ...definedFields({ frozen }),
      files: files.map(({ file, layer }) => ({ file, layer })),
      problems: problems.map(({ message, file, line }) => ({ message, file, line })),
      tools: layers.flatMap(toolsOf),
      merges: findMerges(policy.rules.filter(isWritten), found),
      countedCalls: uses.calls,
      approvedCalls: uses.approved,
      shipped: uses.shipped(Date.now()),
      rules: listedRules(policy, { uses, isWritten, found, shown: shownFrom(options) }),
    };
  } catch (error) {
    if (error instanceof PolicyError) return { broken: error.message, rules: [] };
    throw error;
  }
}

/**
 * Every rule with where it comes from, what is wrong with it and how often it was needed.
 *
 * @example
 * ```ts
 * import { compilePolicy } from '@permesso/gate/rules';
 * import { listedRules } from 'permesso/team-server';
 * const policy = compilePolicy([{ allow: ['Read'], deny: ['Bash(rm:*)'] }]);
 * for (const { verdict, text } of listedRules(policy)) console.log(verdict, text);
 * ```
 */
export function listedRules(policy: Policy, known: KnownAboutRules = {}): readonly ListedRule[] {
  const { uses, isWritten, found = findingsIn(policy), shown = (file) => file } = known;
  const shippedIn = shippedPlaces();
  return policy.rules.map((rule): ListedRule => {
    const use = uses?.of(rule) ?? { hits: 0 };
    const from = shippedIn(rule.verdict, rule.origin);
    return {
      key: rule.key,
      ...listedRule(rule, policy),
      trusted: rule.origin.trusted,
      ...(rule.origin.file === undefined ? {} : { shown: shown(rule.origin.file) }),
      editable: isWritten?.(rule) ?? false,
      ...definedFields({ from, why: rule.why }),
      ...limitsText(rule),
      ...definedFields({ expires: rule.expires, message: rule.message, guidance: rule.guidance }),
      // Shipped rules cannot be changed.
      findings:
        from === undefined
          ? found.filter((finding) => finding.rule?.key === rule.key).map(({ message }) => message)
          : [],
      hits: use.hits,
      ...(use.days === undefined ? {} : { days: use.days(Date.now()) }),
      ...definedFields({ lastUsed: use.last }),
    };
  });
}

export interface KnownAboutRules {
  readonly uses?: RuleUses;
  /** Whether the rule is in a file that the page writes. */
  readonly isWritten?: (rule: Rule) => boolean;
  readonly found?: readonly Finding[];
  /** The displayed name of a file. */
  readonly shown?: (file: string) => string;
}

function shownFrom(options: RuleListOptions): (file: string) => string {
  const { home } = findPlaces(options);
  return (file) => {
    if (file.startsWith(`${options.cwd}/`)) return file.slice(options.cwd.length + 1);
    return file.startsWith(`${home}/`) ? `~${file.slice(home.length)}` : file;
  };
}

function findingsIn(policy: Policy): readonly Finding[] {
  return lintPolicy(policy, {
    now: Date.now(),
    usesAllowRules: (mode) => modeTable[mode].allowRule !== '-',
  });
}

/** The tools shown to and hidden from the model, by file. */
function toolsOf({ tools, layer, file }: Layer): readonly HiddenTools[] {
  const { hidden = [], visible = [] } = tools ?? {};
  if (hidden.length + visible.length === 0) return [];
  return [{ hidden, visible, layer: layer ?? 'flags', ...definedFields({ file }) }];
}

/** Without the end date, which the page edits. */
function limitsText(rule: Rule): Pick<ListedRule, 'limits'> {
  const { expires: _expires, ...limits } = limitsOf(rule);
  return Object.keys(limits).length === 0 ? {} : { limits: JSON.stringify(limits) };
}
