import { literalOf, type Word } from '../../facts/shell/read/words/word.ts';
import { fill } from '../../messages/fill.ts';
import { sqlClauses } from '../../messages/sentences.ts';
import { listed } from './shown-names.ts';

const client = /(?:^|\/)(?:clickhouse-client|cockroach|mariadb|mysql|psql|sqlcmd|sqlite3)$/u;

const dropped = /\b(drop|truncate)\s+(table|database|schema|view)\s+(?:if\s+exists\s+)?([\w."`]{1,60})/giu;

const changing = /\b(?:alter|call|copy|create|do|grant|insert|into|merge|replace|revoke|set|update)\b/iu;

/** What the statements do that a client of a database is given: the worst of them, by its words. */
export function sqlClause(words: readonly Word[]): string | undefined {
  if (!client.test(literalOf(words[0]) ?? '')) return undefined;
  const text = words.flatMap((word) => literalOf(word) ?? []).join('\n');
  const found = [...text.matchAll(dropped)].map(([, verb = '', kind = '', name = '']) => ({
    verb: verb.toLowerCase(),
    thing: `${kind.toLowerCase()} ${name.replaceAll(/["`]/gu, '')}`,
  }));
  for (const verb of ['drop', 'truncate'] as const) {
    const things = found.filter((one) => one.verb === verb).map(({ thing }) => thing);
    if (things.length > 0) return fill(sqlClauses[verb], { things: listed(things) });
  }
  if (/\bdelete\s+from\b/iu.test(text)) return sqlClauses.delete;
  return /\bselect\b/iu.test(text) && !changing.test(text) ? sqlClauses.query : undefined;
}
