import { icon } from './icon';

/** The icons of the frame and the first screen; other icons are in files that load with their steps. */
export const BackIcon = /* @__PURE__ */ icon(<path d="M15 5l-7 7 7 7" />);
export const ArrowIcon = /* @__PURE__ */ icon(<path d="M5 12h14M13 6l6 6-6 6" />);
export const ChatIcon = /* @__PURE__ */ icon(
  <path d="M20 11.5c0 4.1-3.6 7-8 7-1 0-2-.2-2.9-.5L4.5 19.5l1.3-3.7C4.7 14.6 4 13.1 4 11.5c0-4.1 3.6-7 8-7s8 2.9 8 7z" />,
);
export const CloudOffIcon = /* @__PURE__ */ icon(
  <path d="M4 4l16 16M8 8.2A5 5 0 007.3 18H16M10.2 6.4A5.5 5.5 0 0117 11.2 3.5 3.5 0 0119.3 16.7" />,
);
export const RedoIcon = /* @__PURE__ */ icon(<path d="M19.5 12a7.5 7.5 0 11-2.2-5.3L19.5 9M19.5 4.5V9H15" />);
export const LockIcon = /* @__PURE__ */ icon(
  <>
    <rect x="5.5" y="10.5" width="13" height="9.5" rx="2.5" />
    <path d="M8.5 10.5V8a3.5 3.5 0 017 0v2.5" />
  </>,
);
