import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import type { ExpiringHost, SandboxObject } from '../sandbox-settings.ts';
import {
  afterLine,
  contentOf,
  eolOf,
  intoFlow,
  openPolicy,
  proven,
  type Edited,
  type Insertion,
} from './edit-text.ts';
import { endOf, indentOf, isFlow } from './node-span.ts';

/**
 * Adds a host to `sandbox.hosts`, replacing an earlier entry for it with an expiry. The rest stays unchanged; the new text is
 * read back and must mean what the old one did, plus this host.
 */
export function addSandboxHostToText(text: string, entry: ExpiringHost): Edited {
  const before = openPolicy(text);
  if ('refused' in before) return before;
  const { root, policy } = before;
  const { sandbox } = policy.layer;
  const says: SandboxObject = typeof sandbox === 'string' ? { use: sandbox } : (sandbox ?? {});
  if (says.hosts?.some((each) => isOpenAlways(each, entry) || isEntry(each, entry)) === true)
    return { text, changed: false };
  if (root !== undefined && !isMap(root)) return { refused: 'the file is not a policy' };
  const { at, words, replaces = 0 } = insertionOf(text, root, entry);
  const changed = `${text.slice(0, at)}${words}${text.slice(at + replaces)}`;
  const hosts = [...(says.hosts ?? []), entry];
  const expected = { ...policy.layer, sandbox: { ...says, hosts } };
  return proven(changed, contentOf(policy, expected));
}

function isOpenAlways(each: string | ExpiringHost, { host }: ExpiringHost): boolean {
  return typeof each === 'string' ? each === host : each.host === host && each.expires === undefined;
}

function isEntry(each: string | ExpiringHost, entry: ExpiringHost): boolean {
  return typeof each !== 'string' && each.host === entry.host && each.expires === entry.expires;
}

function insertionOf(text: string, root: YAMLMap | undefined, entry: ExpiringHost): Insertion {
  const written = JSON.stringify(entry);
  const list = `hosts: [${written}]`;
  const eol = eolOf(text);
  const pair = root?.items.find(({ key }) => isScalar(key) && key.value === 'sandbox');
  if (root === undefined) return afterLine(text, text.length, `sandbox:${eol}  ${list}${eol}`);
  if (pair === undefined)
    return isFlow(root)
      ? intoFlow(text, root, `"sandbox": {"hosts": [${written}]}`)
      : afterLine(text, endOf(root), `${' '.repeat(indentOf(root))}sandbox: { ${list} }${eol}`);
  const { value } = pair;
  if (!isMap(value)) {
    const [start = 0, end = start] = isScalar(value) ? (value.range ?? []) : [];
    return { at: start, words: `{ use: ${text.slice(start, end)}, ${list} }`, replaces: end - start };
  }
  const hosts = value.get('hosts', true);
  if (isSeq(hosts))
    return isFlow(hosts)
      ? intoFlow(text, hosts, written)
      : afterLine(text, endOf(hosts), `${' '.repeat(indentOf(hosts))}- ${written}${eol}`);
  return isFlow(value)
    ? intoFlow(text, value, `"hosts": [${written}]`)
    : afterLine(text, endOf(value), `${' '.repeat(indentOf(value))}${list}${eol}`);
}
