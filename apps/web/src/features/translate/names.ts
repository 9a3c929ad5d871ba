/** Names of the dialogs in the address. */
export const TRANSLATE = 'translate'
export const TRANSLATE_PROMPT = 'translate-prompt'
