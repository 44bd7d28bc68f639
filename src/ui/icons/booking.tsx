import { icon } from './icon';

/** Icons of the booking steps and the fields. */
export const PickIcon = /* @__PURE__ */ icon(<path d="M8 9.5l4-4 4 4M8 14.5l4 4 4-4" />);
export const CheckIcon = /* @__PURE__ */ icon(<path d="M5.5 12.5l4.2 4.2 8.8-9.2" />);
export const AlertIcon = /* @__PURE__ */ icon(
  <>
    <path d="M12 8v5M12 16v.01" />
    <circle cx="12" cy="12" r="8.5" />
  </>,
);
export const ClockIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="12" cy="12" r="8" />
    <path d="M12 7.5V12l3 2" />
  </>,
);
export const CalendarIcon = /* @__PURE__ */ icon(
  <>
    <rect x="4" y="5.5" width="16" height="14.5" rx="3" />
    <path d="M4 10h16M8.5 3.5v4M15.5 3.5v4" />
  </>,
);
export const CalendarPlusIcon = /* @__PURE__ */ icon(
  <path d="M20 11V8.5a3 3 0 00-3-3H7a3 3 0 00-3 3V17a3 3 0 003 3h5M4 10h16M8.5 3.5v4M15.5 3.5v4M18 14.5v6M15 17.5h6" />,
);
export const UserIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="12" cy="8.5" r="3.7" />
    <path d="M4.8 19.5c1-3.5 3.7-5 7.2-5s6.2 1.5 7.2 5" />
  </>,
);
export const PlusIcon = /* @__PURE__ */ icon(<path d="M12 5.5v13M5.5 12h13" />);
export const HourglassIcon = /* @__PURE__ */ icon(
  <path d="M7 4.5h10M7 19.5h10M8 4.5c0 4 4 5 4 7.5s-4 3.5-4 7.5M16 4.5c0 4-4 5-4 7.5s4 3.5 4 7.5" />,
);
export const StethoscopeIcon = /* @__PURE__ */ icon(
  <>
    <path d="M7.5 4.5H6v5a4 4 0 008 0v-5h-1.5M10 13.5v1.5a4.5 4.5 0 009 0v-1.5" />
    <circle cx="19" cy="11.5" r="2" />
  </>,
);
export const MailIcon = /* @__PURE__ */ icon(
  <>
    <rect x="3.5" y="5.5" width="17" height="13" rx="3" />
    <path d="M4.5 8l7.5 5.5L19.5 8" />
  </>,
);
export const NextIcon = /* @__PURE__ */ icon(<path d="M9 5l7 7-7 7" />);
export const CloseIcon = /* @__PURE__ */ icon(<path d="M6.5 6.5l11 11M17.5 6.5l-11 11" />);
