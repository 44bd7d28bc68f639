import { apiBase } from './base';
import { askEarly } from './early';

askEarly(apiBase, location.search);
import('../main').catch(() => {
  document.body.textContent = 'The desk did not load. Please reload the page.';
});
