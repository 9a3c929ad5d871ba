// The files of questions, as the database, a prompt and the checks of an upload have them.

/** A file of a question: the values of its row. Its bytes are stored under `blob`. */
export interface QuestionFile {
  readonly name: string
  readonly mimeType: string
  readonly size: number
  readonly blob: string
  readonly text: string | null
  /** Characters of the document that `text` contains, when it was truncated. */
  readonly readCharacters: number | null
  /** How certain recognised text is; null for other texts. */
  readonly confidence: number | null
  readonly created: Date
}

/** A file in a prompt: the text of a document, or a picture for a multimodal model. */
export interface PromptFile {
  readonly name: string
  readonly mimeType: string
  readonly text?: string
  readonly base64?: string
}

/** A file that is checked and stored: for its database row and for the prompt. */
export interface PreparedFile {
  readonly stored: QuestionFile
  readonly forPrompt: PromptFile
}
