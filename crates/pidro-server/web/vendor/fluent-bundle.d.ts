export { FluentBundle, FluentResource } from '../../web-check/node_modules/@fluent/bundle/esm/index.js';
