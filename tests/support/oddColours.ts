/** Colours that a clinic may well have and that are hard to build on: nearly white, nearly black, neon, grey. */
export const oddColours = [
  '#ffffff',
  '#000000',
  '#ffff00',
  '#00ff00',
  '#00ffff',
  '#ff00ff',
  '#ff0000',
  '#0000ff',
  '#fde68a',
  '#808080',
  '#ffb6c1',
  '#7fff00',
];
