import { estimateTokens } from '@polylogue/retrieval/tokens'

/** Tokens of the marks and the title of a passage. */
const MARKS = 80

/** Returns the tokens of a passage in a prompt: the same for answers and for explanations of left-out passages. */
export const passageTokens = (text: string): number => estimateTokens(text) + MARKS
