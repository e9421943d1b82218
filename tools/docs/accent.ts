import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Turns of phrase that read as translated. The sentence around one is rewritten; another word in its place is not enough. */
export const accents: readonly RegExp[] = [
  /(?<!\bthere )\b(?:is|are|was|were) none\b/i,
  /\bit is no (?!longer|more|use)[a-z]+/i,
  /\b(?:stand|stands|stood) (?:there|here)\b/i,
  /\b(?:say|says|said|saying) yes\b/i,
  /\b(?:say|says|said|saying) no\b(?! (?:more|scheme|type|[a-z]+ at all))/i,
  /\b(?:server|servers|logs|those|key|version|period) of before\b/i,
  /\bby itself\b/i,
  /\bwithout a word\b/i,
  /\bcome in again\b/i,
  /\bhave it proven\b/i,
  /\b(?:a|the|one|second|this) yes\b/i,
  /\bwhat waits\b/i,
  /\bputs? (?:the|a) question\b/i,
  /\bnobody obeys\b/i,
  /\bobeyed by nobody\b/i,
  /\bthe way of a call\b/i,
  /\btakes? all of it in\b/i,
  /\bkeeps? to (?:its|their) words\b/i,
  /\bmay it\?/i,
  /\bprev: 'Before'/,
  /\btell(?:s)? the same\b/i,
  /\bas good as none\b/i,
];

/** The same where people read: pages have no code whose words would match. */
export const pageAccents: readonly RegExp[] = [
  ...accents,
  /\bwhoever\b/i,
  /\bby themselves\b/i,
  /\b(?:proofs|backups|agents|clients|roles) from before\b/i,
  /\b(?:server|team|database|cell|target|NATS) is away\b/i,
  /\bspeaks? of (?:it|them|this|a rule|calls)\b/i,
  /\brules? speaks?\b/i,
  /(?:^|[.:] |\| )That (?:a|an|the|it|no) \w+/,
  /(?:^|[.:] )What [^?|:#]{3,60}, (?:is|are|was|can|must) /,
  /(?:^|[.] )What (?:is|was|has|cannot|comes|came) [^?|]*\.(?: |$)/,
  /\btak(?:es?|en) (?:it|them) (?:away|back)\b/i,
  /\bg(?:ives?|iven) (?:it|them) back\b/i,
  /\bgives? way\b/i,
  /\bfor (?:itself|himself) alone\b/i,
  /\bgood (?:once|as)\b/i,
  /\bas (?:it|they) came\b/i,
  /\bwhat (?:would|will) (?:have )?become of\b/i,
  /\bthe words of (?:the|its|a) (?:program|host)\b/i,
  /\bends in (?:the host's own )?no\b/i,
];

const places = [
  '{README,SECURITY,CONTRIBUTING,GOVERNANCE,CHANGELOG,ARCHITECTURE}.md',
  'docs/**/*.md',
  'site/{pages,playground}/**/*.{md,ts}',
  'site/.vitepress/**/*.{vue,ts}',
];

/** Lines of README, docs and site with such a turn of phrase, as `file:line text`. */
export function accentHits(repository: string): readonly string[] {
  const files = globSync(places, {
    cwd: repository,
    exclude: ['**/node_modules/**', 'site/.vitepress/{dist,cache}/**', 'docs/decisions/**'],
  });
  return files.flatMap((file) =>
    readFileSync(join(repository, file), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        pageAccents.some((accent) => accent.test(line))
          ? [`${file}:${at + 1} ${line.trim().slice(0, 100)}`]
          : [],
      ),
  );
}
