import { icon } from './icon';

/** The icons of answers and their states. */
export const UndoIcon = /* @__PURE__ */ icon(<path d="M9 14.5L4.5 10 9 5.5M4.5 10H14a5 5 0 010 10h-2.5" />);
export const CrossIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M9 9l6 6M15 9l-6 6" />
  </>,
);
export const DoubleCheckIcon = /* @__PURE__ */ icon(<path d="M3 12.5l4 4 8-8.5M11.5 16l.5.5 8.5-8.5" />);
export const RingIcon = /* @__PURE__ */ icon(<circle cx="12" cy="12" r="7" />);
export const UpIcon = /* @__PURE__ */ icon(<path d="M5 15l7-7 7 7" />);
export const DownIcon = /* @__PURE__ */ icon(<path d="M5 9l7 7 7-7" />);
