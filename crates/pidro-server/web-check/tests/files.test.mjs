// What can be seen without a browser: the texts of all languages, and the file that is not ours.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('../../web', import.meta.url));
const read = async (name) => (await import(join(web, 'texts', `${name}.js`))).default;
const LANGUAGES = ['en', 'sv', 'fi'];
const places = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test('every text is there in every language, with the same places in it', async () => {
  const english = await read('en');
  for (const language of LANGUAGES.slice(1)) {
    const texts = await read(language);
    assert.deepEqual(Object.keys(texts), Object.keys(english), language);
    for (const [key, text] of Object.entries(texts)) {
      assert.ok(text.trim(), `${language} ${key}`);
      assert.deepEqual(places(text), places(english[key]), `${language} ${key}`);
    }
  }
});

test('the rules are the same in every language', async () => {
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

test('every text is used', async () => {
  const files = readdirSync(web, { recursive: true }).filter(
    (name) => name.endsWith('.js') && !/^(texts|vendor)/.test(name),
  );
  const source = files.map((name) => readFileSync(join(web, name), 'utf8')).join('\n');
  // Keys that are put together: `suit_${suit}`.
  const beginnings = [...source.matchAll(/`(\w+_)\$\{/g)].map(([, beginning]) => beginning);
  const used = (key) =>
    source.includes(`'${key}'`) || beginnings.some((beginning) => key.startsWith(beginning));
  const seats = ['N', 'E', 'S', 'W', 'NS', 'EW', 'away', 'stand_in', 'left'];
  const unused = Object.keys(await read('en')).filter((key) => !used(key) && !seats.includes(key));
  assert.deepEqual(unused, []);
});

test('the vendored file is the one that was published', () => {
  const [, wanted] = /([0-9a-f]{64}) {2}lit-html\.js/.exec(
    readFileSync(join(web, 'vendor/README.md'), 'utf8'),
  );
  const found = createHash('sha256')
    .update(readFileSync(join(web, 'vendor/lit-html.js')))
    .digest('hex');
  assert.equal(found, wanted);
  const published = readFileSync(new URL('../node_modules/lit-html/lit-html.js', import.meta.url));
  assert.equal(createHash('sha256').update(published).digest('hex'), wanted);
});
