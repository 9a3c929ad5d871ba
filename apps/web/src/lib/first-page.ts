/** Number of newest messages loaded when a chat opens; older ones load on scrolling up. */
export const FIRST_MESSAGES = 30
