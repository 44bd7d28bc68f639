// server/gateways/cards.ts
/** The provider refuses to refund; the message says why. */
var RefundRefused = class extends Error {
  name = 'RefundRefused';
};
/** The provider did not answer. What was asked may have happened or not. */
var CardsUnavailable = class extends Error {
  name = 'CardsUnavailable';
};
export { RefundRefused as n, CardsUnavailable as t };
