import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { visitReasons } from '../../../../src/contract/desk/inbox';
import { root } from '../../../system/root';
import { fallbackStyle } from '../../page/colours';
import { Markup, markup } from '../../page/template';

/** The tokens of the portal's look, read once. */
let tokens: string | null = null;
const tokensCss = (): string =>
  (tokens ??= readFileSync(fileURLToPath(new URL('src/ui/look/tokens.css', root)), 'utf8').replace(
    /\/\*[^]*?\*\//g,
    '',
  ));

const ownStyle = `
* { box-sizing: border-box; margin: 0; }
html { background: var(--ground); color: var(--ink); -webkit-text-size-adjust: 100%; }
body { font: var(--t-body); min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; overflow-wrap: anywhere; }
.top { padding: 20px 20px 14px; font: 600 15px/20px var(--font); color: var(--ink-2); }
main { flex: 1; background: var(--sheet); border-radius: 28px 28px 0 0; padding: 24px 20px 32px; box-shadow: var(--lift); }
.top, main > * { width: 100%; max-width: 560px; margin-inline: auto; }
h1 { font: var(--t-title); }
h2 { font: var(--t-heading); }
p { margin-top: 4px; }
.line { color: var(--ink-2); }
.part { border-top: 1px solid var(--line); margin-top: 20px; padding-top: 20px; }
.label { font: 600 13px/18px var(--font); color: var(--ink-2); }
.note { white-space: pre-wrap; }
.note mark { padding: 1px 3px; border-radius: 5px; background: var(--red-tint); color: var(--red); font-weight: 600; text-decoration: underline 2px; text-underline-offset: 3px; }
.urgent { color: var(--red); font-weight: 600; }
.told { margin-bottom: 16px; }
.told .note { margin-top: 6px; padding: 10px 14px; border-radius: 16px 16px 16px 5px; background: var(--sunk); }
.told .none { display: none; }
@supports selector(:has(*)) {
  .told [data-reason] { display: none; }
${visitReasons.map((reason) => `  form:has([value='${reason}']:checked) [data-reason='${reason}'] { display: block; }`).join('\n')}
  form:not(:has([name='reason']:checked)) .none { display: block; }
}
.money { margin-bottom: 16px; }
.tag { display: inline-block; margin: 8px 8px 0 0; padding: 2px 9px; border-radius: 8px; font: 600 13px/20px var(--font); color: var(--ink-2); background: var(--sunk); }
.tag.asked { color: var(--orange); background: none; border: 1px dashed var(--orange); }
.alert { background: var(--orange-tint); color: var(--orange); border-radius: 14px; padding: 12px 16px; margin-bottom: 20px; font-weight: 600; }
a { color: var(--accent-ink); }
.links { display: flex; flex-wrap: wrap; gap: 0 20px; }
.links a, .out a { display: inline-flex; align-items: center; min-height: 44px; font: 600 15px/22px var(--font); text-decoration: none; }
.links a:hover, .out a:hover { text-decoration: underline; }
button, summary { font: 600 16px/24px var(--font); min-height: 48px; padding: 12px 20px; border: 0; border-radius: 16px; cursor: pointer; width: 100%; text-align: center; -webkit-tap-highlight-color: transparent; }
.primary { background: var(--accent); color: var(--on-accent); }
.primary:hover { background: var(--accent-press); }
.second { background: var(--tint); color: var(--accent-ink); }
.red { background: var(--red); color: light-dark(#fff, oklch(0.2 0.04 24)); }
summary { color: var(--red); list-style: none; }
summary::-webkit-details-marker { display: none; }
.acts { display: grid; gap: 10px; margin-top: 16px; }
details[open] { border-top: 1px solid var(--line); padding-top: 6px; margin-top: 6px; }
details[open] > summary { text-align: left; padding-inline: 0; color: var(--ink); }
fieldset { border: 0; padding: 0; }
legend { padding: 0; }
.choice { display: flex; align-items: center; gap: 12px; min-height: 44px; }
input[type='radio'] { appearance: none; flex: none; width: 22px; height: 22px; border: 1px solid var(--edge); border-radius: 50%; background: var(--sheet); }
input[type='radio']:checked { border: 7px solid var(--accent-ink); }
textarea { display: block; width: 100%; min-height: 96px; margin: 6px 0 16px; padding: 12px 14px; font: var(--t-input); color: var(--ink); background: var(--sheet); border: 1px solid var(--edge); border-radius: 14px; resize: vertical; }
label.label { display: block; margin-top: 12px; }
:focus-visible { outline: 3px solid var(--accent-ink); outline-offset: 2px; }
.fault { color: var(--red); font-weight: 600; margin-top: 8px; }
@media (forced-colors: active) { button, summary { border: 1px solid ButtonText; } input[type='radio'] { appearance: auto; } }
`;

/** A page that the server draws whole: its HTML and its Content-Security-Policy. */
export type DrawnPage = { html: string; policy: string };

/**
 * Draws a page in the clinic's colour, by day and night. It needs no script; its policy allows its own style and forms
 * to this server alone.
 */
export function drawPage(
  { title, top, clinicColour }: { title: string; top: string; clinicColour: string },
  body: Markup | readonly Markup[],
): DrawnPage {
  const style =
    `${tokensCss()}\n${fallbackStyle(clinicColour)}\n:root{--clinic:${clinicColour}}\n${ownStyle}`.replaceAll(
      '</',
      '<\\/',
    );
  const page = markup`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${new Markup(`<style>${style}</style>`)}
</head>
<body>
<header class="top">${top}</header>
<main>
${body}
</main>
</body>
</html>
`;
  return {
    html: `<!doctype html>\n${page.html}`,
    policy: [
      "default-src 'none'",
      `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
}
