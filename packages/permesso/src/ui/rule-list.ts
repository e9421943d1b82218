import { addRule, EditError, removeRule } from '../edit-policy.ts';
import { modeTable } from '../decision/mode-table.ts';
import { PolicyError } from '../policy/policy-error.ts';
import { loadPolicy } from '../load-policy.ts';
import { lintPolicy } from '../policy/lint/lint-policy.ts';
import type { Rule } from '../policy/rule.ts';
import { verdicts, type Verdict } from '../policy/verdict.ts';
import type { PlaceOptions } from '../world/policy-places.ts';
import type { RuleUses } from './rule-uses.ts';
import { Refused, textFrom, type Asked, type Route, type RunCommand } from './route.ts';

export interface ListedRule {
  readonly key: string;
  readonly verdict: Verdict;
  readonly text: string;
  readonly layer: string;
  readonly file?: string;
  readonly line?: number;
  readonly trusted: boolean;
  readonly expires?: number;
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
    { method: 'POST', path: '/api/rules/add', run: ({ body }) => change(body, options, 'add') },
    { method: 'POST', path: '/api/rules/remove', run: ({ body }) => change(body, options, 'remove') },
    {
      method: 'POST',
      path: '/api/rules/tidy',
      run: () => options.command(['lint', '--fix', '--json', '--cwd', options.cwd]),
    },
  ];
}

function listRules(options: RuleListOptions): object {
  try {
    const { policy, files, problems, frozen } = loadPolicy(options);
    const found = lintPolicy(policy, {
      now: Date.now(),
      hearsAllow: (mode) => modeTable[mode].allowRule !== '-',
    });
    const uses = options.uses();
    return {
      mode: policy.mode ?? 'default',
      ...(frozen === undefined ? {} : { frozen }),
      files: files.map(({ file, layer }) => ({ file, layer })),
      problems: problems.map(({ message, file, line }) => ({ message, file, line })),
      hidden: policy.visibility,
      countedCalls: uses.calls,
      rules: policy.rules.map((rule): ListedRule => {
        const use = uses.of(rule);
        return {
          key: rule.key,
          verdict: rule.verdict,
          text: rule.text,
          ...originOf(rule),
          ...(rule.expires === undefined ? {} : { expires: rule.expires }),
          ...(rule.message === undefined ? {} : { message: rule.message }),
          ...(rule.guidance === undefined ? {} : { guidance: rule.guidance }),
          findings: found.filter((finding) => finding.rule?.key === rule.key).map(({ message }) => message),
          hits: use.hits,
          ...(use.last === undefined ? {} : { lastUsed: use.last }),
        };
      }),
    };
  } catch (error) {
    if (error instanceof PolicyError) return { broken: error.message, rules: [] };
    throw error;
  }
}

function originOf({ origin }: Rule): Pick<ListedRule, 'layer' | 'trusted' | 'file' | 'line'> {
  return {
    layer: origin.layer,
    trusted: origin.trusted,
    ...(origin.file === undefined ? {} : { file: origin.file }),
    ...(origin.line === undefined ? {} : { line: origin.line }),
  };
}

async function change(
  body: Asked['body'],
  options: RuleListOptions,
  action: 'add' | 'remove',
): Promise<object> {
  const rule = textFrom(body, 'rule');
  const verdict = verdicts.find((each) => each === body['verdict']);
  const to = (['project', 'local', 'user'] as const).find((each) => each === body['to']);
  if (verdict === undefined || to === undefined) throw new Refused('Say what the rule does, and for whom.');
  const place = { ...options, to };
  try {
    return await (action === 'add'
      ? addRule({ verdict, rule: withLimit(rule, body) }, place)
      : removeRule({ verdict, rule }, place));
  } catch (error) {
    throw error instanceof EditError ? new Refused(error.message) : error;
  }
}

function withLimit(rule: string, { expires, guidance }: Asked['body']): string | { readonly rule: string } {
  const more = {
    ...(typeof expires === 'string' && expires !== '' ? { expires } : {}),
    ...(typeof guidance === 'string' && guidance !== '' ? { guidance } : {}),
  };
  return Object.keys(more).length === 0 ? rule : { rule, ...more };
}
