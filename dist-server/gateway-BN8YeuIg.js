// server/gateways/gateway.ts
/** The other side did not accept a message. A permanent failure is not tried again. */
var DeliveryFailed = class extends Error {
  permanent;
  name = 'DeliveryFailed';
  constructor(message, permanent) {
    super(message);
    this.permanent = permanent;
  }
};
export { DeliveryFailed as t };
