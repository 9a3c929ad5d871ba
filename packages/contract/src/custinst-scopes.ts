// Scopes and limits of custom instructions, without schemas, for the page.

/** who: what the model should know about the user · respond: how it should answer (INSTRUCTION-1). */
export const CUSTINST_SCOPES = { who: 1, respond: 2 } as const

/** Maximum characters of the texts of a custom instruction, and maximum instructions of one owner. */
export const CUSTINST_LIMITS = { description: 5_000, content: 20_000, count: 500 } as const
