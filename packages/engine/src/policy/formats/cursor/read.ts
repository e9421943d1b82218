import type { Verdict } from '../../rules/verdict.ts';
import { readCommandGlob, ruleFromGlob } from '../command-glob.ts';
import { createDraft, type Draft, type ReadRule } from '../draft.ts';
import { withNotes } from '../notes.ts';
import type { ReadOptions, ReadResult } from '../format.ts';
import { entry, readJsonc, textsIn } from '../read-jsonc.ts';
import { fromWindowsPath, isWindowsPath } from '../windows-path.ts';

/** Permissions of Cursor's command line. Deny beats allow; unlisted calls are asked about. */
export function readCursor(text: string, options: ReadOptions): ReadResult {
  const source = readJsonc(text);
  if ('error' in source) return source;
  const draft = createDraft({ byTool: true });
  for (const verdict of ['allow', 'deny'] as const)
    for (const { text: token, line } of textsIn(entry(source.root, 'permissions', verdict)))
      readToken(verdict, token, { draft, line });
  for (const { text: command, line } of textsIn(entry(source.root, 'terminalAllowlist')))
    readToken('allow', `Shell(${command})`, { draft, line });
  for (const { text: tool, line } of textsIn(entry(source.root, 'mcpAllowlist')))
    readToken('allow', `Mcp(${tool})`, { draft, line });
  const approval = entry(source.root, 'approvalMode') ?? entry(source.root, 'permissions', 'approvalMode');
  if (approval?.value === 'unrestricted') {
    const from = { what: 'approvalMode: unrestricted', line: approval.line };
    draft.add('allow', '*', from);
    draft.stricter('protected paths and dangerous removals are still asked about', from);
  }
  return withNotes(draft.finish({ layer: options.layer ?? 'project' }), { host: 'Cursor' });
}

function readToken(verdict: Verdict, token: string, { draft, line }: { draft: Draft; line: number }): void {
  const from = { what: token, line };
  const [, name = '', inside = ''] = /^\s*(\w+)\(([\s\S]*)\)\s*$/u.exec(token) ?? [];
  const read = cursorRule(verdict, name, inside.trim());
  if (read !== undefined) draft.take(verdict, read, from);
  else draft[verdict === 'allow' ? 'stricter' : 'notCarried']('not a permission of Cursor', from);
}

function cursorRule(verdict: Verdict, name: string, inside: string): ReadRule | undefined {
  switch (name) {
    case 'Shell':
      return readShell(verdict, inside);
    case 'Read':
    case 'Write':
      return readPath(verdict, name, inside);
    case 'WebFetch':
      return { rule: inside === '*' ? 'WebFetch' : `WebFetch(domain:${inside})` };
    case 'Mcp': {
      const [server = '', tool = '*'] = inside.split(':');
      return { rule: `mcp__${server === '' ? '*' : server}__${tool === '' ? '*' : tool}` };
    }
    default:
      return undefined;
  }
}

/** The first word of a command, or `word:arguments`. */
function readShell(verdict: Verdict, inside: string): ReadRule {
  const [, base = '', args] = /^([^:]*)(?::([\s\S]*))?$/u.exec(inside) ?? [];
  const glob =
    args === undefined || args === '*' || args === '**'
      ? /\s/u.test(base)
        ? base
        : `${base} *`
      : `${base} ${args}`;
  return ruleFromGlob(verdict, readCommandGlob(/^\*+ \*$/u.test(glob) ? '*' : glob));
}

function readPath(verdict: Verdict, name: string, path: string): ReadRule {
  if (isWindowsPath(path)) {
    const rule = `${name}(${fromWindowsPath(path, verdict)})`;
    return { rule, loss: `a Windows path, written as \`${rule}\`` };
  }
  if (path === '/**') return { rule: name };
  if (path === '**' || path === '*') return { rule: verdict === 'allow' ? `${name}(./**)` : name };
  return { rule: `${name}(${path.startsWith('/') && !path.startsWith('//') ? `/${path}` : path})` };
}
