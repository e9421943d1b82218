/** Compares version numbers from the left. A version without numbers is older than any other. */
export function isOlder(version: string, than: string): boolean {
  const numbers = (text: string): readonly number[] => (text.match(/\d+/gu) ?? []).map(Number);
  const [has, wanted] = [numbers(version), numbers(than)];
  for (const [at, number] of wanted.entries())
    if ((has[at] ?? -1) !== number) return (has[at] ?? -1) < number;
  return false;
}
