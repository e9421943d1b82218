/**
 * The purposes of plug-ins' seals, named here: when the secret is replaced, their rows are resealed even if the
 * plug-ins are off.
 */
export function streamPurpose(organisation: string): string {
  return `target of a stream of ${organisation}`;
}

export function slackPurpose(organisation: string): string {
  return `slack app of ${organisation}`;
}

export function pushKeyPurpose(organisation: string): string {
  return `push key of ${organisation}`;
}
