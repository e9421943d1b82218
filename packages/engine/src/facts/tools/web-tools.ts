import type { Part } from '../part.ts';
import type { Offer, Tool } from '../tool.ts';
import { readUrl } from '../urls/read-url.ts';

const webFetch: Tool = {
  name: 'WebFetch',
  kind: 'url',
  read: (call) => {
    const text = call.input['url'];
    const url =
      typeof text === 'string' ? readUrl(text) : { known: false as const, reason: 'WebFetch names no URL' };
    return [
      {
        kind: 'url',
        label: url.known
          ? `fetch ${url.scheme}://${url.host}${url.port === '' ? '' : `:${url.port}`}${url.path}`
          : 'fetch a URL that cannot be read',
        subject: { kind: 'url', url },
        accesses: [],
        // A request can carry data out, so it is never read-only.
        readOnly: false,
        insideEdit: false,
        check: { outcome: 'pass' },
        doubts: url.known ? [] : [url.reason],
        ...(typeof text === 'string' && !/^https?:\/\//iu.test(text)
          ? { mentions: { texts: [text], programs: [], directories: [] } }
          : {}),
      },
    ];
  },
  offer: (_call, parts) => parts.flatMap(offerHost),
};

/** Only the host: a wider rule would let data go anywhere. */
function offerHost({ subject }: Part): readonly Offer[] {
  if (subject.kind !== 'url' || !subject.url.known) return [];
  const { host, port } = subject.url;
  const place = port === '' ? host : `${host}:${port}`;
  return [{ rules: [`WebFetch(domain:${place})`], covers: `fetch any page of ${place}` }];
}

const webSearch: Tool = {
  name: 'WebSearch',
  kind: 'other',
  read: (call) => [
    {
      kind: 'other',
      label: 'WebSearch',
      subject:
        typeof call.input['query'] === 'string'
          ? { kind: 'tool', text: call.input['query'] }
          : { kind: 'tool' },
      accesses: [],
      effects: [{ effect: 'fetch' }],
      readOnly: false,
      insideEdit: false,
      check: { outcome: 'pass' },
      doubts: [],
    },
  ],
  offer: () => [{ rules: ['WebSearch'], covers: 'any web search' }],
};

export const builtInWebTools: readonly Tool[] = [webFetch, webSearch];
