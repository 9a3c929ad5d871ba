/** A mark that begins or ends a passage or document of a prompt. */
const MARK = /<(?=[\s/]{0,20}(?:passage|document)\b)/gi

/** Returns a text of a stranger so that it cannot end the mark around it, or begin another one. */
export const asMaterial = (text: string): string => text.replace(MARK, '‹')
