import { messageOf } from '../facts/read-facts.ts';
import { loadPolicy } from '../load-policy.ts';
import { formats } from '../policy/exchange/formats.ts';
import type { RuleInput } from '../policy/rule.ts';
import { verdicts } from '../policy/verdict.ts';
import type { PlaceOptions } from '../world/policy-places.ts';
import { Refused, textFrom, type Asked, type Route } from './route.ts';

export interface ExchangeOptions extends PlaceOptions {
  readonly cwd: string;
}

/** Rules from and for other programs, with what could not be said. Importing only shows; adding is another step. */
export function exchangeRoutes(options: ExchangeOptions): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/formats',
      run: () => ({
        formats: formats.map(({ name, title, read, write }) => ({
          name,
          title,
          reads: read !== undefined,
          writes: write !== undefined,
        })),
      }),
    },
    { method: 'POST', path: '/api/export', run: ({ body }) => exportAs(body, options) },
    { method: 'POST', path: '/api/import', run: ({ body }) => importFrom(body, options) },
  ];
}

function exportAs(body: Asked['body'], options: ExchangeOptions): object {
  const format = formatOf(body);
  if (format.write === undefined) throw new Refused(`Nothing can be written for ${format.title}.`);
  try {
    return format.write(loadPolicy(options).layers);
  } catch (error) {
    throw new Refused(messageOf(error));
  }
}

function importFrom(body: Asked['body'], { home, cwd }: ExchangeOptions): object {
  const format = formatOf(body);
  if (format.read === undefined) throw new Refused(`Nothing can be read from ${format.title}.`);
  const read = format.read(textFrom(body, 'text'), { root: cwd, ...(home === undefined ? {} : { home }) });
  if ('error' in read) throw new Refused(read.error);
  const rules = verdicts.flatMap((verdict) =>
    (read.layer[verdict] ?? []).map((rule) => ({ verdict, rule: textOf(rule) })),
  );
  return { rules, losses: read.losses };
}

function formatOf(body: Asked['body']): (typeof formats)[number] {
  const name = textFrom(body, 'format');
  const format = formats.find((one) => one.name === name);
  if (format === undefined) throw new Refused('There is no such format.');
  return format;
}

function textOf(rule: RuleInput): string {
  return typeof rule === 'string' ? rule : rule.rule;
}
