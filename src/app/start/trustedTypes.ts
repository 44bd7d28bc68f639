/** The global object of a browser that has Trusted Types, as far as workers need it (D-209). */
export type WithTrustedTypes = {
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): string };
  };
};
