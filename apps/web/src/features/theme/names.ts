/** Dialog names of this feature in the URL. */
export const LOOK_AND_FEEL = 'look-and-feel'
export const THEME_BUILDER = 'theme-builder'
