/** The names of the dialogs of the look in the address. */
export const LOOK_AND_FEEL = 'look-and-feel'
export const THEME_BUILDER = 'theme-builder'
