// Makes ../web/vendor/fluent-bundle.js from the published package: `npm run vendor`. Unbundled, its eight modules with
// their comments would be three times as heavy.
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
// Its own package names programs for systems that not every registry has, so it is taken for ours alone.
const esbuild = `${here}node_modules/@esbuild/linux-${process.arch}/bin/esbuild`;

/** Fluent for the page, in one module; nothing where esbuild has no program for this machine. */
export function fluentBundle() {
  if (!existsSync(esbuild)) return null;
  const input = "export { FluentBundle, FluentResource } from '@fluent/bundle';";
  const options = ['--bundle', '--minify', '--format=esm', '--target=es2022'];
  return execFileSync(esbuild, options, { cwd: here, input, encoding: 'utf8' });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(`${here}../web/vendor/fluent-bundle.js`, fluentBundle());
