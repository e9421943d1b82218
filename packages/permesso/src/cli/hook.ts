#!/usr/bin/env node
import { writeSync } from 'node:fs';
import { commandLineOf } from '../hosts/command-line-of.ts';
import { askers, type Asker } from '../hosts/hook-gate.ts';
import { hookHosts } from '../hosts/hook-hosts.ts';
import type { Reply } from '../hosts/host.ts';
import { answered, answeredNo } from '../hosts/launcher.ts';
import { isTrustedMod } from '../hosts/mods/trusted-mods.ts';
import { runHook } from '../hosts/run-hook.ts';

/**
 * What a host starts before each tool call: `hook.js HOST [--ask WHO] [--deadline SECONDS]`. Bundled into one file, and
 * without the command line's own reading of arguments: every millisecond here is waited for at each call.
 */
const [name = '', ...rest] = process.argv.slice(2);
const host = hookHosts.get(name);
const options = new Map(pairs(rest));
const ask = options.get('--ask');
const seconds = Number(options.get('--deadline') ?? 50);
const known = ['--ask', '--deadline', '--launched'];

if (name === 'mod') {
  // The guard mod asks whether the person trusts another mod. What fails here ends with another code: no.
  const state = options.get('--state') ?? '';
  const mod = { name: options.get('--name') ?? '', root: options.get('--root') ?? '' };
  const isKnown = state !== '' && mod.name !== '' && mod.root !== '';
  process.exit(isKnown && isTrustedMod(mod, state) ? answered : answeredNo);
} else if (
  host === undefined ||
  (ask !== undefined && !isAsker(ask)) ||
  !(seconds > 0) ||
  [...options.keys()].some((option) => !known.includes(option))
) {
  const said = process.argv.slice(2).join(' ');
  writeAll(2, `permesso hook: cannot be started as \`${said}\`\n`);
  // The code that blocks wherever an exit code blocks at all.
  process.exit(2);
} else {
  const program = commandLineOf(process.argv[1] ?? '');
  void runHook({ host, deadline: seconds * 1000, program, ...(ask === undefined ? {} : { ask }) }).then(end);
}

function end({ stdout, stderr, exitCode }: Reply): never {
  writeAll(1, stdout);
  writeAll(2, stderr);
  // At once: a timer or a socket left open must not keep the host waiting until it gives up and runs the call.
  process.exit(options.has('--launched') ? (exitCode === 0 ? answered : answeredNo) : exitCode);
}

/** A pipe that is full says EAGAIN; half an answer is none. */
function writeAll(to: number, text: string): void {
  const bytes = Buffer.from(text);
  let at = 0;
  for (let tries = 0; at < bytes.length && tries < 10_000;) {
    try {
      at += writeSync(to, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') process.exit(2);
      tries += 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
  if (at < bytes.length) process.exit(2);
}

function isAsker(text: string): text is Asker {
  return (askers as readonly string[]).includes(text);
}

function pairs(words: readonly string[]): readonly (readonly [string, string])[] {
  return words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1] ?? ''] as const] : []));
}
