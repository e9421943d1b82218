import type { EffectName } from '../../effect.ts';
import { lazily } from '../../lazily.ts';
import { nameWords } from '../../name-words.ts';
import { wordSet, type WordSet } from '../../word-set.ts';

/** Words that show that a task publishes, deploys or deletes data. Of most tasks only the name is known. */

/** Within any compound: `redeploy`, `unpublished`, `publishall`. Long enough to have no other meaning. */
const stems =
  /publish|deploy|destroy|truncat|rollback|rollout|upload|promot(?:e|ion)|eras(?:e|ing)|purg(?:e|ing)|delet(?:e|ing|ion)|obliterat|teardown|decommission|failover|releas(?!enotes)|flash(?!card)/u;

/** Only as a separate word: `preset`, `refresh`, `product` and `dropdown` mean something else. */
const wholes: WordSet = wordSet(
  'push drop drops dropped reset resets resetting fresh ship ships wipe wipes flush nuke prune yank burn submit deliver distribute downgrade broadcast apply checkin sync provision announce testflight appstore playstore dfu ota cutover golive program fuse fuses efuse replant jib',
);

/** Programs whose `clean` removes the data they manage: `flywayClean`. */
const cleaned = /^(?:flyway|liquibase|db|database|schema|data)$/u;

/** Compounds without a separator: `dropall`, `resetdb`, `dbpush`. */
const joined =
  /^(?:(?:drop|reset|wipe|flush|push)(?:all|db|data|database|schema|tables?|prod|production|live)|(?:db|data|database|schema|tables?)(?:drop|reset|wipe|flush|push|clean|clear))$/u;

/** Names of data stores, and words that replace their contents: `db:schema:load`, `site:install`, `importDatabase`. */
const holders = /^(?:db|data|database|schema|structure|tables?|site)$/u;
const replacers = /^(?:load|restore|import|install|setup|recreate|overwrite|replace)$/u;

/** A target rather than an action: `build:prod` builds, but `prod` alone does whatever production needs. */
const variants: ReadonlySet<string> = new Set(['prod', 'prd', 'production', 'live', 'staging', 'release']);

/** Every risky name contains one of these, so this test settles most words. */
const hint = lazily(
  () =>
    new RegExp(
      [
        stems.source,
        'clean',
        'clear',
        'load|restore|import|install|setup|recreate|overwrite|replace',
        ...wholes.all(),
        ...variants,
      ].join('|'),
      'u',
    ),
);

export function mayBeRisky(text: string): boolean {
  return hint().test(text.toLowerCase());
}

/** Verbs that remain a build whatever the variant: `assembleRelease`, `build:production`. */
const builds: WordSet = wordSet(
  'build builds compile assemble bundle lint test tests check checks typecheck type watch analyze analyse package pack render template synth minify transpile e2e unit vet doc docs generate gen codegen format fmt verify validate size coverage bench dev debug preview storybook ci classpath dependencies dependency',
);

/** `--no-push`, `-DskipPublish`, `-Dmaven.deploy.skip=true`. */
const negations: WordSet = wordSet('no not skip without disable disabled exclude ignore');

/** The word in a task or program name that shows that it publishes, deploys or deletes; undefined if there is none. */
export function riskInName(text: string): string | undefined {
  if (!mayBeRisky(text)) return undefined;
  const [first = '', ...rest] = nameWords(text);
  const replaced = [first, ...rest].find((word, at, all) => {
    const near = [all[at - 1] ?? '', all[at + 1] ?? ''];
    return replacers.test(word) && near.some((each) => holders.test(each));
  });
  if (replaced !== undefined) return replaced;
  const isCleaned = [first, ...rest].some(
    (word, at, all) => word === 'clean' && cleaned.test(all[at - 1] ?? ''),
  );
  if (isCleaned) return 'clean';
  return text
    .split(/[:/.\s]+/u)
    .map((segment) => {
      const words = nameWords(segment);
      const isBuild = [first, ...rest].some((word) => builds.has(word));
      return isLocal(words) ? undefined : words.find((word) => isRisk(word, isBuild));
    })
    .find((word) => word !== undefined);
}

/** `publishToMavenLocal` fills a cache on this machine, `spotlessApply` writes the fixes of a check. */
function isLocal(words: readonly string[]): boolean {
  if (words[0] === 'jib' && words.length > 1) return true;
  return (
    (words[0] === 'publish' && words.at(-1) === 'local') || (words[0] === 'spotless' && words[1] === 'apply')
  );
}

function isRisk(word: string, isBuild: boolean): boolean {
  if (variants.has(word)) return !isBuild;
  return stems.test(word) || wholes.has(word) || joined.test(word);
}

/** Programs that only publish, although their names do not say so. */
const publishers: WordSet = wordSet('np surge gh-pages ghp-import standard-version shipit vsce ovsx');

/** The same for a program, given its name without the directory. */
export function riskInProgramName(name: string): string | undefined {
  return publishers.has(name)
    ? name
    : riskInName(name.replace(/\.(?:sh|bash|zsh|fish|py|[cm]?[jt]s|rb|php|pl|ps1|exe|cmd|bat|jar)$/u, ''));
}

/** The same for an option: there a variant is a setting (`--release`, `-P prod`), and many options are negations. */
export function riskInOption(given: string): string | undefined {
  // `--destination=../config/sync` names a place, `--add-drop-table` the contents of a dump.
  const text = given
    .replace(/=(?:\.{0,2}\/).*$/su, '')
    .replace(/^--add-drop-(?:table|database|trigger)$/u, '');
  if (!mayBeRisky(text)) return undefined;
  const words = nameWords(text);
  if (
    words.some((word) => negations.has(word)) ||
    /[=:](?:false|no|never|none|off|0|filesystem|local|disabled)$/iu.test(text)
  )
    return undefined;
  // `-p:PublishSingleFile=true`: how `dotnet publish` builds.
  if (/^[-/]p(?:roperty)?:Publish(?:SingleFile|Trimmed|ReadyToRun|Aot|Dir|RepositoryUrl)=/iu.test(text))
    return undefined;
  // `--delete-conflicting-outputs` only deletes build outputs.
  if (words.some((word) => /^(?:outputs?|tmp|temp)$/u.test(word))) return undefined;
  return words.find((word) => !variants.has(word) && isRisk(word, true));
}

/** Shared environments in a setting: `-e production`, `-Penv=prod`, `RAILS_ENV=production`. */
const surroundings: ReadonlySet<string> = new Set(['prod', 'prd', 'production', 'live', 'staging']);

export function surroundingsIn(text: string): string | undefined {
  if (!mayBeRisky(text)) return undefined;
  const words = nameWords(text.replace(/^-P(?=[a-z])/u, ''));
  return words.some((word) => negations.has(word)) ? undefined : words.find((word) => surroundings.has(word));
}

/** Building, testing and serving for production stays on this machine. */
export function staysHere(text: string): boolean {
  return nameWords(text).some(
    (word) =>
      builds.has(word) ||
      /^(?:install|clean|start|serve|help|version|list|status|logs?|precompile|assets|diff|plan|show|query|get|describe)$/u.test(
        word,
      ),
  );
}

/** Whether a word only names a target. */
export function isVariant(text: string): boolean {
  if (!mayBeRisky(text)) return false;
  const words = nameWords(text);
  return words.length > 0 && words.every((word) => variants.has(word));
}

/** The effect of a word in a task's name: it is visible to others, writes a device, or deletes something. */
export function riskEffect(word: string): EffectName {
  if (/flash|dfu|fuse|program|burn|ota/u.test(word)) return 'machine';
  return /publish|deploy|releas|upload|promot|push|ship|submit|deliver|distribut|jib|announce|broadcast|prod|prd|live|staging|rollout|apply|provision|sync|testflight|appstore|playstore|cutover|surge|gh-pages|ghp|np$|vsce|ovsx|version|checkin|failover/u.test(
    word,
  )
    ? 'publish'
    : 'lose';
}
