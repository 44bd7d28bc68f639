import { icon } from './icon';

/** The icons of the ways to reach a clinic. */
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
