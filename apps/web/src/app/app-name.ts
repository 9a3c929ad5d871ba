/** The product's name, where it stands as a name. */
export const APP_NAME = 'Polylogue'
