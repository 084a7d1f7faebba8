/** What a player is about to do: cards, a bid or a suit that have been chosen, and the action they make. */

/**
 * @param {Legal} legal
 * @returns {Choice}
 */
export const choiceOf = (legal) => ({
  legal,
  chosen: legal.kind === 'keep' ? [...legal.must] : [],
});

/** How many have to be chosen. @param {Legal} legal */
export const wanted = (legal) => (legal.kind === 'keep' || legal.kind === 'kill' ? legal.count : 1);

/** The cards that can be chosen. @param {Legal | null} legal @returns {Card[]} */
export function choosable(legal) {
  if (legal?.kind === 'play') return legal.cards;
  return legal?.kind === 'keep' || legal?.kind === 'kill' ? legal.from : [];
}

/**
 * Something is tapped. What was chosen and is tapped again is meant, where one thing is chosen; of several it is not chosen any more.
 * @param {Choice} choice
 * @param {string} item
 * @param {boolean} oneTap
 * @returns {{choice: Choice, done: boolean}}
 */
export function tap(choice, item, oneTap) {
  const { legal, chosen } = choice;
  if (wanted(legal) === 1 && legal.kind !== 'keep') {
    const done = chosen[0] === item || (oneTap && legal.kind === 'play');
    return { choice: { legal, chosen: [item] }, done };
  }
  const is = chosen.includes(item);
  if (is && legal.kind === 'keep' && legal.must.includes(item)) return { choice, done: false };
  const rest = chosen.filter((other) => other !== item);
  if (!is && chosen.length >= wanted(legal)) return { choice, done: false };
  return { choice: { legal, chosen: is ? rest : [...chosen, item] }, done: false };
}

/** Whether enough has been chosen. @param {Choice} choice */
export const isReady = ({ legal, chosen }) => chosen.length === wanted(legal);

/** The action in the words of the engine. @param {Choice} choice */
export function action({ legal, chosen }) {
  if (legal.kind === 'bid') return chosen[0] === 'pass' ? 'pass' : `bid ${chosen[0]}`;
  return `${legal.kind} ${chosen.join(' ')}`;
}

/**
 * The choice that an action names.
 * @param {Legal} legal
 * @param {string} named
 * @returns {Choice}
 */
export function fromAction(legal, named) {
  const [kind, ...words] = named.split(' ');
  return { legal, chosen: kind === 'pass' ? ['pass'] : words };
}
