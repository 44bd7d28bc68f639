// A worker of the page's own process: what it has the browser load, the page need not wait for (src/app/start/dates.ts).
new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' });
close();
