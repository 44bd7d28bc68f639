import { expect, test } from 'vitest';
import { oneLine, renderMail } from '../../../server/modules/messages/render';

test('the same lines make a plain text and an HTML body', () => {
  const { text, html } = renderMail([
    'Hello Jo,',
    '',
    'Rex is booked:',
    'Mon Nov 23, 2026, 9:00am',
    '',
    { words: 'See your appointment', link: 'https://portal.example/oak/appointments/1' },
  ]);
  expect(text).toBe(
    'Hello Jo,\n\nRex is booked:\nMon Nov 23, 2026, 9:00am\n\nSee your appointment: https://portal.example/oak/appointments/1',
  );
  expect(html).toContain('<p>Hello Jo,</p>\n<p>Rex is booked:<br>\nMon Nov 23, 2026, 9:00am</p>');
  expect(html).toContain(
    '<a href="https://portal.example/oak/appointments/1" style="color: inherit">See your appointment</a>',
  );
});

test('what was typed is never markup', () => {
  const { text, html } = renderMail([
    `Note: <img src=x onerror="a('b')"> & more\nnext line`,
    { words: '<b>', link: 'https://x.example/?a=1&b="' },
    { head: ['<i>'], rows: [['</td>']] },
  ]);
  expect(html).not.toMatch(/<img|<b>|<i>|<\/td><\/td>/);
  expect(html).toContain('&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt; &amp; more<br>\nnext line');
  expect(html).toContain('href="https://x.example/?a=1&amp;b=&quot;"');
  expect(text).toContain('<img src=x');
});

test('a table is aligned in text and has headings in HTML', () => {
  const { text, html } = renderMail([
    'Vaccinations',
    {
      head: ['Vaccine', 'Given'],
      rows: [
        ['Rabies', 'Nov 1'],
        ['Distemper combo', 'Dec 2'],
      ],
    },
    'Bye',
  ]);
  expect(text).toBe(
    [
      'Vaccinations',
      'Vaccine          Given',
      '---------------  -----',
      'Rabies           Nov 1',
      'Distemper combo  Dec 2',
      'Bye',
    ].join('\n'),
  );
  expect(html.match(/<th scope="col"/g)).toHaveLength(2);
  expect(html.match(/<tr>/g)).toHaveLength(3);
});

test('a subject holds no line ends', () => {
  expect(oneLine('Rex\r\nBcc: x@example.com\u2028now')).toBe('Rex Bcc: x@example.com now');
});
