import { readFileSync } from 'node:fs';

/**
 * Loaded before a program, by `--import`: its clock is wrong by as many milliseconds as a file says, from the moment in
 * which the file says so. Timers are not touched: they never go by this clock.
 */
const file = process.env['PERMESSO_TEST_CLOCK'];
const ownDate = Date;
let shift = 0;

function look(): void {
  if (file !== undefined) shift = Number(readFileSync(file, 'utf8'));
}

look();
setInterval(look, 20).unref();

const now = (): number => ownDate.now() + shift;
globalThis.Date = new Proxy(ownDate, {
  construct: (target, given: unknown[], self) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, self) as Date,
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
