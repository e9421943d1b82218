import type { HostPattern } from './host-pattern.ts';
import { wordSet, type WordSet } from '../../facts/word-set.ts';

/** Second-level domains under which registries of many countries sell names: `co.uk`, `com.au`. */
const soldBelowCountry: WordSet = wordSet(
  'ac co com edu gob gov gouv go ltd me mil ne net nom or org plc sch',
);

/** Hosts under which anyone can publish a page or run a server for free. */
const openToAnybody: WordSet = wordSet(`
  amazonaws.com appspot.com azurewebsites.net blob.core.windows.net blogspot.com cloudfront.net deno.dev
  firebaseapp.com fly.dev github.io githubusercontent.com gitlab.io glitch.me googleusercontent.com herokuapp.com
  loca.lt netlify.app ngrok-free.app ngrok.app ngrok.io nip.io on.aws onrender.com pages.dev r2.dev readthedocs.io
  repl.co run.app s3.amazonaws.com sslip.io surge.sh trycloudflare.com vercel.app web.app windows.net workers.dev
`);

/** Why a wildcard includes hosts of unrelated owners, for a report about the rule. */
export function widerThanOneOwner({ host, subdomains }: HostPattern): string | undefined {
  if (!subdomains) return undefined;
  const labels = host.split('.');
  const [second = '', country = ''] = labels;
  if (labels.length === 1) return `\`*.${host}\` is every host below \`${host}\``;
  const isSold = labels.length === 2 && country.length === 2 && soldBelowCountry.has(second);
  if (isSold || openToAnybody.has(host)) return `anybody can get a host below \`${host}\``;
  return undefined;
}
