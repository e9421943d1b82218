import { parseArgs } from 'node:util';
import { bundleProducts } from '../hosts/bundle-products.ts';
import { installHost, pinned } from '../hosts/install-host.ts';
import { windowCases } from './cases.ts';
import { windowPrograms } from './programs.ts';
import { onStage } from './stage.ts';

const help = `Real agent programs in a terminal (tmux), with our hook, our bridge, a scripted model and a person's keys.

npm run windows -- [PROGRAM ...] [--case NAME ...] [--verbose]

  PROGRAM   ${windowPrograms.map(({ host }) => host.name).join(', ')}; all when absent
  --case    ${windowCases.map(({ name }) => name).join(', ')}

Exit codes: 0 everything as expected, 1 something is not, 2 wrong usage.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    case: { type: 'string', multiple: true },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const programs = windowPrograms.filter(
  ({ host }) => positionals.length === 0 || positionals.includes(host.name),
);
const cases = windowCases.filter(({ name }) => values.case === undefined || values.case.includes(name));

if (values.help || programs.length < positionals.length || cases.length < (values.case?.length ?? 0)) {
  console.log(help);
  process.exitCode = values.help ? 0 : 2;
} else {
  const products = await bundleProducts();
  let wrong = 0;
  for (const program of programs) {
    const { name } = program.host;
    console.log(`${program.host.title} ${pinned(name).version}`);
    const installed = await installHost(name);
    for (const given of cases) {
      try {
        const seen = await onStage(
          program,
          { installed, products, ...given.stage(program) },
          async (stage) => {
            const said = await given.play(stage);
            if (values.verbose) console.log(stage.window.screen().replaceAll(/^/gm, '     | '));
            return said;
          },
        );
        console.log(`   ${given.name.padEnd(20)} ${seen}`);
      } catch (error) {
        wrong += 1;
        console.log(`!  ${given.name.padEnd(20)} ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
  products.remove();
  process.exitCode = wrong === 0 ? 0 : 1;
}
