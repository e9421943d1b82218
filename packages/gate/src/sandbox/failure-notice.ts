import { fill } from '@permesso/engine/call';
import { hookRequestTexts, libraryRequestTexts, sandboxFailureTexts as texts } from '../messages/sandbox.ts';
import type { SandboxProfile } from './read-profile.ts';

const writeRefused = /Read-only file system|\bEROFS\b/i;
const netRefused =
  /Network is unreachable|\bENETUNREACH\b|Could not resolve|name resolution|\bEAI_AGAIN\b|\bENOTFOUND\b|Name or service not known|No address associated|blocked[- ]by[- ](?:network[- ])?allowlist|(?:CONNECT|proxy|tunnel).{0,60}\b403\b|\b403\b.{0,60}(?:CONNECT|proxy|tunnel)/i;
const readRefused = /Permission denied|\bEACCES\b/i;

type RequestTexts = Readonly<Record<'outside' | 'host', string>>;

const requests: Readonly<Record<'hook' | 'library', RequestTexts>> = {
  hook: hookRequestTexts,
  library: libraryRequestTexts,
};

export interface NoticeOptions {
  readonly profile: SandboxProfile;
  /** Who runs the commands of the model: how it gets more differs. */
  readonly by: 'hook' | 'library';
}

/**
 * One sentence for the model where a command failed because of the sandbox, with what to request. A guess by what it printed;
 * nothing where it failed on its own: a test that fails would be explained wrongly.
 */
export function failureNotice(printed: string, { profile, by }: NoticeOptions): string | undefined {
  const request = requests[by];
  const { hosts, hidden } = profile;
  const lines = printed.slice(-mostRead).split('\n');
  const refused = lines.filter((line) => readRefused.test(line));
  const path = hidden.find((each) => refused.some((line) => namesFile(line, each)));
  if (path !== undefined) return fill(texts.hidden, { path });
  const write = lines.find((line) => writeRefused.test(line));
  if (write !== undefined)
    return fill(texts.write, {
      path: pathIn(write) ?? texts.noPath,
      writable: writableText(profile),
      request: request.outside,
    });
  if (!lines.some((line) => netRefused.test(line))) return undefined;
  return hosts.length === 0
    ? fill(texts.network, { request: request.host })
    : fill(texts.hosts, { hosts: shortList(hosts), request: request.host });
}

/** Where the output went to a terminal, and nobody but the program that draws it can read it. */
export function describeLimits({ profile, by }: NoticeOptions): string {
  const { hosts } = profile;
  const reach = hosts.length === 0 ? texts.noNetwork : fill(texts.someHosts, { hosts: shortList(hosts) });
  const request = requests[by].outside;
  return fill(texts.unknown, { reach, writable: writableText(profile), request });
}

/** Enough for the last words of any program. */
const mostRead = 100_000;

function writableText({ writable }: SandboxProfile): string {
  return writable.length === 0 ? texts.noWritable : shortList(writable);
}

const mostListed = 4;

function shortList(names: readonly string[]): string {
  const more = names.length - mostListed;
  return [...names.slice(0, mostListed), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** By its path or by its name alone, as a whole word. */
function namesFile(line: string, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return line.split(/[\s'":,]+/).some((word) => word === name || word.endsWith(`/${name}`));
}

/** Behind what a shell says of itself: `/usr/bin/bash: line 1: /etc/x: Read-only file system`. */
function pathIn(line: string): string | undefined {
  const said = line.replace(/^\S*: line \d+: /, '');
  // The last one is where it should have gone: `cannot copy '/a' to '/b': Read-only file system`.
  const [found] = [...said.matchAll(/(?<![\w.])\/[^\s'":,]+/g)].at(-1) ?? [];
  return found?.replace(/[.]$/, '');
}
