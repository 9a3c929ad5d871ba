/** Name of the dialog in the address of the page. */
export const NOTIFICATION_SETTINGS = 'notification-settings'
