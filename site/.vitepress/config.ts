import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vitepress';
import { pictureSize } from '../scripts/picture-size.ts';
import { sections } from '../scripts/site-map.ts';
import { slugOf } from '../scripts/to-page.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const linkOf = (page: string): string => `/${page.replace(/(^|\/)index$/u, '$1')}`;

export default defineConfig({
  title: 'Permesso',
  description:
    'The permission layer for AI agents: every tool call is allowed, asked about or denied by one policy.',
  lang: 'en-GB',
  srcDir: '.made',
  outDir: 'dist',
  cacheDir: '.made/.cache',
  lastUpdated: false,
  // Else every page also loads all pages that it links to.
  router: { prefetchLinks: false },
  // `npm run tools -- site:check` looks at every link, those to files that are no pages too.
  ignoreDeadLinks: true,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: '/door.svg' }],
    ['link', { rel: 'preload', as: 'font', type: 'font/woff2', href: '/inter.woff2', crossorigin: '' }],
  ],
  // Texts of the repository are texts: a tag in them is no tag of the page.
  markdown: {
    html: false,
    anchor: { slugify: slugOf },
    image: { lazyLoading: true },
    languageAlias: { console: 'shellsession' },
    // The usual ones are too pale for small text on our backgrounds.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => {
      // Braces in code are no expressions.
      const code = md.renderer.rules.code_inline;
      md.renderer.rules.code_inline = (...given) =>
        (code?.(...given) ?? '').replaceAll('{{', '&#123;&#123;').replaceAll('}}', '&#125;&#125;');
      // As VitePress does with fences: what scrolls can be scrolled by keyboard.
      md.renderer.rules.code_block = (tokens, at) =>
        `<pre tabindex="0"><code>${md.utils.escapeHtml(tokens[at]?.content ?? '')}</code></pre>\n`;
      const draw = md.renderer.rules.image;
      md.renderer.rules.image = (...given) => {
        const [tokens, at, , env] = given;
        const token = tokens[at];
        const { path } = env as { readonly path: string };
        const size = pictureSize(join(dirname(path), decodeURI(token?.attrGet('src') ?? '')));
        // Its place is kept free until it is there: nothing moves.
        token?.attrSet('width', String(size.width));
        token?.attrSet('height', String(size.height));
        return draw?.(...given) ?? '';
      };
    },
  },
  // The class comes with the scripts otherwise, and the bar moves then.
  transformHtml: (page) =>
    page.includes('class="VPSidebar')
      ? page.replace('class="VPNavBar"', 'class="VPNavBar has-sidebar"')
      : page,
  themeConfig: {
    logo: { src: '/door.svg', width: 24, height: 24 },
    search: {
      provider: 'local',
      options: {
        // Records and lists are looked up where a page links to them; in results they hide the answer.
        _render: (text, env, md) =>
          /^(?:proof|api|decisions|runbooks)\/|^(?:changelog|commands|policy-schema|architecture|contributing|governance)\.md$/u.test(
            env.relativePath,
          )
            ? ''
            : md.render(text, env),
      },
    },
    outline: [2, 3],
    docFooter: { prev: 'Previous', next: 'Next' },
    nav: [
      { text: 'Playground', link: '/playground' },
      { text: 'Docs', link: '/start/coding-agent' },
      { text: 'Build', link: '/start/build-an-agent' },
      { text: 'For teams', link: '/start/team' },
      { text: 'Security', link: '/security-model' },
      { text: 'Proof', link: '/proof' },
    ],
    // No group folds: VitePress nests one button in another for that.
    sidebar: sections.map(({ title, pages }) => ({
      text: title,
      items: pages.map(({ title: text, page }) => ({ text, link: linkOf(page) })),
    })),
  },
  vite: {
    // Stages of the engine bring everything with them; the playground loads late what a call needs.
    plugins: [
      {
        name: 'on-demand',
        load: (id: string) =>
          id.endsWith('packages/engine/dist/chunks/whole.js') ? 'export {};' : undefined,
      },
    ],
    // Only its words for people; what it knows of types comes from the engine.
    resolve: {
      alias: {
        '@permesso/protocol/approval': `${repository}packages/protocol/src/approval/effect-texts.ts`,
      },
    },
    server: { fs: { allow: [repository] } },
    // The esbuild of this Vite does not know the target of the repository's own settings.
    esbuild: { tsconfigRaw: { compilerOptions: { target: 'es2022', verbatimModuleSyntax: true } } },
    build: { target: 'es2022' },
  },
});
