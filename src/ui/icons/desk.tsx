import { icon } from './icon';

/** The icons of the desk's frame and list. */
export const InboxIcon = /* @__PURE__ */ icon(
  <path d="M4 13.5l2.6-7.2A2 2 0 018.5 5h7a2 2 0 011.9 1.3L20 13.5V17a2.5 2.5 0 01-2.5 2.5h-11A2.5 2.5 0 014 17zM4 13.5h4.3l1.2 2.3h5l1.2-2.3H20" />,
);
export const KeyIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="8.5" cy="12" r="4" />
    <path d="M12.5 12H20.5v3.5M17 12v2.5" />
  </>,
);
export const MoreIcon = /* @__PURE__ */ icon(<path d="M5 12v.01M12 12v.01M19 12v.01" strokeWidth="3" />);
export const PeopleIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="9" cy="9" r="3.2" />
    <path d="M3.5 19c.7-3.2 2.7-4.7 5.5-4.7s4.8 1.5 5.5 4.7M15 6a3.2 3.2 0 010 6M17 14.6c2 .5 3.1 2 3.5 4.4" />
  </>,
);
export const PenIcon = /* @__PURE__ */ icon(<path d="M5 19l.9-3.8L15.5 5.6a2 2 0 012.9 2.9L8.8 18.1z" />);
