import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from '../../../permesso/src/cli/commands.ts';
import { runCommandLine } from '../../../permesso/src/cli/run-command.ts';
import type { Team } from '../harness.ts';

export interface Typed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** What was asked on the terminal. */
  readonly asked: readonly string[];
}

export interface AdminShell {
  /** `permesso admin ...` as this person of the team, without a terminal. */
  readonly as: (who: string, ...words: readonly string[]) => Promise<Typed>;
  /** The same, at a terminal where this is answered. */
  readonly answering: (answer: string, who: string, ...words: readonly string[]) => Promise<Typed>;
  /** What `--json` prints. */
  readonly json: (who: string, ...words: readonly string[]) => Promise<ReturnType<typeof JSON.parse>>;
  /** A file that only this user can read. */
  readonly file: (name: string, text: string) => string;
  readonly remove: () => void;
}

/** What people type, with their tokens in files, in this process. */
export function adminShell(server: { readonly url: string }, team: Team): AdminShell {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-admin-'));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const type = async (who: string, words: readonly string[], answer?: string): Promise<Typed> => {
    const [out, err, asked]: [string[], string[], string[]] = [[], [], []];
    const token = file(`${who}.token`, team.people[who]?.token ?? 'pmt_nobody');
    const person = ['--server', server.url, '--token-file', token];
    const code = await runCommandLine(['admin', ...words, ...person], commands, {
      print: (text) => out.push(text),
      complain: (text) => err.push(text),
      width: 80,
      ask: async (text) => {
        asked.push(text);
        return answer;
      },
    });
    return { code, out: out.join('\n'), err: err.join('\n'), asked };
  };
  return {
    as: (who, ...words) => type(who, words),
    answering: (answer, who, ...words) => type(who, words, answer),
    json: async (who, ...words) => {
      const { code, out, err } = await type(who, [...words, '--json']);
      if (code !== 0) throw new Error(`${words.join(' ')}: ${code} ${err}`);
      return JSON.parse(out);
    },
    file,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
