/** What a link to the playground carries. It comes after the `#`, so no server ever sees it. */
export interface Shared {
  readonly tool?: string;
  readonly text?: string;
  readonly mode?: string;
  readonly policy?: string;
}

export function writeShared(shared: Shared): string {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  return `call=${btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/u, '')}`;
}

/** Nothing for a link that carries no call, or none that can be read. */
export function readShared(hash: string): Shared | undefined {
  const coded = /^#call=([\w-]+)$/u.exec(hash)?.[1];
  if (coded === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(
      atob(coded.replaceAll('-', '+').replaceAll('_', '/')),
      (each) => each.codePointAt(0) ?? 0,
    );
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof value !== 'object' || value === null) return undefined;
    const texts = Object.entries(value).filter(([, each]) => typeof each === 'string');
    return Object.fromEntries(texts);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DOMException) return undefined;
    throw error;
  }
}
