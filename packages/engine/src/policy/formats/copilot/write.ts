import type { Layer } from '../../layer.ts';
import type { ExportedPolicy } from '../format.ts';
import { loseHidden, shownNames, theirNames, toolListsOf, type ToolLists } from '../tool-lists.ts';
import { writing, type Writing } from '../writing.ts';
import { copilotTools } from './tools.ts';
import { toCopilotPattern } from './write-pattern.ts';

/** Writes layers as flags, one per line, quoted for a shell. */
export function writeCopilot(layers: readonly Layer[]): ExportedPolicy {
  const report = writing('Copilot', layers);
  const flags: string[] = [];
  for (const { said, verdict, rule } of report.rulesSaid(['allow', 'deny'], toCopilotPattern)) {
    report.loseWords(rule);
    if (said.wider === true) report.note(`deny: ${rule.rule}`, 'written with any arguments', 'stricter');
    flags.push(`--${verdict}-tool ${quote(said.text)}`);
  }
  report.loseAsks('Copilot has no ask rules');
  flags.push(...listFlags(toolListsOf(layers), report));
  report.loseSettings({
    mode: 'Copilot has no such mode',
    unlisted: 'Copilot asks about what no rule names',
  });
  const unique = [...new Set(flags)];
  return { text: unique.length === 0 ? '' : `copilot ${unique.join(' \\\n  ')}\n`, losses: report.losses() };
}

/** Copilot ignores exclusions when there is a list of available tools. */
function listFlags(lists: ToolLists, report: Writing): readonly string[] {
  if (lists.visible.length > 0) {
    const names = shownNames(lists).flatMap((name) => {
      const theirs = copilotNames(name);
      if (theirs.length === 0)
        report.note(`tools.visible: ${name}`, 'Copilot has no name for it; left out', 'stricter');
      return theirs;
    });
    // Without any name the flag would show everything.
    return [`--available-tools ${quote(names.length === 0 ? 'none' : names.join(','))}`];
  }
  const hidden = lists.hidden.flatMap((name) => {
    const theirs = copilotNames(name);
    if (theirs.length === 0) loseHidden(name, 'Copilot', report);
    return theirs;
  });
  return hidden.length === 0 ? [] : [`--excluded-tools ${quote(hidden.join(','))}`];
}

/** Copilot calls `mcp__files__delete` `files-delete`. */
function copilotNames(name: string): readonly string[] {
  const [, server, tool] = /^mcp__(.+?)__([^*]+)$/u.exec(name) ?? [];
  return server === undefined ? theirNames(name, copilotTools) : [`${server}-${tool}`];
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
