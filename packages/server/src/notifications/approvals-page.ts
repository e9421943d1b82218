/** Where the console shows what is pending, or one request: the link of every message. */
export function approvalsPage(publicUrl: string, request?: string): string {
  return `${publicUrl}/#/approvals${request === undefined ? '' : `?request=${request}`}`;
}
