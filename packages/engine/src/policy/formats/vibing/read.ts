import { parsePattern } from '../../rules/parse-pattern.ts';
import type { Pattern } from '../../rules/pattern.ts';
import { readMode, type Mode } from '../../mode-name.ts';
import { createDraft, type Draft, type From } from '../draft.ts';
import { withNotes } from '../notes.ts';
import { flatten, type Ordered } from '../flatten.ts';
import type { ReadOptions, ReadResult } from '../format.ts';
import { fieldOf, listOf, readYaml } from '../read-yaml.ts';
import { isRecord } from '../../../call/is-record.ts';
import { contains } from '../relate.ts';

/**
 * Three lists and a mode, as a YAML file or as Markdown front matter. A non-empty allow list permits only its entries; an ask
 * entry applies only to what the allow list permits; a denied tool stays denied.
 */
export function readVibing(text: string, options: ReadOptions): ReadResult {
  const [, head] = /^---\r?\n([\s\S]*?)\r?\n---\s*(?:\n|$)/u.exec(text) ?? [];
  const source = readYaml(head ?? text);
  if ('error' in source) return source;
  if (!isRecord(source.value)) return { error: 'there are no lists such as permissions_allow in it' };
  const list = (name: string): readonly string[] =>
    listOf(fieldOf(source.value, name)).filter((item) => typeof item === 'string');
  const draft = createDraft({ byTool: true });
  const allow = list('permissions_allow');
  const ordered: Ordered[] = [
    ...list('permissions_deny').map((rule): Ordered => ({
      verdict: 'deny',
      rule: { rule },
      from: { what: `deny: ${rule}` },
    })),
    ...list('permissions_ask').map((rule) => readAsk(rule, allow, draft)),
    ...allow.map((rule): Ordered => ({ verdict: 'allow', rule: { rule }, from: { what: `allow: ${rule}` } })),
  ];
  const rest: From = { what: allow.length === 0 ? 'an empty permissions_allow' : 'permissions_allow' };
  ordered.push({ verdict: allow.length === 0 ? 'allow' : 'deny', rule: { rule: '*' }, from: rest });
  const mode = modeIn(source.value, draft);
  const flat = flatten(ordered, draft, { editsRun: mode === 'acceptEdits' });
  if (allow.length === 0)
    draft.stricter(
      'it permits everything; protected paths and dangerous removals are still asked about',
      rest,
    );
  const read = draft.finish({
    layer: options.layer ?? 'project',
    ...modeBeside(mode, { draft, allow, isClosed: flat.mode !== undefined }),
    ...flat,
  });
  return withNotes(read, { host: 'vibing.nvim', bindsCommands: true });
}

/** Calls outside the allow list are denied before anyone is asked. */
function readAsk(rule: string, allow: readonly string[], draft: Draft): Ordered {
  const from = { what: `ask: ${rule}` };
  const pattern = parsePattern(rule);
  const isPermitted = allow.length === 0 || (pattern.ok && permits(allow, pattern.value));
  if (!isPermitted)
    draft.stricter('the allow list does not permit all of it, and what it does not permit is denied', from);
  return { verdict: isPermitted ? 'ask' : 'deny', rule: { rule }, from };
}

function permits(allow: readonly string[], wanted: Pattern): boolean {
  return allow.some((text) => {
    const outer = parsePattern(text);
    return outer.ok && contains(outer.value, wanted);
  });
}

function modeIn(source: unknown, draft: Draft): Mode | undefined {
  const named = fieldOf(source, 'permission_mode');
  const mode = typeof named === 'string' ? readMode(named) : undefined;
  if (typeof named === 'string' && mode === undefined)
    draft.stricter('there is no such mode; the default mode is used', { what: `permission_mode: ${named}` });
  return mode;
}

const everyEdit: Pattern = { about: 'kind', of: 'write' };

interface Lists {
  readonly draft: Draft;
  readonly allow: readonly string[];
  /** The layer's own mode denies unlisted calls. */
  readonly isClosed: boolean;
}

/** In this format modes come before the lists: in acceptEdits an unlisted edit runs. */
function modeBeside(mode: Mode | undefined, { draft, allow, isClosed }: Lists): { readonly mode?: Mode } {
  const from = { what: `permission_mode: ${mode}` };
  if (mode === undefined || mode === 'default') return {};
  if (mode === 'bypass' || isClosed) {
    draft.stricter('the lists hold in every mode here', from);
    return {};
  }
  if (mode === 'acceptEdits' && allow.length > 0 && !permits(allow, everyEdit))
    draft.stricter('edits run inside the working directories; elsewhere the lists decide', from);
  return { mode };
}
