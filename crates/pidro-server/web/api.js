/** Requests to the server's HTTP interface, and the user's identity. */
import { saveItem, loadItem } from './settings.js';

/** A request that the server refused. */
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
  const savedToken = token();
  if (savedToken) headers.Authorization = `Bearer ${savedToken}`;
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

/** @param {{person: Person, token: string}} identity */
export function saveIdentity({ person, token }) {
  saveItem('token', token);
  saveItem('person', person.id);
  saveItem('name', person.name);
}

export function clearIdentity() {
  // The name may belong to an account, which a guest can't be called.
  for (const key of ['token', 'person', 'name']) saveItem(key, null);
}

/**
 * The pending registration as a guest, so that concurrent callers share it.
 * @type {Promise<void> | null}
 */
let registration = null;

/**
 * Makes sure that the user has a name and a token. New users become guests without being asked.
 * @param {string} name the name for guests, to which a number is added
 */
export async function ensureIdentity(name) {
  if (token()) return;
  // The number distinguishes guests at a table before they choose names.
  const number = 100 + Math.floor(Math.random() * 900);
  const register = (/** @type {string} */ chosen) =>
    request('POST', '/api/guests', { name: chosen });
  const numbered = `${name} ${number}`;
  const isTaken = (/** @type {unknown} */ error) =>
    error instanceof ApiError && error.code === 'name_taken';
  registration ??= register(loadItem('name') ?? numbered)
    .catch((error) => (isTaken(error) ? register(numbered) : Promise.reject(error)))
    .then(saveIdentity)
    .finally(() => (registration = null));
  await registration;
}

/** Changes the name of a guest. @param {string} name */
export async function rename(name) {
  const { person } = await request('PUT', '/api/me', { name });
  saveIdentity({ person, token: token() ?? '' });
}

/**
 * Runs something that needs an identity. A user whose token has expired becomes a new guest.
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
