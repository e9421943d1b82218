import { stripTypeScriptTypes } from 'node:module';
import { messageOf } from '@permesso/engine/call';

/** One way to undo a fix. The named test must fail while it is applied. */
export interface Sabotage {
  /** The security claim that the fix makes true. */
  readonly claim: string;
  /** From the repository's root. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Test files, from the repository's root. */
  readonly tests: readonly string[];
  /** Only tests whose name matches, to save time. */
  readonly named?: string;
}

/** How often the text to replace occurs. Only a text that occurs once is replaced. */
function timesFound({ find }: Sabotage, text: string): number {
  return text.split(find).length - 1;
}

/** Returns the file with the fix undone. Throws if nothing changes or the result does not parse: a test that fails then proves nothing. */
export function patch(sabotage: Sabotage, text: string): string {
  const { file, find, replace } = sabotage;
  const times = timesFound(sabotage, text);
  if (times !== 1) throw new Error(`${file}: the text occurs ${times} times: ${find}`);
  const patched = text.split(find).join(replace);
  if (patched === text) throw new Error(`${file}: nothing changes: ${find}`);
  const wrong = file.endsWith('.ts') ? syntaxError(patched) : undefined;
  if (wrong !== undefined) throw new Error(`${file}: does not parse with ${replace}: ${wrong}`);
  return patched;
}

function syntaxError(text: string): string | undefined {
  try {
    stripTypeScriptTypes(text);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
