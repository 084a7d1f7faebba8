/** The server's HTTP interface, and who we are to it. */
import { keep, recall } from './settings.js';

/** Why the server did not do it. */
export class Refused extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

export const token = () => recall('token');
export const myId = () => recall('person');

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
export async function ask(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = {};
  const known = token();
  if (known) headers.Authorization = `Bearer ${known}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const response = await fetch(path, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  const answer =
    text && response.headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : text;
  if (response.ok) return answer;
  const { code = 'unknown', message = response.statusText } = answer?.error ?? {};
  if (code === 'bad_token') forget();
  throw new Refused(code, message);
}

/** @param {{person: Person, token: string}} known */
export function remember(known) {
  keep('token', known.token);
  keep('person', known.person.id);
  keep('name', known.person.name);
}

export function forget() {
  for (const key of ['token', 'person']) keep(key, null);
}

/** Whoever is becoming a guest at this moment does so once. @type {Promise<void> | null} */
let becoming = null;

/**
 * Whoever plays has a name and a token; a guest gets them without being asked.
 * @param {string} name how guests are called
 */
export async function beSomebody(name) {
  if (token()) return;
  // Guests of one table can be told apart before they have said who they are.
  const number = 100 + Math.floor(Math.random() * 900);
  becoming ??= ask('POST', '/api/guests', { name: recall('name') ?? `${name} ${number}` })
    .then(remember)
    .finally(() => (becoming = null));
  await becoming;
}

/** A guest wants another name. @param {string} name */
export async function rename(name) {
  const { person } = await ask('PUT', '/api/me', { name });
  remember({ person, token: token() ?? '' });
}

/**
 * Does something as somebody; whose token is not known any more becomes another guest.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 */
export async function asSomebody(name, work) {
  await beSomebody(name);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'bad_token') throw error;
    await beSomebody(name);
    return work();
  }
}
