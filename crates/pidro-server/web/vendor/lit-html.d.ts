export * from '../../web-check/node_modules/lit-html/lit-html.js';
