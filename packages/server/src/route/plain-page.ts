import { hash } from 'node:crypto';
import { visible } from '@permesso/protocol/text';

const style =
  ':root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em}' +
  'table{border-collapse:collapse;width:100%}' +
  'th,td{border-top:1px solid #ccc;padding:.4em;text-align:left;vertical-align:top;overflow-wrap:anywhere}th{width:11em}' +
  'pre{white-space:pre-wrap;margin:0}@page{margin:2cm}';

/** No scripts, and no styles but its own. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
} as const;

interface PlainPage {
  readonly text: string;
  readonly headers: typeof headers;
}

/** A page outside of the console. The title is text; the body is markup. */
export function plainPage(title: string, body: string): PlainPage {
  const name = html(title);
  return {
    headers,
    text: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title><style>${style}</style><h1>${name}</h1>${body}</html>\n`,
  };
}

/** Escapes untrusted text. */
export function html(text: string): string {
  return text
    .split('\n')
    .map(visible)
    .join('\n')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
