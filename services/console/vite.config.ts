import { tokensCss } from '@vedette/design';
import { defineConfig, type Plugin } from 'vite';
import { contractValidators } from './vite/validators.ts';

/** Import it as `virtual:tokens.css`: the colours and the type that the status pages have too. */
function designTokens(): Plugin {
  const name = 'virtual:tokens.css';
  return {
    name: 'design-tokens',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? tokensCss() : null),
  };
}

const BROWSER_NAMES = `${import.meta.dirname}/src/forms/host-names.ts`;

export default defineConfig({
  root: import.meta.dirname,
  // The gateway makes the addresses in the page absolute; files name each other relative to themselves.
  base: './',
  publicDir: false,
  plugins: [designTokens(), contractValidators()],
  // The contract's rules about host names use two functions of Node, which the browser has in another form.
  resolve: { alias: { 'node:net': BROWSER_NAMES, 'node:url': BROWSER_NAMES } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'bundle/site',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Files of German texts say so in their names: a test counts what a reader of each language loads.
    rolldownOptions: {
      output: {
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.includes('/words-de/') ? 'assets/de-[name]-[hash].js' : 'assets/[name]-[hash].js',
      },
    },
  },
  logLevel: 'warn',
});
