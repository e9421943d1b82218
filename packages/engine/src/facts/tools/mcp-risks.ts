import type { ToolCall } from '../../call/tool-call.ts';
import type { Effect, EffectName } from '../effect.ts';
import { isControlPort, isLoopback } from '../urls/loopback.ts';
import { readUrl } from '../urls/read-url.ts';
import { wordsIn } from './argument-names.ts';
import { readingVerbs } from './reading-verbs.ts';

/** Names that servers give to tools that change, destroy or publish things: verbs, and behind the bar whole names. */
const rows = `
remote-destroy: delete remove drop destroy purge erase wipe truncate revoke terminate uninstall clear flush | delete_repository delete_file delete_branch delete_issue delete_record delete_item delete remove_user drop_table
pay: pay refund charge purchase buy checkout payout | create_payment create_refund create_payment_link create_invoice place_order transfer transfer_funds
publish: publish deploy merge push send reply announce broadcast invite share release | merge_pull_request push_files create_release send_message send_email post_message post_comment add_comment create_comment publish deploy
sign-in: login logout authenticate authorize impersonate | create_token create_access_token create_api_key
secret: | get_secret read_secret list_secrets get_password get_credentials get_api_key get_keys
remote-run: exec execute | execute_command run_command run_script
remote-change: create update set add edit write insert put patch upsert move rename archive close reopen assign transition apply restart scale enable disable fork start stop trigger toggle switch click press type fill drag submit upload install launch kill cancel pause resume approve reject import sync schedule mark tag label reset rollback retry rerun | execute_sql run_query update_record archive_project
`;

interface RiskRow {
  readonly effect: EffectName;
  readonly verbs: ReadonlySet<string>;
  readonly names: readonly string[];
}

const riskRows: readonly RiskRow[] = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [effect = '', rest = ''] = row.split(': ');
    const [verbs = '', names = ''] = rest.split('|').map((text) => text.trim());
    return {
      effect: effect as EffectName,
      verbs: new Set(verbs.split(' ').filter((verb) => verb !== '')),
      names: names.split(' '),
    };
  });

/** Names of risky tools that a wide allow rule about a server would match as well. */
export const mcpRisks: readonly string[] = riskRows.flatMap(({ effect, names }) =>
  effect === 'secret' ? [] : names,
);

/**
 * Effects of a tool on an unknown server, going by its name and the server's hints. Both come from the server, so they only add
 * to the unknown and remove nothing: `get_x` proves nothing.
 */
export function undescribedEffects(call: ToolCall, tools: readonly string[]): readonly Effect[] {
  const named = new Set(tools.flatMap(effectsByName));
  return [
    { effect: 'run-other' },
    ...Array.from(named, (effect): Effect => ({ effect })),
    ...(call.mcp?.hints?.destructive === true ? [hinted(tools)] : []),
    ...(Object.entries(call.input).some(namesHost) ? [{ effect: 'fetch' as const }] : []),
  ];
}

const addresses: ReadonlySet<string> = new Set(['url', 'uri', 'href', 'link', 'address', 'host']);

/** An argument that names a server other than this machine, which rules about localhost cover. */
function namesHost([name, value]: readonly [string, unknown]): boolean {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  if (!text.includes('://') && !wordsIn(name).some((word) => addresses.has(word))) return false;
  const url = readUrl(text);
  return !url.known || !isLoopback(url.host) || isControlPort(url.port);
}

/** Servers mark almost every change as destructive. If the name says that it reads, the name or the mark is wrong. */
function hinted(tools: readonly string[]): Effect {
  const readsByName = tools.some((tool) => readingVerbs.includes(firstVerb(tool)));
  return { effect: readsByName ? 'remote-destroy' : 'remote-change', possible: true };
}

/** The verbs of all rows: a leading verb tells what the tool does. */
export const mcpVerbs: ReadonlySet<string> = new Set([
  ...readingVerbs,
  ...riskRows.flatMap(({ verbs }) => [...verbs]),
]);

/** Whole names first (`create_release` publishes), then the first verb: `pods_delete` deletes, `get_latest_release` reads. */
export function effectsByName(tool: string): readonly EffectName[] {
  const words = wordsIn(tool);
  const byName = riskRows.filter(({ names }) => names.some((name) => holds(words, name.split('_'))));
  if (byName.length > 0) return byName.map(({ effect }) => effect);
  const verb = firstVerb(tool);
  return riskRows.flatMap(({ effect, verbs }) => (verbs.has(verb) ? [effect] : []));
}

function firstVerb(tool: string): string {
  return wordsIn(tool).find((word) => mcpVerbs.has(word)) ?? '';
}

/** Whether all wanted words occur, in this order. */
function holds(words: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length < 2) return false;
  let at = 0;
  for (const word of words) if (word === wanted[at]) at += 1;
  return at === wanted.length;
}
