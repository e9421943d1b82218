import type { Arguments } from '../model/model.ts';

/** Whether there is anything to read with `inlineProgram`: few commands hold a program, and what reads one is loaded for them. */
export function holdsProgram({ path: [name = ''], options }: Arguments, given: string | undefined): boolean {
  const isInterpreter = /^(?:node|nodejs|python(?:3(?:\.\d+)?)?|pypy3?)$/u.test(name);
  return isInterpreter && (given !== undefined || options.some((option) => givesProgram.test(option.name)));
}

const givesProgram = /^(?:-c|-e|-p|--eval|--print)$/u;
