import { icon } from './icon';

/** The icons of the frame and the first screen; other icons are in files that load with their steps. */
export const BackIcon = /* @__PURE__ */ icon(<path d="M15 5l-7 7 7 7" />);
export const NextIcon = /* @__PURE__ */ icon(<path d="M9 5l7 7-7 7" />);
export const ArrowIcon = /* @__PURE__ */ icon(<path d="M5 12h14M13 6l6 6-6 6" />);
export const ChatIcon = /* @__PURE__ */ icon(
  <path d="M20 11.5c0 4.1-3.6 7-8 7-1 0-2-.2-2.9-.5L4.5 19.5l1.3-3.7C4.7 14.6 4 13.1 4 11.5c0-4.1 3.6-7 8-7s8 2.9 8 7z" />,
);
export const PhoneIcon = /* @__PURE__ */ icon(
  <path d="M8.2 4.5L6 5c-.8.2-1.3.9-1.2 1.7C5.6 13 11 18.4 17.3 19.2c.8.1 1.5-.4 1.7-1.2l.5-2.2-3.8-1.7-1.6 1.7c-2.3-1-4.2-2.9-5.2-5.2l1.7-1.6z" />,
);
export const GlobeIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="12" cy="12" r="8" />
    <path d="M4 12h16M12 4c2.5 2.3 3.5 5 3.5 8s-1 5.7-3.5 8c-2.5-2.3-3.5-5-3.5-8s1-5.7 3.5-8z" />
  </>,
);
export const PinIcon = /* @__PURE__ */ icon(
  <>
    <path d="M12 20.5c-4-4.2-6-7.3-6-10.2a6 6 0 0112 0c0 2.9-2 6-6 10.2z" />
    <circle cx="12" cy="10.2" r="2.2" />
  </>,
);
export const CloseIcon = /* @__PURE__ */ icon(<path d="M6.5 6.5l11 11M17.5 6.5l-11 11" />);
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
