/** The files of `bundle-cli.ts` as they find one another. */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBrief } from './bundle.ts';

export const mainName = 'hook-main';
const mainFile = `${mainName}.cjs`;

export interface LinkOptions {
  readonly dist: string;
  /** Below it. */
  readonly files: readonly string[];
}

export function linkFiles({ dist, files }: LinkOptions): void {
  const digests: Record<string, string> = {};
  for (const file of files.filter((each) => each !== mainFile)) {
    const text = linked(readFileSync(join(dist, file), 'utf8'), file);
    const name = nameOfLate(file);
    writeFileSync(join(dist, file), name === undefined ? text : asLate(withoutRuntime(text, dist)));
    makeBrief(join(dist, file));
    if (name === undefined) continue;
    const digest = createHash('sha256')
      .update(readFileSync(join(dist, file)))
      .digest('hex')
      .slice(0, 16);
    renameSync(join(dist, file), join(dist, `late/${name}-${digest}.cjs`));
    digests[name] = digest;
  }
  const text = withLate(linked(readFileSync(join(dist, mainFile), 'utf8'), mainFile), digests);
  writeFileSync(join(dist, mainFile), withoutRuntime(text, dist));
  makeBrief(join(dist, mainFile));
}

function nameOfLate(file: string): string | undefined {
  return /^late\/(.+)\.cjs$/.exec(file)?.[1];
}

/** Commands load what decides, and what that loads late, through the loader. */
function linked(code: string, file: string): string {
  const isMain = file === mainFile;
  const main = nameOfLate(file) === undefined ? 'require("../commands/main-loader.cjs").main' : 'main';
  const late = (name: string): string => `${isMain ? 'late' : `${main}.late`}("${name}")`;
  const text = code
    .replaceAll(
      /require\(([`"'])beside:(hook-\w+\.cjs)\1\)/g,
      (_call, _quote, name: string) => `require("${isMain ? './' : '../'}${name}")`,
    )
    .replaceAll(/require\(([`"'])\.\.\/hook-main\.cjs\1\)/g, main)
    .replaceAll(lateCall, `${late('$2')}$4`)
    // Within one file.
    .replaceAll(/\blate\(\(\)=>Promise\.resolve\(\)\.then\(\(\)=>([\w$]+)\)\)/g, '$1')
    .replaceAll(/require\(([`"'])\.\.?\/(?:late\/)?(late-\w+)\.cjs\1\)/g, late('$2'));
  const left = /\blate\(\(\).{0,100}/.exec(text)?.[0];
  if (left !== undefined)
    throw new Error(`${file} loads a file late in a way that is not understood: ${left}`);
  return text;
}

/** `late(() => import('x'))` as the bundler leaves it. */
const lateCall =
  /\blate\(\(\)=>Promise\.resolve\(\)\.then\(\(\)=>require\(([`"'])\.\.?\/(?:late\/)?(late-\w+)\.cjs\1\)\)(?:\.then\((\w+)=>\3(\.[\w$]+)\))?\)/g;

function asLate(code: string): string {
  return `module.exports=(main)=>{const exports={};${code}\nreturn exports};`;
}

/**
 * The hook needs one function of the file: hundreds, for commands and late files, are exported when they are asked for. The name
 * of a late file holds its digest: `hook-main.cjs` changes with it, and one of another build is not found. Without one of its
 * files the process ends, with the code that blocks: an exception could pass for a text that cannot be read.
 */
function withLate(code: string, digests: Readonly<Record<string, string>>): string {
  const at = code.indexOf('Object.defineProperty(exports,');
  const run = /"runHookCommand",\{enumerable:!0,get:function\(\)\{return ([\w$]+)\}\}/.exec(code)?.[1];
  if (at === -1 || run === undefined) throw new Error(`${mainFile} does not export what it should`);
  return `const lateFiles={},lateDigests=${JSON.stringify(digests)};
function late(name){try{return lateFiles[name]??=require(\`./late/\${name}-\${lateDigests[name]}.cjs\`)(whole())}catch(error){lateFailed(error)}}
function lateFailed({message}){try{require("node:fs").writeSync(2,\`permesso: a file of it is missing or broken, install it again: \${message}\\n\`)}finally{process.reallyExit(2)}}
let isWhole=false;function whole(){if(!isWhole){isWhole=true;exports.late=late;${code.slice(at)}}return exports}
${code.slice(0, at)}
exports.whole=whole;exports.runHookCommand=${run};`;
}

/** Some lines of the bundler's own, for which the hook should open no other file. */
function withoutRuntime(code: string, dist: string): string {
  const runtime = readFileSync(join(dist, 'commands/rolldown-runtime.cjs'), 'utf8');
  return code.replace(
    /require\(([`"'])\.\.?\/commands\/rolldown-runtime\.cjs\1\)/,
    () => `(()=>{const exports={};${runtime}\nreturn exports})()`,
  );
}
