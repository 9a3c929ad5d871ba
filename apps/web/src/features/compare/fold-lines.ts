/** A compared prompt is one line: newlines become spaces (chat specification, section 2). */
export const foldLines = (text: string): string => text.trim().replace(/\s*[\r\n]+\s*/g, ' ')
