/** The console's page of pending requests, or of one: the link in every message. */
export function approvalsPage(publicUrl: string, request?: string): string {
  return `${publicUrl}/#/approvals${request === undefined ? '' : `?request=${request}`}`;
}
