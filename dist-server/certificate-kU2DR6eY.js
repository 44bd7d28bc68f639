import { a as limits } from './limits-BT6UFd6W.js';
import {
  c as formatDate,
  i as dateInZone,
  l as formatDateTime,
  m as zoneName,
  o as daysBetween,
  t as shopPhone,
} from './phone-DuJpgta2.js';
// node_modules/culori/src/rgb/parseNumber.js
var parseNumber = (color, len) => {
  if (typeof color !== 'number') return;
  if (len === 3)
    return {
      mode: 'rgb',
      r: (((color >> 8) & 15) | ((color >> 4) & 240)) / 255,
      g: (((color >> 4) & 15) | (color & 240)) / 255,
      b: ((color & 15) | ((color << 4) & 240)) / 255,
    };
  if (len === 4)
    return {
      mode: 'rgb',
      r: (((color >> 12) & 15) | ((color >> 8) & 240)) / 255,
      g: (((color >> 8) & 15) | ((color >> 4) & 240)) / 255,
      b: (((color >> 4) & 15) | (color & 240)) / 255,
      alpha: ((color & 15) | ((color << 4) & 240)) / 255,
    };
  if (len === 6)
    return {
      mode: 'rgb',
      r: ((color >> 16) & 255) / 255,
      g: ((color >> 8) & 255) / 255,
      b: (color & 255) / 255,
    };
  if (len === 8)
    return {
      mode: 'rgb',
      r: ((color >> 24) & 255) / 255,
      g: ((color >> 16) & 255) / 255,
      b: ((color >> 8) & 255) / 255,
      alpha: (color & 255) / 255,
    };
};
// node_modules/culori/src/colors/named.js
var named = {
  aliceblue: 15792383,
  antiquewhite: 16444375,
  aqua: 65535,
  aquamarine: 8388564,
  azure: 15794175,
  beige: 16119260,
  bisque: 16770244,
  black: 0,
  blanchedalmond: 16772045,
  blue: 255,
  blueviolet: 9055202,
  brown: 10824234,
  burlywood: 14596231,
  cadetblue: 6266528,
  chartreuse: 8388352,
  chocolate: 13789470,
  coral: 16744272,
  cornflowerblue: 6591981,
  cornsilk: 16775388,
  crimson: 14423100,
  cyan: 65535,
  darkblue: 139,
  darkcyan: 35723,
  darkgoldenrod: 12092939,
  darkgray: 11119017,
  darkgreen: 25600,
  darkgrey: 11119017,
  darkkhaki: 12433259,
  darkmagenta: 9109643,
  darkolivegreen: 5597999,
  darkorange: 16747520,
  darkorchid: 10040012,
  darkred: 9109504,
  darksalmon: 15308410,
  darkseagreen: 9419919,
  darkslateblue: 4734347,
  darkslategray: 3100495,
  darkslategrey: 3100495,
  darkturquoise: 52945,
  darkviolet: 9699539,
  deeppink: 16716947,
  deepskyblue: 49151,
  dimgray: 6908265,
  dimgrey: 6908265,
  dodgerblue: 2003199,
  firebrick: 11674146,
  floralwhite: 16775920,
  forestgreen: 2263842,
  fuchsia: 16711935,
  gainsboro: 14474460,
  ghostwhite: 16316671,
  gold: 16766720,
  goldenrod: 14329120,
  gray: 8421504,
  green: 32768,
  greenyellow: 11403055,
  grey: 8421504,
  honeydew: 15794160,
  hotpink: 16738740,
  indianred: 13458524,
  indigo: 4915330,
  ivory: 16777200,
  khaki: 15787660,
  lavender: 15132410,
  lavenderblush: 16773365,
  lawngreen: 8190976,
  lemonchiffon: 16775885,
  lightblue: 11393254,
  lightcoral: 15761536,
  lightcyan: 14745599,
  lightgoldenrodyellow: 16448210,
  lightgray: 13882323,
  lightgreen: 9498256,
  lightgrey: 13882323,
  lightpink: 16758465,
  lightsalmon: 16752762,
  lightseagreen: 2142890,
  lightskyblue: 8900346,
  lightslategray: 7833753,
  lightslategrey: 7833753,
  lightsteelblue: 11584734,
  lightyellow: 16777184,
  lime: 65280,
  limegreen: 3329330,
  linen: 16445670,
  magenta: 16711935,
  maroon: 8388608,
  mediumaquamarine: 6737322,
  mediumblue: 205,
  mediumorchid: 12211667,
  mediumpurple: 9662683,
  mediumseagreen: 3978097,
  mediumslateblue: 8087790,
  mediumspringgreen: 64154,
  mediumturquoise: 4772300,
  mediumvioletred: 13047173,
  midnightblue: 1644912,
  mintcream: 16121850,
  mistyrose: 16770273,
  moccasin: 16770229,
  navajowhite: 16768685,
  navy: 128,
  oldlace: 16643558,
  olive: 8421376,
  olivedrab: 7048739,
  orange: 16753920,
  orangered: 16729344,
  orchid: 14315734,
  palegoldenrod: 15657130,
  palegreen: 10025880,
  paleturquoise: 11529966,
  palevioletred: 14381203,
  papayawhip: 16773077,
  peachpuff: 16767673,
  peru: 13468991,
  pink: 16761035,
  plum: 14524637,
  powderblue: 11591910,
  purple: 8388736,
  rebeccapurple: 6697881,
  red: 16711680,
  rosybrown: 12357519,
  royalblue: 4286945,
  saddlebrown: 9127187,
  salmon: 16416882,
  sandybrown: 16032864,
  seagreen: 3050327,
  seashell: 16774638,
  sienna: 10506797,
  silver: 12632256,
  skyblue: 8900331,
  slateblue: 6970061,
  slategray: 7372944,
  slategrey: 7372944,
  snow: 16775930,
  springgreen: 65407,
  steelblue: 4620980,
  tan: 13808780,
  teal: 32896,
  thistle: 14204888,
  tomato: 16737095,
  turquoise: 4251856,
  violet: 15631086,
  wheat: 16113331,
  white: 16777215,
  whitesmoke: 16119285,
  yellow: 16776960,
  yellowgreen: 10145074,
};
// node_modules/culori/src/rgb/parseNamed.js
var parseNamed = (color) => {
  return parseNumber(named[color.toLowerCase()], 6);
};
// node_modules/culori/src/rgb/parseHex.js
var hex = /^#?([0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{4}|[0-9a-f]{3})$/i;
var parseHex = (color) => {
  let match;
  return (match = color.match(hex)) ? parseNumber(parseInt(match[1], 16), match[1].length) : void 0;
};
// node_modules/culori/src/util/regex.js
var num$1 = '([+-]?\\d*\\.?\\d+(?:[eE][+-]?\\d+)?)';
var per = `${num$1}%`;
var num_per = `(?:${num$1}%|${num$1})`;
var num_per_none = `(?:${num$1}%|${num$1}|none)`;
var hue$1 = `(?:${num$1}(deg|grad|rad|turn)|${num$1})`;
var c = `\\s*,\\s*`;
new RegExp('^' + num_per_none + '$');
// node_modules/culori/src/rgb/parseRgbLegacy.js
var rgb_num_old = new RegExp(`^rgba?\\(\\s*${num$1}${c}${num$1}${c}${num$1}\\s*(?:,\\s*${num_per}\\s*)?\\)$`);
var rgb_per_old = new RegExp(`^rgba?\\(\\s*${per}${c}${per}${c}${per}\\s*(?:,\\s*${num_per}\\s*)?\\)$`);
var parseRgbLegacy = (color) => {
  let res = { mode: 'rgb' };
  let match;
  if ((match = color.match(rgb_num_old))) {
    if (match[1] !== void 0) res.r = match[1] / 255;
    if (match[2] !== void 0) res.g = match[2] / 255;
    if (match[3] !== void 0) res.b = match[3] / 255;
  } else if ((match = color.match(rgb_per_old))) {
    if (match[1] !== void 0) res.r = match[1] / 100;
    if (match[2] !== void 0) res.g = match[2] / 100;
    if (match[3] !== void 0) res.b = match[3] / 100;
  } else return;
  if (match[4] !== void 0) res.alpha = Math.max(0, Math.min(1, match[4] / 100));
  else if (match[5] !== void 0) res.alpha = Math.max(0, Math.min(1, +match[5]));
  return res;
};
// node_modules/culori/src/_prepare.js
var prepare = (color, mode) =>
  color === void 0
    ? void 0
    : typeof color !== 'object'
      ? parse(color)
      : color.mode !== void 0
        ? color
        : mode
          ? {
              ...color,
              mode,
            }
          : void 0;
// node_modules/culori/src/converter.js
var converter =
  (target_mode = 'rgb') =>
  (color) =>
    (color = prepare(color, target_mode)) !== void 0
      ? color.mode === target_mode
        ? color
        : converters[color.mode][target_mode]
          ? converters[color.mode][target_mode](color)
          : target_mode === 'rgb'
            ? converters[color.mode].rgb(color)
            : converters.rgb[target_mode](converters[color.mode].rgb(color))
      : void 0;
// node_modules/culori/src/modes.js
var converters = {};
var modes = {};
var parsers = [];
var colorProfiles = {};
var identity = (v) => v;
var useMode = (definition) => {
  converters[definition.mode] = {
    ...converters[definition.mode],
    ...definition.toMode,
  };
  Object.keys(definition.fromMode || {}).forEach((k) => {
    if (!converters[k]) converters[k] = {};
    converters[k][definition.mode] = definition.fromMode[k];
  });
  if (!definition.ranges) definition.ranges = {};
  if (!definition.difference) definition.difference = {};
  definition.channels.forEach((channel) => {
    if (definition.ranges[channel] === void 0) definition.ranges[channel] = [0, 1];
    if (!definition.interpolate[channel]) throw new Error(`Missing interpolator for: ${channel}`);
    if (typeof definition.interpolate[channel] === 'function')
      definition.interpolate[channel] = { use: definition.interpolate[channel] };
    if (!definition.interpolate[channel].fixup) definition.interpolate[channel].fixup = identity;
  });
  modes[definition.mode] = definition;
  (definition.parse || []).forEach((parser) => {
    useParser(parser, definition.mode);
  });
  return converter(definition.mode);
};
var getMode = (mode) => modes[mode];
var useParser = (parser, mode) => {
  if (typeof parser === 'string') {
    if (!mode) throw new Error(`'mode' required when 'parser' is a string`);
    colorProfiles[parser] = mode;
  } else if (typeof parser === 'function') {
    if (parsers.indexOf(parser) < 0) parsers.push(parser);
  }
};
// node_modules/culori/src/parse.js
var IdentStartCodePoint = /[^\x00-\x7F]|[a-zA-Z_]/;
var IdentCodePoint = /[^\x00-\x7F]|[-\w]/;
var Tok = {
  Function: 'function',
  Ident: 'ident',
  Number: 'number',
  Percentage: 'percentage',
  ParenClose: ')',
  None: 'none',
  Hue: 'hue',
  Alpha: 'alpha',
};
var _i = 0;
function is_num(chars) {
  let ch = chars[_i];
  let ch1 = chars[_i + 1];
  if (ch === '-' || ch === '+') return /\d/.test(ch1) || (ch1 === '.' && /\d/.test(chars[_i + 2]));
  if (ch === '.') return /\d/.test(ch1);
  return /\d/.test(ch);
}
function is_ident(chars) {
  if (_i >= chars.length) return false;
  let ch = chars[_i];
  if (IdentStartCodePoint.test(ch)) return true;
  if (ch === '-') {
    if (chars.length - _i < 2) return false;
    let ch1 = chars[_i + 1];
    if (ch1 === '-' || IdentStartCodePoint.test(ch1)) return true;
    return false;
  }
  return false;
}
var huenits = {
  deg: 1,
  rad: 180 / Math.PI,
  grad: 9 / 10,
  turn: 360,
};
function num(chars) {
  let value = '';
  if (chars[_i] === '-' || chars[_i] === '+') value += chars[_i++];
  value += digits(chars);
  if (chars[_i] === '.' && /\d/.test(chars[_i + 1])) value += chars[_i++] + digits(chars);
  if (chars[_i] === 'e' || chars[_i] === 'E') {
    if ((chars[_i + 1] === '-' || chars[_i + 1] === '+') && /\d/.test(chars[_i + 2]))
      value += chars[_i++] + chars[_i++] + digits(chars);
    else if (/\d/.test(chars[_i + 1])) value += chars[_i++] + digits(chars);
  }
  if (is_ident(chars)) {
    let id = ident(chars);
    if (id === 'deg' || id === 'rad' || id === 'turn' || id === 'grad')
      return {
        type: Tok.Hue,
        value: value * huenits[id],
      };
    return;
  }
  if (chars[_i] === '%') {
    _i++;
    return {
      type: Tok.Percentage,
      value: +value,
    };
  }
  return {
    type: Tok.Number,
    value: +value,
  };
}
function digits(chars) {
  let v = '';
  while (/\d/.test(chars[_i])) v += chars[_i++];
  return v;
}
function ident(chars) {
  let v = '';
  while (_i < chars.length && IdentCodePoint.test(chars[_i])) v += chars[_i++];
  return v;
}
function identlike(chars) {
  let v = ident(chars);
  if (chars[_i] === '(') {
    _i++;
    return {
      type: Tok.Function,
      value: v,
    };
  }
  if (v === 'none')
    return {
      type: Tok.None,
      value: void 0,
    };
  return {
    type: Tok.Ident,
    value: v,
  };
}
function tokenize(str = '') {
  let chars = str.trim();
  let tokens = [];
  let ch;
  _i = 0;
  while (_i < chars.length) {
    ch = chars[_i++];
    if (ch === '\n' || ch === '	' || ch === ' ') {
      while (_i < chars.length && (chars[_i] === '\n' || chars[_i] === '	' || chars[_i] === ' ')) _i++;
      continue;
    }
    if (ch === ',') return;
    if (ch === ')') {
      tokens.push({ type: Tok.ParenClose });
      continue;
    }
    if (ch === '+') {
      _i--;
      if (is_num(chars)) {
        tokens.push(num(chars));
        continue;
      }
      return;
    }
    if (ch === '-') {
      _i--;
      if (is_num(chars)) {
        tokens.push(num(chars));
        continue;
      }
      if (is_ident(chars)) {
        tokens.push({
          type: Tok.Ident,
          value: ident(chars),
        });
        continue;
      }
      return;
    }
    if (ch === '.') {
      _i--;
      if (is_num(chars)) {
        tokens.push(num(chars));
        continue;
      }
      return;
    }
    if (ch === '/') {
      while (_i < chars.length && (chars[_i] === '\n' || chars[_i] === '	' || chars[_i] === ' ')) _i++;
      let alpha;
      if (is_num(chars)) {
        alpha = num(chars);
        if (alpha.type !== Tok.Hue) {
          tokens.push({
            type: Tok.Alpha,
            value: alpha,
          });
          continue;
        }
      }
      if (is_ident(chars)) {
        if (ident(chars) === 'none') {
          tokens.push({
            type: Tok.Alpha,
            value: {
              type: Tok.None,
              value: void 0,
            },
          });
          continue;
        }
      }
      return;
    }
    if (/\d/.test(ch)) {
      _i--;
      tokens.push(num(chars));
      continue;
    }
    if (IdentStartCodePoint.test(ch)) {
      _i--;
      tokens.push(identlike(chars));
      continue;
    }
    return;
  }
  return tokens;
}
function parseColorSyntax(tokens) {
  tokens._i = 0;
  let token = tokens[tokens._i++];
  if (!token || token.type !== Tok.Function || token.value !== 'color') return;
  token = tokens[tokens._i++];
  if (token.type !== Tok.Ident) return;
  const mode = colorProfiles[token.value];
  if (!mode) return;
  const res = { mode };
  const coords = consumeCoords(tokens, false);
  if (!coords) return;
  const channels = getMode(mode).channels;
  for (let ii = 0, c, ch; ii < channels.length; ii++) {
    c = coords[ii];
    ch = channels[ii];
    if (c.type !== Tok.None) {
      res[ch] = c.type === Tok.Number ? c.value : c.value / 100;
      if (ch === 'alpha') res[ch] = Math.max(0, Math.min(1, res[ch]));
    }
  }
  return res;
}
function consumeCoords(tokens, includeHue) {
  const coords = [];
  let token;
  while (tokens._i < tokens.length) {
    token = tokens[tokens._i++];
    if (
      token.type === Tok.None ||
      token.type === Tok.Number ||
      token.type === Tok.Alpha ||
      token.type === Tok.Percentage ||
      (includeHue && token.type === Tok.Hue)
    ) {
      coords.push(token);
      continue;
    }
    if (token.type === Tok.ParenClose) {
      if (tokens._i < tokens.length) return;
      continue;
    }
    return;
  }
  if (coords.length < 3 || coords.length > 4) return;
  if (coords.length === 4) {
    if (coords[3].type !== Tok.Alpha) return;
    coords[3] = coords[3].value;
  }
  if (coords.length === 3)
    coords.push({
      type: Tok.None,
      value: void 0,
    });
  return coords.every((c) => c.type !== Tok.Alpha) ? coords : void 0;
}
function parseModernSyntax(tokens, includeHue) {
  tokens._i = 0;
  let token = tokens[tokens._i++];
  if (!token || token.type !== Tok.Function) return;
  let coords = consumeCoords(tokens, includeHue);
  if (!coords) return;
  coords.unshift(token.value);
  return coords;
}
var parse = (color) => {
  if (typeof color !== 'string') return;
  const tokens = tokenize(color);
  const parsed = tokens ? parseModernSyntax(tokens, true) : void 0;
  let result = void 0;
  let i = 0;
  let len = parsers.length;
  while (i < len) if ((result = parsers[i++](color, parsed)) !== void 0) return result;
  return tokens ? parseColorSyntax(tokens) : void 0;
};
// node_modules/culori/src/rgb/parseRgb.js
function parseRgb(color, parsed) {
  if (!parsed || (parsed[0] !== 'rgb' && parsed[0] !== 'rgba')) return;
  const res = { mode: 'rgb' };
  const [, r, g, b, alpha] = parsed;
  if (r.type === Tok.Hue || g.type === Tok.Hue || b.type === Tok.Hue) return;
  if (r.type !== Tok.None) res.r = r.type === Tok.Number ? r.value / 255 : r.value / 100;
  if (g.type !== Tok.None) res.g = g.type === Tok.Number ? g.value / 255 : g.value / 100;
  if (b.type !== Tok.None) res.b = b.type === Tok.Number ? b.value / 255 : b.value / 100;
  if (alpha.type !== Tok.None)
    res.alpha = Math.min(1, Math.max(0, alpha.type === Tok.Number ? alpha.value : alpha.value / 100));
  return res;
}
// node_modules/culori/src/rgb/parseTransparent.js
var parseTransparent = (c) =>
  c === 'transparent'
    ? {
        mode: 'rgb',
        r: 0,
        g: 0,
        b: 0,
        alpha: 0,
      }
    : void 0;
// node_modules/culori/src/interpolate/lerp.js
var lerp = (a, b, t) => a + t * (b - a);
// node_modules/culori/src/interpolate/piecewise.js
var get_classes = (arr) => {
  let classes = [];
  for (let i = 0; i < arr.length - 1; i++) {
    let a = arr[i];
    let b = arr[i + 1];
    if (a === void 0 && b === void 0) classes.push(void 0);
    else if (a !== void 0 && b !== void 0) classes.push([a, b]);
    else classes.push(a !== void 0 ? [a, a] : [b, b]);
  }
  return classes;
};
var interpolatorPiecewise = (interpolator) => (arr) => {
  let classes = get_classes(arr);
  return (t) => {
    let cls = t * classes.length;
    let idx = t >= 1 ? classes.length - 1 : Math.max(Math.floor(cls), 0);
    let pair = classes[idx];
    return pair === void 0 ? void 0 : interpolator(pair[0], pair[1], cls - idx);
  };
};
// node_modules/culori/src/interpolate/linear.js
var interpolatorLinear = interpolatorPiecewise(lerp);
// node_modules/culori/src/fixup/alpha.js
var fixupAlpha = (arr) => {
  let some_defined = false;
  let res = arr.map((v) => {
    if (v !== void 0) {
      some_defined = true;
      return v;
    }
    return 1;
  });
  return some_defined ? res : arr;
};
// node_modules/culori/src/rgb/definition.js
var definition$2 = {
  mode: 'rgb',
  channels: ['r', 'g', 'b', 'alpha'],
  parse: [parseRgb, parseHex, parseRgbLegacy, parseNamed, parseTransparent, 'srgb'],
  serialize: 'srgb',
  interpolate: {
    r: interpolatorLinear,
    g: interpolatorLinear,
    b: interpolatorLinear,
    alpha: {
      use: interpolatorLinear,
      fixup: fixupAlpha,
    },
  },
  gamut: true,
  white: {
    r: 1,
    g: 1,
    b: 1,
  },
  black: {
    r: 0,
    g: 0,
    b: 0,
  },
};
// node_modules/culori/src/lrgb/convertRgbToLrgb.js
var fn$2 = (c = 0) => {
  const abs = Math.abs(c);
  if (abs <= 0.04045) return c / 12.92;
  return (Math.sign(c) || 1) * Math.pow((abs + 0.055) / 1.055, 2.4);
};
var convertRgbToLrgb = ({ r, g, b, alpha }) => {
  let res = {
    mode: 'lrgb',
    r: fn$2(r),
    g: fn$2(g),
    b: fn$2(b),
  };
  if (alpha !== void 0) res.alpha = alpha;
  return res;
};
// node_modules/culori/src/lrgb/convertLrgbToRgb.js
var fn$1 = (c = 0) => {
  const abs = Math.abs(c);
  if (abs > 0.0031308) return (Math.sign(c) || 1) * (1.055 * Math.pow(abs, 1 / 2.4) - 0.055);
  return c * 12.92;
};
var convertLrgbToRgb = ({ r, g, b, alpha }, mode = 'rgb') => {
  let res = {
    mode,
    r: fn$1(r),
    g: fn$1(g),
    b: fn$1(b),
  };
  if (alpha !== void 0) res.alpha = alpha;
  return res;
};
// node_modules/culori/src/util/normalizeHue.js
var normalizeHue = (hue) => ((hue = hue % 360) < 0 ? hue + 360 : hue);
// node_modules/culori/src/fixup/hue.js
var hue = (hues, fn) => {
  return hues
    .map((hue, idx, arr) => {
      if (hue === void 0) return hue;
      let normalized = normalizeHue(hue);
      if (idx === 0 || hues[idx - 1] === void 0) return normalized;
      return fn(normalized - normalizeHue(arr[idx - 1]));
    })
    .reduce((acc, curr) => {
      if (!acc.length || curr === void 0 || acc[acc.length - 1] === void 0) {
        acc.push(curr);
        return acc;
      }
      acc.push(curr + acc[acc.length - 1]);
      return acc;
    }, []);
};
var fixupHueShorter = (arr) => hue(arr, (d) => (Math.abs(d) <= 180 ? d : d - 360 * Math.sign(d)));
// node_modules/culori/src/difference.js
var differenceHueSaturation = (std, smp) => {
  if (std.h === void 0 || smp.h === void 0 || !std.s || !smp.s) return 0;
  let std_h = normalizeHue(std.h);
  let smp_h = normalizeHue(smp.h);
  let dH = Math.sin((((smp_h - std_h + 360) / 2) * Math.PI) / 180);
  return 2 * Math.sqrt(std.s * smp.s) * dH;
};
var differenceHueNaive = (std, smp) => {
  if (std.h === void 0 || smp.h === void 0) return 0;
  let std_h = normalizeHue(std.h);
  let smp_h = normalizeHue(smp.h);
  if (Math.abs(smp_h - std_h) > 180) return std_h - (smp_h - 360 * Math.sign(smp_h - std_h));
  return smp_h - std_h;
};
var differenceHueChroma = (std, smp) => {
  if (std.h === void 0 || smp.h === void 0 || !std.c || !smp.c) return 0;
  let std_h = normalizeHue(std.h);
  let smp_h = normalizeHue(smp.h);
  let dH = Math.sin((((smp_h - std_h + 360) / 2) * Math.PI) / 180);
  return 2 * Math.sqrt(std.c * smp.c) * dH;
};
// node_modules/culori/src/average.js
var averageAngle = (val) => {
  let sum = val.reduce(
    (sum, val) => {
      if (val !== void 0) {
        let rad = (val * Math.PI) / 180;
        sum.sin += Math.sin(rad);
        sum.cos += Math.cos(rad);
      }
      return sum;
    },
    {
      sin: 0,
      cos: 0,
    },
  );
  let angle = (Math.atan2(sum.sin, sum.cos) * 180) / Math.PI;
  return angle < 0 ? 360 + angle : angle;
};
// node_modules/culori/src/lch/convertLabToLch.js
var convertLabToLch = ({ l, a, b, alpha }, mode = 'lch') => {
  if (a === void 0) a = 0;
  if (b === void 0) b = 0;
  let c = Math.sqrt(a * a + b * b);
  let res = {
    mode,
    l,
    c,
  };
  if (c) res.h = normalizeHue((Math.atan2(b, a) * 180) / Math.PI);
  if (alpha !== void 0) res.alpha = alpha;
  return res;
};
// node_modules/culori/src/lch/convertLchToLab.js
var convertLchToLab = ({ l, c, h, alpha }, mode = 'lab') => {
  if (h === void 0) h = 0;
  let res = {
    mode,
    l,
    a: c ? c * Math.cos((h / 180) * Math.PI) : 0,
    b: c ? c * Math.sin((h / 180) * Math.PI) : 0,
  };
  if (alpha !== void 0) res.alpha = alpha;
  return res;
};
// node_modules/culori/src/constants.js
var D50 = {
  X: 0.3457 / 0.3585,
  Y: 1,
  Z: 0.2958 / 0.3585,
};
var D65 = {
  X: 0.3127 / 0.329,
  Y: 1,
  Z: 0.3583 / 0.329,
};
Math.pow(29, 3) / Math.pow(3, 3);
Math.pow(6, 3) / Math.pow(29, 3);
// node_modules/culori/src/xyz50/constants.js
var k = Math.pow(29, 3) / Math.pow(3, 3);
var e = Math.pow(6, 3) / Math.pow(29, 3);
// node_modules/culori/src/lab/convertLabToXyz50.js
var fn = (v) => (Math.pow(v, 3) > e ? Math.pow(v, 3) : (116 * v - 16) / k);
var convertLabToXyz50 = ({ l, a, b, alpha }) => {
  if (l === void 0) l = 0;
  if (a === void 0) a = 0;
  if (b === void 0) b = 0;
  let fy = (l + 16) / 116;
  let fx = a / 500 + fy;
  let fz = fy - b / 200;
  let res = {
    mode: 'xyz50',
    x: fn(fx) * D50.X,
    y: fn(fy) * D50.Y,
    z: fn(fz) * D50.Z,
  };
  if (alpha !== void 0) res.alpha = alpha;
  return res;
};
// node_modules/culori/src/xyz50/convertXyz50ToRgb.js
var convertXyz50ToRgb = ({ x, y, z, alpha }) => {
  if (x === void 0) x = 0;
  if (y === void 0) y = 0;
  if (z === void 0) z = 0;
  let res = convertLrgbToRgb({
    r: x * 3.1341359569958707 - y * 1.6173863321612538 - 0.4906619460083532 * z,
    g: x * -0.978795502912089 + y * 1.916254567259524 + 0.03344273116131949 * z,
    b: x * 0.07195537988411677 - y * 0.2289768264158322 + 1.405386058324125 * z,
  });
  if (alpha !== void 0) res.alpha = alpha;
  return res;
};
// node_modules/culori/src/lab/convertLabToRgb.js
var convertLabToRgb = (lab) => convertXyz50ToRgb(convertLabToXyz50(lab));
// node_modules/culori/src/xyz50/convertRgbToXyz50.js
var convertRgbToXyz50 = (rgb) => {
  let { r, g, b, alpha } = convertRgbToLrgb(rgb);
  let res = {
    mode: 'xyz50',
    x: 0.436065742824811 * r + 0.3851514688337912 * g + 0.14307845442264197 * b,
    y: 0.22249319175623702 * r + 0.7168870538238823 * g + 0.06061979053616537 * b,
    z: 0.013923904500943465 * r + 0.09708128566574634 * g + 0.7140993584005155 * b,
  };
  if (alpha !== void 0) res.alpha = alpha;
  return res;
};
// node_modules/culori/src/lab/convertXyz50ToLab.js
var f = (value) => (value > e ? Math.cbrt(value) : (k * value + 16) / 116);
var convertXyz50ToLab = ({ x, y, z, alpha }) => {
  if (x === void 0) x = 0;
  if (y === void 0) y = 0;
  if (z === void 0) z = 0;
  let f0 = f(x / D50.X);
  let f1 = f(y / D50.Y);
  let f2 = f(z / D50.Z);
  let res = {
    mode: 'lab',
    l: 116 * f1 - 16,
    a: 500 * (f0 - f1),
    b: 200 * (f1 - f2),
  };
  if (alpha !== void 0) res.alpha = alpha;
  return res;
};
// node_modules/culori/src/lab/convertRgbToLab.js
var convertRgbToLab = (rgb) => {
  let res = convertXyz50ToLab(convertRgbToXyz50(rgb));
  if (rgb.r === rgb.b && rgb.b === rgb.g) res.a = res.b = 0;
  return res;
};
// node_modules/culori/src/lch/parseLch.js
function parseLch(color, parsed) {
  if (!parsed || parsed[0] !== 'lch') return;
  const res = { mode: 'lch' };
  const [, l, c, h, alpha] = parsed;
  if (l.type !== Tok.None) {
    if (l.type === Tok.Hue) return;
    res.l = Math.min(Math.max(0, l.value), 100);
  }
  if (c.type !== Tok.None) res.c = Math.max(0, c.type === Tok.Number ? c.value : (c.value * 150) / 100);
  if (h.type !== Tok.None) {
    if (h.type === Tok.Percentage) return;
    res.h = h.value;
  }
  if (alpha.type !== Tok.None)
    res.alpha = Math.min(1, Math.max(0, alpha.type === Tok.Number ? alpha.value : alpha.value / 100));
  return res;
}
// node_modules/culori/src/lch/definition.js
var definition$1 = {
  mode: 'lch',
  toMode: {
    lab: convertLchToLab,
    rgb: (c) => convertLabToRgb(convertLchToLab(c)),
  },
  fromMode: {
    rgb: (c) => convertLabToLch(convertRgbToLab(c)),
    lab: convertLabToLch,
  },
  channels: ['l', 'c', 'h', 'alpha'],
  ranges: {
    l: [0, 100],
    c: [0, 150],
    h: [0, 360],
  },
  parse: [parseLch],
  serialize: (c) =>
    `lch(${c.l !== void 0 ? c.l : 'none'} ${c.c !== void 0 ? c.c : 'none'} ${c.h !== void 0 ? c.h : 'none'}${c.alpha < 1 ? ` / ${c.alpha}` : ''})`,
  interpolate: {
    h: {
      use: interpolatorLinear,
      fixup: fixupHueShorter,
    },
    c: interpolatorLinear,
    l: interpolatorLinear,
    alpha: {
      use: interpolatorLinear,
      fixup: fixupAlpha,
    },
  },
  difference: { h: differenceHueChroma },
  average: { h: averageAngle },
};
// node_modules/culori/src/oklab/convertLrgbToOklab.js
var convertLrgbToOklab = ({ r, g, b, alpha }) => {
  if (r === void 0) r = 0;
  if (g === void 0) g = 0;
  if (b === void 0) b = 0;
  let L = Math.cbrt(0.412221469470763 * r + 0.5363325372617348 * g + 0.0514459932675022 * b);
  let M = Math.cbrt(0.2119034958178252 * r + 0.6806995506452344 * g + 0.1073969535369406 * b);
  let S = Math.cbrt(0.0883024591900564 * r + 0.2817188391361215 * g + 0.6299787016738222 * b);
  let res = {
    mode: 'oklab',
    l: 0.210454268309314 * L + 0.7936177747023054 * M - 0.0040720430116193 * S,
    a: 1.9779985324311684 * L - 2.42859224204858 * M + 0.450593709617411 * S,
    b: 0.0259040424655478 * L + 0.7827717124575296 * M - 0.8086757549230774 * S,
  };
  if (alpha !== void 0) res.alpha = alpha;
  return res;
};
// node_modules/culori/src/oklab/convertRgbToOklab.js
var convertRgbToOklab = (rgb) => {
  let res = convertLrgbToOklab(convertRgbToLrgb(rgb));
  if (rgb.r === rgb.b && rgb.b === rgb.g) res.a = res.b = 0;
  return res;
};
// node_modules/culori/src/oklab/convertOklabToLrgb.js
var convertOklabToLrgb = ({ l, a, b, alpha }) => {
  if (l === void 0) l = 0;
  if (a === void 0) a = 0;
  if (b === void 0) b = 0;
  let L = Math.pow(l + 0.3963377773761749 * a + 0.2158037573099136 * b, 3);
  let M = Math.pow(l - 0.1055613458156586 * a - 0.0638541728258133 * b, 3);
  let S = Math.pow(l - 0.0894841775298119 * a - 1.2914855480194092 * b, 3);
  let res = {
    mode: 'lrgb',
    r: 4.076741636075957 * L - 3.3077115392580616 * M + 0.2309699031821044 * S,
    g: -1.2684379732850317 * L + 2.6097573492876887 * M - 0.3413193760026573 * S,
    b: -0.0041960761386756 * L - 0.7034186179359362 * M + 1.7076146940746117 * S,
  };
  if (alpha !== void 0) res.alpha = alpha;
  return res;
};
// node_modules/culori/src/oklab/convertOklabToRgb.js
var convertOklabToRgb = (c) => convertLrgbToRgb(convertOklabToLrgb(c));
// node_modules/culori/src/oklch/parseOklch.js
function parseOklch(color, parsed) {
  if (!parsed || parsed[0] !== 'oklch') return;
  const res = { mode: 'oklch' };
  const [, l, c, h, alpha] = parsed;
  if (l.type !== Tok.None) {
    if (l.type === Tok.Hue) return;
    res.l = Math.min(Math.max(0, l.type === Tok.Number ? l.value : l.value / 100), 1);
  }
  if (c.type !== Tok.None) res.c = Math.max(0, c.type === Tok.Number ? c.value : (c.value * 0.4) / 100);
  if (h.type !== Tok.None) {
    if (h.type === Tok.Percentage) return;
    res.h = h.value;
  }
  if (alpha.type !== Tok.None)
    res.alpha = Math.min(1, Math.max(0, alpha.type === Tok.Number ? alpha.value : alpha.value / 100));
  return res;
}
// node_modules/culori/src/oklch/definition.js
var definition = {
  ...definition$1,
  mode: 'oklch',
  toMode: {
    oklab: (c) => convertLchToLab(c, 'oklab'),
    rgb: (c) => convertOklabToRgb(convertLchToLab(c, 'oklab')),
  },
  fromMode: {
    rgb: (c) => convertLabToLch(convertRgbToOklab(c), 'oklch'),
    oklab: (c) => convertLabToLch(c, 'oklch'),
  },
  parse: [parseOklch],
  serialize: (c) =>
    `oklch(${c.l !== void 0 ? c.l : 'none'} ${c.c !== void 0 ? c.c : 'none'} ${c.h !== void 0 ? c.h : 'none'}${c.alpha < 1 ? ` / ${c.alpha}` : ''})`,
  ranges: {
    l: [0, 1],
    c: [0, 0.4],
    h: [0, 360],
  },
};
// src/domain/pets/vaccinations.ts
/**
 * The status by the expiration date alone: the last day still counts as valid, and a row without an expiration date is
 * active.
 */
function statusByDate(expirationDate, today) {
  if (expirationDate === null) return 'active';
  if (expirationDate < today) return 'expired';
  return daysBetween(today, expirationDate) <= limits.vaccinationSoonDays ? 'soon' : 'active';
}
/** The server's flags of a vaccination row on a date of the clinic's zone (ENT-22); never both are true. */
function vaccinationFlags(expirationDate, today) {
  const status = statusByDate(expirationDate, today);
  return {
    expired: status === 'expired',
    expires_soon: status === 'soon',
  };
}
/** All statuses, from the best to the worst. */
var statuses = ['active', 'soon', 'expired'];
/**
 * The status that is shown for a row (D-10), the one rule for screens, certificate and mail. A fresh row has the status
 * that the server flags, expired before soon. A copy may have become worse than its flags since it was saved, never
 * better.
 */
function shownStatus(row, { isCopy, today }) {
  const flagged = row.expired ? 'expired' : row.expires_soon ? 'soon' : 'active';
  if (!isCopy) return flagged;
  const dated = statusByDate(row.expiration_date, today);
  return statuses.indexOf(dated) > statuses.indexOf(flagged) ? dated : flagged;
}
/**
 * How much of the row's time is left on `today`, in percent, as the row's ring shows it. A row without an expiration
 * date has 100; one without an issue date is taken to last a year.
 */
function shareLeft({ issue_date: from, expiration_date: until }, today) {
  if (until === null) return 100;
  const whole = from === null ? 365 : daysBetween(from, until);
  if (whole <= 0) return 0;
  return Math.round(Math.min(1, Math.max(0, daysBetween(today, until) / whole)) * 100);
}
// src/domain/certificate/certificate.ts
var CERTIFICATE_TITLE = 'Vaccination certificate';
/** Says that the certificate is a record and not a signed document (D-301). */
var CERTIFICATE_NOTE = "This is a record of what the clinic's files show. It is not a signed legal certificate.";
var NO_END = 'No end date';
var NO_VACCINATIONS = 'The clinic has no vaccinations on record.';
var CERTIFICATE_COLUMNS = ['Vaccination', 'Given', 'Expires', 'Status'];
var EARLIER = 'Earlier vaccinations';
var CERTIFICATE_TYPE = 'application/pdf';
/** Shown in place of a fact or a date that the clinic does not know. */
var UNKNOWN = 'Not on record';
var statusWords = {
  active: 'Active',
  soon: 'Expires soon',
  expired: 'Expired',
};
var defaultColour = '#0f766e';
/**
 * Makes the certificate of one pet. `asOf` is the instant at which the clinic's records held `rows`. A row's status
 * follows the same rule as in My Pets (D-10).
 */
function certificate({ shop, pet, species, rows, asOf, look }) {
  const shown = (row) => ({
    id: row.id,
    vaccine: oneLine(row.description),
    given: row.issue_date === null ? UNKNOWN : formatDate(row.issue_date),
    expires: row.expiration_date === null ? NO_END : formatDate(row.expiration_date),
    status: shownStatus(row, look),
    left: shareLeft(row, look.today),
  });
  const { latest, earlier } = latestOfEach(rows);
  const name = oneLine(pet.name);
  return {
    clinic: {
      name: shop.name,
      address: shop.address,
      contact: contactOf(shop),
      colour: colourOf(shop),
    },
    pet: name,
    facts: [
      {
        label: 'Species',
        value: species ?? '',
      },
      {
        label: 'Breed',
        value: oneLine(pet.breed ?? ''),
      },
      {
        label: 'Sex',
        value: sexOf(pet.sex),
      },
      {
        label: 'Birth date',
        value: pet.birthdate ? formatDate(pet.birthdate) : '',
      },
    ].map(({ label, value }) => ({
      label,
      value: value || 'Not on record',
    })),
    latest: latest.map(shown),
    earlier: earlier.map(shown),
    asOf: formatDateTime(asOf, shop.timezone),
    zone: zoneName(shop.timezone, asOf),
    fileName: `${fileNamePart(name) || 'pet'}-vaccinations-${dateInZone(asOf, shop.timezone)}.pdf`,
  };
}
/**
 * Splits rows into the latest one of each vaccine, the one that lasts longest first, and all earlier ones, the last
 * given first. Names that differ only in letter case and spaces mean the same vaccine.
 */
function latestOfEach(rows) {
  const byVaccine = /* @__PURE__ */ new Map();
  const newestFirst = [...rows].sort(byGiven);
  for (const row of newestFirst) {
    const vaccine = oneLine(row.description).toLowerCase();
    if (!byVaccine.has(vaccine)) byVaccine.set(vaccine, row);
  }
  const latest = new Set(byVaccine.values());
  return {
    latest: [...latest].sort(byEnd),
    earlier: newestFirst.filter((row) => !latest.has(row)),
  };
}
var forever = '9999-12-31';
var compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
var later = (a, b, absent) => compare(b ?? absent, a ?? absent);
var byName = (a, b) => compare(a.description, b.description) || compare(a.id, b.id);
var byGiven = (a, b) =>
  later(a.issue_date, b.issue_date, '') || later(a.expiration_date, b.expiration_date, forever) || byName(a, b);
var byEnd = (a, b) => later(a.expiration_date, b.expiration_date, forever) || byName(a, b);
var oneLine = (text) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
/** The sex with a capital letter; empty for 'none', which is the answer of owners who do not know (D-80). */
function sexOf(sex) {
  const word = oneLine(sex ?? '');
  return word.toLowerCase() === 'none' ? '' : word.slice(0, 1).toUpperCase() + word.slice(1);
}
var contactOf = (shop) =>
  [shopPhone(shop)?.shown, shop.url?.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')].filter(Boolean).join(', ');
var colourOf = ({ metadata }) =>
  /^#[0-9a-f]{6}$/i.test(metadata.brandColor ?? '') ? metadata.brandColor : defaultColour;
/** Turns a name into a part of a file name that every operating system accepts, of at most 60 characters. */
var fileNamePart = (name) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
export {
  differenceHueChroma as A,
  Tok as B,
  e as C,
  convertLchToLab as D,
  D65 as E,
  convertLrgbToRgb as F,
  num_per as G,
  converter as H,
  convertRgbToLrgb as I,
  per as K,
  definition$2 as L,
  differenceHueSaturation as M,
  fixupHueShorter as N,
  convertLabToLch as O,
  normalizeHue as P,
  fixupAlpha as R,
  convertLabToXyz50 as S,
  D50 as T,
  c as U,
  useMode as V,
  hue$1 as W,
  convertRgbToLab as _,
  EARLIER as a,
  convertLabToRgb as b,
  statusWords as c,
  definition as d,
  convertOklabToRgb as f,
  definition$1 as g,
  convertLrgbToOklab as h,
  CERTIFICATE_TYPE as i,
  differenceHueNaive as j,
  averageAngle as k,
  shownStatus as l,
  convertRgbToOklab as m,
  CERTIFICATE_NOTE as n,
  NO_VACCINATIONS as o,
  convertOklabToLrgb as p,
  CERTIFICATE_TITLE as r,
  certificate as s,
  CERTIFICATE_COLUMNS as t,
  vaccinationFlags as u,
  convertXyz50ToLab as v,
  k as w,
  convertXyz50ToRgb as x,
  convertRgbToXyz50 as y,
  interpolatorLinear as z,
};
