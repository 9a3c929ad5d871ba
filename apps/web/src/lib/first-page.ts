/** Messages that a chat asks for when it is opened: the newest; older ones follow as one scrolls up. */
export const FIRST_MESSAGES = 30
