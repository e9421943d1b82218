import { modeTable } from '../decision/mode-table.ts';
import { PolicyError } from '../policy/policy-error.ts';
import { loadPolicy } from '../load-policy.ts';
import type { Finding } from '../policy/lint/finding.ts';
import { lintPolicy } from '../policy/lint/lint-policy.ts';
import type { Policy } from '../policy/policy.ts';
import type { Layer } from '../policy/layer.ts';
import { printRule } from '../policy/parse-rule.ts';
import type { Rule } from '../policy/rule.ts';
import type { Verdict } from '../policy/verdict.ts';
import { policyTarget } from '../world/policy-files.ts';
import { findPlaces, type PlaceOptions } from '../world/policy-places.ts';
import { ruleChangeRoutes, targets } from './rule-changes.ts';
import { findMerges } from './rule-merges.ts';
import type { RuleUses } from './rule-uses.ts';
import type { Route, RunCommand } from './route.ts';

export interface ListedRule {
  readonly key: string;
  readonly verdict: Verdict;
  readonly text: string;
  readonly layer: string;
  readonly file?: string;
  /** The file as a person names it: from the project, or from home. */
  readonly shown?: string;
  readonly line?: number;
  readonly trusted: boolean;
  /** Whether it stands in a file that this page writes. */
  readonly editable: boolean;
  readonly expires?: number;
  readonly why?: string;
  /** What it says beyond its text and words, which the page does not edit. */
  readonly limits?: string;
  readonly message?: string;
  readonly guidance?: string;
  /** Why it does nothing, or less than it seems. */
  readonly findings: readonly string[];
  readonly hits: number;
  readonly lastUsed?: string;
}

export interface RuleListOptions extends PlaceOptions {
  readonly cwd: string;
  readonly uses: () => RuleUses;
  readonly command: RunCommand;
}

export function ruleRoutes(options: RuleListOptions): readonly Route[] {
  return [
    { method: 'GET', path: '/api/rules', run: () => listRules(options) },
    ...ruleChangeRoutes(options),
    {
      method: 'POST',
      path: '/api/rules/tidy',
      run: () => options.command(['lint', '--fix', '--json', '--cwd', options.cwd]),
    },
  ];
}

function listRules(options: RuleListOptions): object {
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
      ...(frozen === undefined ? {} : { frozen }),
      files: files.map(({ file, layer }) => ({ file, layer })),
      problems: problems.map(({ message, file, line }) => ({ message, file, line })),
      tools: layers.flatMap(toolsOf),
      merges: findMerges(policy.rules.filter(isWritten), found),
      countedCalls: uses.calls,
      rules: listedRules(policy, { uses, isWritten, found, shown: shownFrom(options) }),
    };
  } catch (error) {
    if (error instanceof PolicyError) return { broken: error.message, rules: [] };
    throw error;
  }
}

/** Every rule with where it comes from, what is wrong with it and how often it was needed. */
export function listedRules(policy: Policy, known: KnownAboutRules = {}): readonly ListedRule[] {
  const { uses, isWritten, found = findingsIn(policy), shown = (file) => file } = known;
  return policy.rules.map((rule): ListedRule => {
    const use = uses?.of(rule) ?? { hits: 0 };
    return {
      key: rule.key,
      verdict: rule.verdict,
      text: rule.text,
      ...originOf(rule),
      ...(rule.origin.file === undefined ? {} : { shown: shown(rule.origin.file) }),
      editable: isWritten?.(rule) ?? false,
      ...(rule.why === undefined ? {} : { why: rule.why }),
      ...limitsOf(rule),
      ...(rule.expires === undefined ? {} : { expires: rule.expires }),
      ...(rule.message === undefined ? {} : { message: rule.message }),
      ...(rule.guidance === undefined ? {} : { guidance: rule.guidance }),
      findings: found.filter((finding) => finding.rule?.key === rule.key).map(({ message }) => message),
      hits: use.hits,
      ...(use.last === undefined ? {} : { lastUsed: use.last }),
    };
  });
}

export interface KnownAboutRules {
  readonly uses?: RuleUses;
  /** Whether the rule stands in a file that the page writes. */
  readonly isWritten?: (rule: Rule) => boolean;
  readonly found?: readonly Finding[];
  /** How a file is named to the person. */
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
    hearsAllow: (mode) => modeTable[mode].allowRule !== '-',
  });
}

/** What the model is shown and not shown, by the file that says so. */
function toolsOf({ tools, layer, file }: Layer): readonly HiddenTools[] {
  const { hidden = [], visible = [] } = tools ?? {};
  if (hidden.length + visible.length === 0) return [];
  return [{ hidden, visible, layer: layer ?? 'flags', ...(file === undefined ? {} : { file }) }];
}

export interface HiddenTools {
  readonly hidden: readonly string[];
  /** Where there are any, only these are shown. */
  readonly visible: readonly string[];
  readonly layer: string;
  readonly file?: string;
}

function limitsOf(rule: Rule): Pick<ListedRule, 'limits'> {
  const printed = printRule(rule);
  if (typeof printed === 'string') return {};
  const {
    rule: _rule,
    message: _message,
    guidance: _guidance,
    why: _why,
    expires: _expires,
    ...limits
  } = printed;
  return Object.keys(limits).length === 0 ? {} : { limits: JSON.stringify(limits) };
}

function originOf({ origin }: Rule): Pick<ListedRule, 'layer' | 'trusted' | 'file' | 'line'> {
  return {
    layer: origin.layer,
    trusted: origin.trusted,
    ...(origin.file === undefined ? {} : { file: origin.file }),
    ...(origin.line === undefined ? {} : { line: origin.line }),
  };
}
