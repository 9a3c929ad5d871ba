// The draft of the dialog that saves a prompt. Other features begin it with a text; features/prompts shows the dialog.
import { writeDraft } from './drafts.ts'

/** Name of the dialog in the address. */
export const NEW_PROMPT = 'new-prompt'

/** What a prompt is saved from: a message, or a composer with the model and options of its tab. */
export interface PromptSource {
  prompt: string
  modelId: number
  options: Readonly<Record<string, unknown>>
}

export const promptDraftKey = (userId: number): string => `${userId}.new-prompt`

/** Begins the draft with the passed values; the dialog fills in the others. */
export function beginPromptDraft(userId: number, source: PromptSource): void {
  writeDraft(promptDraftKey(userId), JSON.stringify({ ...source, from: source.prompt }))
}
