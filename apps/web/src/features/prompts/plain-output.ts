import type { PromptOutput } from '@polylogue/contract'

/** The answer format that a new prompt has: it adds nothing to the text. */
export const PLAIN_OUTPUT: PromptOutput = { id: 1, name: 'text', label: 'Text' }
