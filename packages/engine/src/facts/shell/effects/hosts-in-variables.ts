import type { HostAccess } from '../../access.ts';
import { readUrl } from '../../urls/read-url.ts';
import { literalOf, type Word } from '../read/words/word.ts';
import type { Expanded } from './carriers.ts';

/** Variables whose value is a host even without a scheme. */
const hosts =
  /(?:^|_)(?:PROXY|HOST|HOSTNAME|SERVER|ENDPOINT|REGISTRY)$|^(?:PGHOST|PGHOSTADDR|REDISCLI_HOST)$/iu;

/** `https_proxy=http://h curl x`, `DOCKER_HOST=tcp://h docker ps`, `export GOPROXY=h`: the host contacted instead. */
export function hostsInVariables({ assignments, judgement }: Expanded): readonly HostAccess[] {
  const set = [
    ...assignments,
    ...(judgement?.variables ?? []).flatMap((word) => {
      const text = literalOf(word) ?? '';
      const equals = text.indexOf('=');
      if (equals < 1) return [];
      const value: Word = { kind: 'literal', text: text.slice(equals + 1), span: word.span };
      return [{ name: text.slice(0, equals), value }];
    }),
  ];
  return set.flatMap(({ name, value }) => {
    const text = literalOf(value) ?? '';
    if (text.length > 4096) return [];
    return text.split(/[\s,|]+/u).flatMap((one): readonly HostAccess[] => {
      const url = /^[a-z][\w.+-]{0,20}:\/\/\S+$/iu.test(one)
        ? one
        : hosts.test(name) && /^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/u.test(one)
          ? `https://${one}`
          : undefined;
      return url === undefined
        ? []
        : [{ kind: 'network', url: readUrl(url), span: value.span, perhaps: true }];
    });
  });
}
