import { icon } from './icon';

/** Icons of the signed-in pages. */
export const PawIcon = /* @__PURE__ */ icon(
  <>
    <path d="M12 12.2c2.3 0 4.7 2.5 4.7 4.8 0 1.6-1.2 2.5-2.5 2.5-.9 0-1.4-.4-2.2-.4s-1.3.4-2.2.4c-1.3 0-2.5-.9-2.5-2.5 0-2.3 2.4-4.8 4.7-4.8z" />
    <ellipse cx="6" cy="11.5" rx="1.5" ry="2" />
    <ellipse cx="9.6" cy="7" rx="1.6" ry="2.2" />
    <ellipse cx="14.4" cy="7" rx="1.6" ry="2.2" />
    <ellipse cx="18" cy="11.5" rx="1.5" ry="2" />
  </>,
);
export const SignOutIcon = /* @__PURE__ */ icon(
  <path d="M14 4.5H7.5a2 2 0 00-2 2v11a2 2 0 002 2H14M10.5 12H20M16.5 8.5L20 12l-3.5 3.5" />,
);
export const PrintIcon = /* @__PURE__ */ icon(
  <path d="M7.5 9V4.5h9V9M7.5 16.5H6a2.5 2.5 0 01-2.5-2.5v-2.5A2.5 2.5 0 016 9h12a2.5 2.5 0 012.5 2.5V14a2.5 2.5 0 01-2.5 2.5h-1.5M7.5 13.5h9v6h-9z" />,
);
export const ShareIcon = /* @__PURE__ */ icon(
  <path d="M12 14.5V4M8.2 7.5L12 3.8l3.8 3.7M7 11H6a2 2 0 00-2 2v5a2 2 0 002 2h12a2 2 0 002-2v-5a2 2 0 00-2-2h-1" />,
);
export const CardIcon = /* @__PURE__ */ icon(
  <>
    <rect x="3.5" y="5.5" width="17" height="13" rx="3" />
    <path d="M3.5 10h17M7 14.5h3" />
  </>,
);
export const PillIcon = /* @__PURE__ */ icon(
  <path d="M10.6 18.9a4 4 0 01-5.7-5.6l8.4-8.3a4 4 0 015.7 5.6zM9 9.2l5.7 5.7" />,
);
export const ShieldIcon = /* @__PURE__ */ icon(
  <>
    <path d="M12 3.8l6.8 2.5v5c0 4.3-2.8 7.2-6.8 8.9-4-1.7-6.8-4.6-6.8-8.9v-5z" />
    <path d="M9 12l2.2 2.2L15.2 10" />
  </>,
);
export const BangIcon = /* @__PURE__ */ icon(<path d="M12 6.5v7M12 17.2v.01" />);
