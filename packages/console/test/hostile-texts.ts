/** Texts that want to become something else in a page: markup, script, an address, a template. All call `canary`. */
const shapes: readonly ((inner: string) => string)[] = [
  (inner) => `<script>${inner}</script>`,
  (inner) => `<img src=x onerror=${inner}>`,
  (inner) => `<svg onload="${inner}">`,
  (inner) => `</pre></code><script>${inner}</script>`,
  (inner) => `"><iframe srcdoc="<script>parent.${inner}</script>">`,
  (inner) => `javascript:${inner}`,
  (inner) => `<a href="javascript:${inner}">x</a>`,
  (inner) => `\${${inner}}`,
  (inner) => `{{constructor.constructor('${inner}')()}}`,
  (inner) => `<style>@import 'http://127.0.0.1:9/${inner}'</style>`,
  (inner) => `<details open ontoggle=${inner}>`,
  (inner) =>
    `<math><mtext><option><FAKE><option></option><mglyph><svg><mtext><style><a title="</style><img src=x onerror='${inner}'>">`,
  (inner) => `<base href="http://127.0.0.1:9/"><script src=${inner}></script>`,
  (inner) => `<template><script>${inner}</script></template>`,
  (inner) => `<object data="javascript:${inner}">`,
  (inner) => `\u2028<script>${inner}</script>\u202e`,
  (inner) => `<!--<img src="--><img src=x onerror=${inner}//">`,
  (inner) => `<form action="javascript:${inner}"><button>Allow this once</button></form>`,
];

const around = [
  '',
  '"',
  "'",
  '`',
  '>',
  '</textarea>',
  '</title>',
  ']]>',
  '\0',
  '\r\n',
  '&lt;',
  '%3C',
  '\\u003c',
];

/** The same for the same number. */
export function hostileText(at: number): string {
  const shape = shapes[at % shapes.length] ?? ((inner: string) => inner);
  const before = around[Math.floor(at / shapes.length) % around.length] ?? '';
  const after = around[Math.floor(at / (shapes.length * around.length)) % around.length] ?? '';
  return `${before}${shape(`canary(${at})`)}${after} ${at}`;
}
