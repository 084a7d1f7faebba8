/** The server's HTTP interface, and who we are to it. */
import { saveItem, loadItem } from './settings.js';

/** Why the server did not do it. */
export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

export const token = () => loadItem('token');
export const myId = () => loadItem('person');

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
export async function request(method, path, body) {
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
  if (code === 'bad_token') clearIdentity();
  throw new ApiError(code, message);
}

/** @param {{person: Person, token: string}} known */
export function saveIdentity(known) {
  saveItem('token', known.token);
  saveItem('person', known.person.id);
  saveItem('name', known.person.name);
}

export function clearIdentity() {
  for (const key of ['token', 'person']) saveItem(key, null);
}

/** Whoever is becoming a guest at this moment does so once. @type {Promise<void> | null} */
let registration = null;

/**
 * Whoever plays has a name and a token; a guest gets them without being asked.
 * @param {string} name how guests are called
 */
export async function ensureIdentity(name) {
  if (token()) return;
  // Guests of one table can be told apart before they have said who they are.
  const number = 100 + Math.floor(Math.random() * 900);
  registration ??= request('POST', '/api/guests', { name: loadItem('name') ?? `${name} ${number}` })
    .then(saveIdentity)
    .finally(() => (registration = null));
  await registration;
}

/** A guest wants another name. @param {string} name */
export async function rename(name) {
  const { person } = await request('PUT', '/api/me', { name });
  saveIdentity({ person, token: token() ?? '' });
}

/**
 * Does something as somebody; whose token is not known any more becomes another guest.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 */
export async function withIdentity(name, work) {
  await ensureIdentity(name);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'bad_token') throw error;
    await ensureIdentity(name);
    return work();
  }
}
