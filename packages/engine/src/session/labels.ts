import type { ToolCall } from '../call/tool-call.ts';
import type { EffectName } from '../facts/effect.ts';
import type { Facts, Part } from '../facts/part.ts';
import { literalOf, type Word } from '../facts/shell/read/words/word.ts';
import { targetOf, touches } from '../policy/rules/match-rule.ts';
import type { Policy } from '../policy/policy.ts';
import type { World } from '../world/world.ts';
import { isVersionControl } from './command-targets.ts';
import { sessionEffects } from './session-part.ts';
import type { SessionLabel } from './session.ts';

interface Labelling {
  readonly call: ToolCall;
  readonly facts: Facts;
  readonly policy: Pick<Policy, 'labels'>;
  readonly world: World;
}

/** The labels that a call brings once it is decided and not denied, whether or not it has ended and whatever runs beside it. */
export function labelsBrought(about: Labelling): readonly SessionLabel[] {
  const { facts, world } = about;
  const found = new Map<string, SessionLabel>();
  const put = (label: string, source: string): void => {
    const key = `${label} ${source}`;
    if (!found.has(key)) found.set(key, { label, source, at: world.now });
  };
  for (const part of facts.parts.flatMap(withRuns)) {
    const target = targetOf(part, about);
    const source = sourceOf(part, target.call);
    const effects = new Set(
      sessionEffects(part, target.call).flatMap(({ effect, possible }) =>
        possible === true ? [] : [effect],
      ),
    );
    const has = (...some: readonly EffectName[]): boolean => some.some((effect) => effects.has(effect));
    if (has('fetch', 'remote-read', 'install') || isOthersText(part, world)) put('untrusted', source);
    if (has('secret')) put('secret', source);
    if (has('remote-read') && (part.subject.kind === 'mcp' || part.subject.kind === 'tool'))
      put('private', source);
    if (has('remote-change', 'remote-destroy', 'remote-run', 'send', 'publish', 'sign-in', 'pay'))
      put('acted', source);
    if (changesRemotes(part)) put('repointed', source);
    // A possible match counts: a superfluous label only costs a prompt.
    for (const { label, rule } of about.policy.labels ?? [])
      if (touches(rule, { ...target, part }) !== 'no') put(label, source);
  }
  return [...found.values()];
}

function withRuns(part: Part): readonly Part[] {
  return [part, ...(part.runs ?? []).flatMap(withRuns)];
}

/** The unit that a person would trust or not: a host, a server, a program with its subcommand, a folder. */
function sourceOf({ subject, accesses, label }: Part, call: ToolCall): string {
  const host = accesses.find((access) => access.kind === 'network' && access.url.known);
  if (subject.kind === 'url' && subject.url.known) return subject.url.host;
  if (subject.kind === 'mcp') return subject.readings[0]?.server || call.tool;
  if (subject.kind === 'tool') return call.tool;
  if (host?.kind === 'network' && host.url.known) return host.url.host;
  if (subject.kind === 'path' && subject.path.known) return folderOf(subject.path.written);
  return label.slice(0, 80);
}

function folderOf(path: string): string {
  const at = /^(.*\/(?:node_modules|site-packages|vendor|third_party)\/(?:@[^/]+\/)?[^/]+)/u.exec(path);
  return at?.[1] ?? path.slice(0, Math.max(1, path.lastIndexOf('/')));
}

/** Files written by others, judged by location: packages, downloads, logs, documents, and everything outside the project. */
function isOthersText({ subject, accesses }: Part, world: World): boolean {
  if (isLogCommand(subject)) return true;
  const paths = [
    ...(subject.kind === 'path' && subject.access === 'read' ? [subject.path] : []),
    ...accesses.flatMap((access) =>
      access.kind === 'read' && access.perhaps !== true && access.suspected === undefined
        ? [access.path]
        : [],
    ),
  ];
  return paths.some((path) => path.known && isOthers(path.written, world));
}

const othersPlace =
  /\/(?:node_modules|site-packages|vendor|third_party|Downloads)\/|\.(?:pdf|docx?|eml|msg|vtt|ics|vcf|pptx?|xlsx?)$|^\/(?:tmp|var\/tmp|var\/log|private\/tmp)\//u;

function isOthers(path: string, { workingDirectories, home }: World): boolean {
  if (othersPlace.test(path)) return true;
  const isInside = workingDirectories.some(
    (directory) => path === directory || path.startsWith(`${directory}/`),
  );
  const isOwnSetting =
    path.startsWith(`${home}/.`) || /^\/(?:etc|usr|bin|sbin|lib|proc|sys|dev|opt)(?:\/|$)/u.test(path);
  return !isInside && !isOwnSetting && path !== home;
}

const telling =
  /^(?:docker|podman|nerdctl|docker-compose|kubectl|stern) .*\blogs\b|^(?:apt|apt-get|dnf) changelog\b|^journalctl\b/u;

/** Logs repeat what strangers sent, and the changelog of a package is written by them. */
function isLogCommand(subject: Part['subject']): boolean {
  if (subject.kind !== 'command') return false;
  const texts = subject.words.slice(1).map((word) => literalOf(word) ?? '');
  return telling.test([nameOf(subject.words), ...texts].join(' '));
}

function changesRemotes({ subject, accesses }: Part): boolean {
  if (
    subject.kind === 'path' &&
    subject.access !== 'read' &&
    subject.path.known &&
    isGitConfig(subject.path.written)
  )
    return true;
  if (
    accesses.some(
      (access) => access.kind === 'write' && access.path.known && isGitConfig(access.path.written),
    )
  )
    return true;
  if (subject.kind !== 'command' || !isVersionControl(nameOf(subject.words))) return false;
  const texts = subject.words.map((word) => literalOf(word) ?? '');
  const isRemote =
    texts.some((text) => text === 'remote' || text === 'remote-url') &&
    texts.some((text) => /^(?:add|set-url|rename|rm|remove|https?:|ssh:|git@)/u.test(text));
  return (
    isRemote || (texts.includes('config') && texts.some((text) => /^(?:remote|url|branch)\./iu.test(text)))
  );
}

function isGitConfig(path: string): boolean {
  return /(?:^|\/)(?:\.git\/config|\.gitconfig|\.hg\/hgrc|\.hgrc|\.jj\/repo\/config\.toml)$/u.test(path);
}

function nameOf(words: readonly Word[]): string {
  return (literalOf(words[0]) ?? '').split('/').at(-1) ?? '';
}
