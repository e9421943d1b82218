import { callText, headline, type Message } from './message.ts';

/** The page behind a link. Looking at it answers nothing: programs that preview links look too. */
export function answerPage(message: Message, token: string): string {
  const button = (verdict: string, words: string): string =>
    `<form method="post" action="/v1/answer/${token}/${verdict}"><button>${words}</button></form>`;
  return document(
    headline(message),
    `<pre>${escapeHtml(callText(message))}</pre>
<p>In ${escapeHtml(message.request.call.cwd ?? 'no known directory')}. Denied by itself at ${message.expiresAt.toISOString()}.</p>
${button('allow', 'Allow once')}
${button('deny', 'Deny')}`,
  );
}

export function donePage(words: string): string {
  return document(words, '<p>You can close this page.</p>');
}

function document(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<h1>${escapeHtml(title)}</h1>
${body}
`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
