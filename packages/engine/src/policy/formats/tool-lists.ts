import { knownNames } from '../rules/known-tools.ts';
import type { Layer } from '../layer.ts';
import { passes, type Visibility } from '../visibility.ts';
import type { Writing } from './writing.ts';

/** Lists of tools that are shown to or hidden from models, across all layers. */
export type ToolLists = Visibility;

export function toolListsOf(layers: readonly Layer[]): ToolLists {
  return {
    visible: layers.flatMap(({ tools }) => tools?.visible ?? []),
    hidden: layers.flatMap(({ tools }) => tools?.hidden ?? []),
  };
}

/** A host's names for one of our tools; empty if it has no such tool, or if that is unknown. */
export function theirNames(name: string, theirs: ReadonlyMap<string, string>): readonly string[] {
  const names = [...theirs].flatMap(([their, ours]) => (ours === name ? [their] : []));
  const isUnsaid = names.length === 0 && (name.includes('*') || knownNames.has(name));
  return isUnsaid ? [] : names.length === 0 ? [name] : names;
}

export function loseHidden(name: string, host: string, report: Writing): void {
  report.note(
    `tools.hidden: ${name}`,
    `${host} has no name for it; a call of it is denied by the hook alone`,
    'not-carried',
  );
}

export function loseVisible({ visible }: ToolLists, host: string, report: Writing): void {
  if (visible.length > 0)
    report.note('tools.visible', `${host} has no list of the only tools that are shown`, 'not-carried');
}

/** The visible names that nothing hides. */
export function shownNames({ visible, hidden }: ToolLists): readonly string[] {
  return visible.filter((name) => passes({ visible: [], hidden }, name));
}
