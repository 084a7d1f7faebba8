// Checks without a browser: the texts of all languages, and the vendored files.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { fluentBundle } from '../vendor.mjs';

const web = fileURLToPath(new URL('../../web', import.meta.url));
const ftl = fileURLToPath(new URL('../../../pidro-text/ftl', import.meta.url));
const LANGUAGES = ['en', 'sv', 'fi'];
/** The page's texts in a language. */
const source = (language) =>
  ['game', 'page']
    .map((file) => readFileSync(join(ftl, language, `${file}.ftl`), 'utf8'))
    .join('\n');
/** The variables of each text, from the list that `pidro-text` generates. */
const variables = Object.fromEntries(
  readFileSync(join(ftl, '../messages.d.ts'), 'utf8')
    .split('\n')
    .map((line) => /^ {2}(\w+): \{(.*)\};$/.exec(line))
    .filter(Boolean)
    .map(([, key, values]) => [key, [...values.matchAll(/(\w+):/g)].map(([, name]) => name)]),
);
const read = async (name) => (await import(join(web, 'texts', `${name}.js`))).default;

test('every text formats in every language', async () => {
  assert.ok(Object.keys(variables).length > 300, 'the texts are found');
  const { FluentBundle, FluentResource } = await import(join(web, 'vendor/fluent-bundle.js'));
  for (const language of LANGUAGES) {
    const bundle = new FluentBundle(language, { useIsolating: false });
    assert.deepEqual(bundle.addResource(new FluentResource(source(language))), [], language);
    for (const [key, names] of Object.entries(variables)) {
      for (const number of [0, 1, 2.5]) {
        for (const person of ['you', 'partner', 'other']) {
          const side = person === 'other' ? 'other' : 'we';
          const values = Object.fromEntries(names.map((name) => [name, number]));
          const all = names.length ? { ...values, person, side } : null;
          const text = bundle.formatPattern(bundle.getMessage(key).value, all);
          assert.match(text, /^[^{}$\n]+$/, `${language} ${key}`);
        }
      }
    }
  }
});

test('the rules page has the same structure in every language', async () => {
  const shape = (part) => {
    if (typeof part === 'string') return 'text';
    if ('cards' in part) return part.cards.join(' ');
    if ('list' in part) return part.list.length;
    return [part.table.head.length, ...part.table.rows.map((row) => row.length)];
  };
  const shapes = [];
  for (const language of LANGUAGES)
    shapes.push((await read(`rules-${language}`)).map(({ parts }) => parts.map(shape)));
  assert.deepEqual(shapes[1], shapes[0]);
  assert.deepEqual(shapes[2], shapes[0]);
});

test('every text is used', () => {
  const files = readdirSync(web, { recursive: true }).filter(
    (name) => name.endsWith('.js') && !/^(texts|vendor)/.test(name),
  );
  const source = files.map((name) => readFileSync(join(web, name), 'utf8')).join('\n');
  // Some keys are put together: `suit_${suit}`.
  const prefixes = [...source.matchAll(/`(\w+_)\$\{/g)].map(([, prefix]) => prefix);
  const used = (key) =>
    source.includes(`'${key}'`) || prefixes.some((prefix) => key.startsWith(prefix));
  // The page looks these up by a seat, a team or a state.
  const lookedUp = ['N', 'E', 'S', 'W', 'NS', 'EW', 'away', 'stand_in', 'left'];
  const unused = Object.keys(variables).filter((key) => !used(key) && !lookedUp.includes(key));
  assert.deepEqual(unused, []);
});

test('the vendored files match the published packages', (context) => {
  const hash = (content) => createHash('sha256').update(content).digest('hex');
  const readme = readFileSync(join(web, 'vendor/README.md'), 'utf8');
  const wanted = new Map(
    [...readme.matchAll(/([0-9a-f]{64}) {2}(\S+)/g)].map(([, sum, name]) => [name, sum]),
  );
  const files = readdirSync(join(web, 'vendor')).filter((name) => name.endsWith('.js'));
  assert.deepEqual([...wanted.keys()].sort(), files.sort());
  for (const name of files)
    assert.equal(hash(readFileSync(join(web, 'vendor', name))), wanted.get(name), name);
  const lit = readFileSync(new URL('../node_modules/lit-html/lit-html.js', import.meta.url));
  assert.equal(hash(lit), wanted.get('lit-html.js'));
  const fluent = fluentBundle();
  if (fluent) assert.equal(hash(fluent), wanted.get('fluent-bundle.js'));
  else context.diagnostic('no esbuild binary for this machine');
});
