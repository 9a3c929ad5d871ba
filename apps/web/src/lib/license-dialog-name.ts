/** The dialog's name in the address. */
export const LICENSE_EXPIRED = 'license-expired'
