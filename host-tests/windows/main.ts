import { bundleProducts, type Products } from '../hosts/bundle-products.ts';
import { installHost, pinned } from '../hosts/install-host.ts';
import { readChoice } from '../hosts/read-choice.ts';
import { windowCases } from './cases.ts';
import { windowPrograms } from './programs.ts';
import { onStage } from './stage.ts';
import type { WindowProgram } from './window-program.ts';
import { fits, keepSeen } from './windows-page.ts';

const help = `Real agent programs in a terminal (tmux), with our hook, our bridge, a scripted model and a person's keys.

npm run tools -- windows [PROGRAM ...] [--case NAME ...] [--write] [--verbose]

  PROGRAM   ${windowPrograms.map(({ host }) => host.name).join(', ')}; all when absent
  --write   keep what was seen and make proof/windows.md again
  --case    ${windowCases.map(({ name }) => name).join(', ')}

Exit codes: 0 everything as expected, 1 something is not, 2 wrong usage.
`;

const choice = readChoice({
  programs: windowPrograms.map(({ host }) => host.name),
  cases: windowCases.map(({ name }) => name),
});

if (choice.help || choice.unknown.length > 0) {
  console.log(choice.help ? help : `${help}\nNot known: ${choice.unknown.join(', ')}`);
  process.exitCode = choice.help ? 0 : 2;
} else {
  const products = await bundleProducts();
  let wrong = 0;
  try {
    for (const program of windowPrograms.filter(({ host }) => choice.programs.includes(host.name)))
      wrong += await playAll(program, products);
  } finally {
    products.remove();
  }
  process.exitCode = wrong === 0 ? 0 : 1;
}

/** How many cases are not as they must be. */
async function playAll(program: WindowProgram, products: Products): Promise<number> {
  const { name, title } = program.host;
  const { version } = pinned(name);
  console.log(`${title} ${version}`);
  const installed = await installHost(name);
  let wrong = 0;
  const wanted = windowCases.filter(
    (each) =>
      choice.cases.includes(each.name) && fits(each, program) && program.cannot?.[each.name] === undefined,
  );
  for (const given of wanted) {
    let seen: string | undefined;
    let screen: string | undefined;
    try {
      seen = await onStage(program, { installed, products, ...given.stage(program) }, async (stage) => {
        const said = await given.play(stage);
        if (given.keepsScreen === true) screen = stage.window.screen();
        if (choice.verbose) console.log(stage.window.screen().replaceAll(/^/gm, '     | '));
        return said;
      });
      console.log(`   ${given.name.padEnd(20)} ${seen}`);
    } catch (error) {
      wrong += 1;
      console.log(`!  ${given.name.padEnd(20)} ${error instanceof Error ? error.message : String(error)}`);
    }
    // After each case: a run that is ended keeps what was seen. What failed is not kept from an earlier run either.
    if (choice.write) keepSeen({ program: name, version, situation: given.name, seen, screen });
  }
  return wrong;
}
