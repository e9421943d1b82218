/** Programs for Node.js that compute, print and read, with the files that they read and the servers that they ask. */
export const harmlessJavascript: readonly (readonly [program: string, uses: string])[] = [
  ['console.log((100 * (1 - 10 / 100)).toFixed(2))', ''],
  ['process.version', ''],
  [
    "const p = require('./package.json'); console.log(p.name, Object.keys(p.devDependencies).length)",
    './package.json',
  ],
  ["require('./package.json').version", './package.json'],
  ["JSON.parse(require('fs').readFileSync('a.json', 'utf8')).some.deep.key", 'a.json'],
  [
    "const fs = require('fs')\nconst d = JSON.parse(fs.readFileSync('a.json'))\nfor (const [k, v] of Object.entries(d)) console.log(k, v.length, d['a'].b[0])",
    'a.json',
  ],
  [
    "import fs from 'node:fs';\nconsole.log((fs.readFileSync('x.yaml', 'utf8').match(/^  '?@/gm) || []).length)",
    'x.yaml',
  ],
  ["import { readFileSync } from 'fs';\nconsole.log(readFileSync('a', 'utf8').split('\\n').length)", 'a'],
  ["const { join } = require('path'); console.log(join('a', 'b'))", ''],
  ['[3, 1, 2].sort((a, b) => a - b).map(String).join()', ''],
  ['let s = 0, n = 0; for (let i = 0; i < 9; i++) { s += i; n++ } console.log(s / n, `mean ${s / n}`)', ''],
  ['const a = [1, 2]; for (let i = 0; i < a.length; i++) console.log(a[i], a[i + 1], a[a.length - 1])', ''],
  ['const f = (x) => x * 2; console.log([1, 2].map(f), f(3))', ''],
  ['function f({ a, b = 1 }) { return a / b } console.log(f({ a: 4 }))', ''],
  ["console.log('a/b'.replace(/\\//g, '-'), new Date(0).toISOString(), 10 / 2 / 5)", ''],
  [
    "fetch('http://localhost:4000/health').then((r) => r.json()).then(console.log)",
    '? http://localhost:4000/health',
  ],
  ["console.log(require('crypto').createHash('sha256').update('x').digest('hex'))", ''],
  ["const { toCents } = require('./src/money'); console.log(toCents('1.005'))", 'loads'],
  ["console.log(require('typescript').version)", 'loads'],
  ["console.log(require('react/package.json').version)", 'node_modules/react/package.json'],
  ["try { JSON.parse('{') } catch (e) { console.error(e.message) }", ''],
  ["const x = process.argv.length > 2 ? 'a' : 'b'; console.log({ x, y: x })", ''],
  ['console.log(JSON.stringify({ a: 1 }, null, 2), JSON.stringify([1], (k, v) => v))', ''],
];
