import { createDraft, type Draft, type From } from '../draft.ts';
import type { ReadOptions, ReadResult } from '../format.ts';
import { entry, readJsonc, textsIn, type JsonNode } from '../read-jsonc.ts';

/** `permissions-config.json`: permanent approvals, by directory. Holds no denials. */
export function readCopilotConfig(text: string, options: ReadOptions): ReadResult {
  const source = readJsonc(text);
  if ('error' in source) return source;
  const locations = entry(source.root, 'locations')?.entries ?? [];
  const draft = createDraft();
  for (const [place, node] of locations) {
    const from = { what: place, line: node.line };
    // Approvals in one directory must not apply in another.
    if (options.root !== undefined && samePlace(place, options.root)) readApprovals(node, draft);
    else if (options.root === undefined && locations.length === 1) readApprovals(node, draft);
    else draft.stricter('approved in another directory; import it there', from);
  }
  return draft.finish({ layer: options.layer ?? 'local' });
}

function samePlace(a: string, b: string): boolean {
  const plain = (path: string): string => path.replaceAll('\\', '/').replace(/\/+$/u, '').toLowerCase();
  return plain(a) === plain(b);
}

function readApprovals(node: JsonNode, draft: Draft): void {
  for (const approval of entry(node, 'tool_approvals')?.items ?? []) {
    const kind = entry(approval, 'kind')?.value;
    const from = { what: `approval of kind ${String(kind)}`, line: approval.line };
    readApproval(String(kind), approval, { draft, from });
  }
}

function readApproval(kind: string, approval: JsonNode, { draft, from }: { draft: Draft; from: From }): void {
  const tool = entry(approval, 'toolName')?.value;
  const server = entry(approval, 'serverName')?.value;
  switch (kind) {
    case 'commands':
      for (const { text, line } of textsIn(
        entry(approval, 'command_identifiers') ?? entry(approval, 'commandIdentifiers'),
      ))
        draft.add('allow', `Bash(${text})`, { what: text, line });
      return;
    case 'write':
      draft.add('allow', 'Write', from);
      return;
    case 'read':
      draft.add('allow', 'Read', from);
      return;
    case 'mcp':
      if (typeof server === 'string')
        draft.add('allow', `mcp__${server}__${typeof tool === 'string' ? tool : '*'}`, from);
      return;
    case 'custom-tool':
      if (typeof tool === 'string') draft.add('allow', tool, from);
      return;
    default:
      draft.stricter('there is no such call here; it is asked about', from);
  }
}
