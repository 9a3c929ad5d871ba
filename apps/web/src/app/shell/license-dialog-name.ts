/** The name of the dialog about an expired licence in the address. */
export const LICENSE_EXPIRED = 'license-expired'
