/** Which tools the model is shown. Separate from rules: a hidden tool never reaches the model. */
export interface Visibility {
  /** Empty: all tools. Otherwise only these. */
  readonly visible: readonly string[];
  /** Takes precedence over `visible`. */
  readonly hidden: readonly string[];
}

/** A trailing `*` is the only wildcard; a star anywhere else is literal. */
export function matchesVisibility(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}

export function passes(visibility: Visibility, name: string): boolean {
  const listed = (patterns: readonly string[]): boolean =>
    patterns.some((pattern) => matchesVisibility(pattern, name));
  return !listed(visibility.hidden) && (visibility.visible.length === 0 || listed(visibility.visible));
}
