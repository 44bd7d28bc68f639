/** The operator's tool of a release: `node clinic.js help` says what it does. */
await import('./dist-ssr/clinic.js');
