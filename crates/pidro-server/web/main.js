/** The page begins here. */
import { loadTexts } from './lang.js';
import { followLinks, route } from './router.js';
import { apply, onChange, setting } from './settings.js';

let lang = setting('lang');
onChange(async () => {
  if (setting('lang') === lang) return;
  lang = setting('lang');
  await loadTexts();
  route();
});
apply();
followLinks();
await loadTexts();
route();
