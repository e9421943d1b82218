import { Type } from 'typebox';
import { first, queries } from '../database/query.ts';
import { notFound } from '../route/problem.ts';
import { openRoute, type Reply, type Route } from '../route/route.ts';
import { exact } from '../route/shapes.ts';
import type { Bundle, BundleCache } from './bundle-cache.ts';
import type { ServerContext } from '../module.ts';

const findPolicy = queries(import.meta.dirname)<{ text: string }, { channel: string; digest: string }>(
  'find-policy.sql',
);

const Channel = Type.String({ pattern: '^[\\w-]{32}$' });
const Digest = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Envelope = Type.Object({ manifest: Type.String(), signature: Type.String() });

export interface BundleRoutesOptions extends ServerContext {
  readonly bundles: BundleCache;
}

/** How long a cache may reuse an answer: a freeze must arrive within seconds. */
export const manifestHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'public, max-age=2',
  'content-type': 'application/json',
};

/**
 * Public to those who know the channel, so that any cache can be in front of it: the content is signed, and the URL
 * cannot be guessed.
 */
export function bundleRoutes({ database, bundles, stopping }: BundleRoutesOptions): readonly Route[] {
  return [
    openRoute(
      {
        method: 'GET',
        path: '/v1/bundles/{channel}',
        summary: "Returns a project's signed manifest, or 304 if it has not changed.",
        params: exact({ channel: Channel }),
        replies: { 200: Envelope, 304: 'none' },
      },
      async ({ params: { channel }, header }) => {
        const bundle = await bundles.get(channel);
        if (bundle === undefined) throw notFound('channel');
        return manifestReply(bundle, header('if-none-match'));
      },
    ),
    openRoute(
      {
        method: 'GET',
        path: '/v1/bundles/{channel}/newer',
        summary: 'Waits up to `seconds` for a manifest with a higher serial; returns 304 if there is none.',
        params: exact({ channel: Channel }),
        query: exact({
          serial: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
          seconds: Type.Integer({ minimum: 0, maximum: 55 }),
        }),
        replies: { 200: Envelope, 304: 'none' },
      },
      async ({ params: { channel }, query: { serial, seconds }, signal }) => {
        if ((await bundles.get(channel)) === undefined) throw notFound('channel');
        await bundles.newer(
          channel,
          serial,
          AbortSignal.any([signal, stopping, AbortSignal.timeout(seconds * 1000)]),
        );
        const bundle = await bundles.get(channel);
        if (bundle === undefined) throw notFound('channel');
        return bundle.serial > serial
          ? {
              status: 200,
              text: bundle.envelope,
              headers: { 'content-type': 'application/json', etag: bundle.etag },
            }
          : { status: 304 };
      },
    ),
    openRoute(
      {
        method: 'GET',
        path: '/v1/bundles/{channel}/policies/{digest}',
        summary: 'Returns a policy text by its hash. Immutable.',
        params: exact({ channel: Channel, digest: Digest }),
        replies: { 200: Type.String() },
      },
      async ({ params: { channel, digest } }) => {
        const row = await database.asSystem((on) => first(findPolicy(on, { channel, digest })));
        if (row === undefined) throw notFound('policy');
        const headers = {
          'cache-control': 'public, max-age=31536000, immutable',
          'content-type': 'application/yaml',
        };
        return { status: 200, text: row.text, headers: { ...headers, etag: `"${digest}"` } };
      },
    ),
  ];
}

function manifestReply({ etag, envelope }: Bundle, known: string | undefined): Reply {
  const headers = { ...manifestHeaders, etag };
  return known === etag ? { status: 304, headers } : { status: 200, text: envelope, headers };
}
