export function writeTables(reports: readonly string[]): void {
  void reports;
}
