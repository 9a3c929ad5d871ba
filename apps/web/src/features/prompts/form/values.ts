// The form of a saved prompt. Pure.
import type { PromptOptionValues, SavedPrompt } from '@polylogue/contract'
import type { SentPrompt } from '../api.ts'
import { PLAIN_OUTPUT } from '../plain-output.ts'

export interface PromptValues {
  title: string
  prompt: string
  comment: string
  outputFormId: number
  /** 0 for none. */
  modelId: number
  /** The prompt options that can be taken along. */
  options: Readonly<Record<string, unknown>>
  withOptions: boolean
  /** The text of the message or composer that the form began with. */
  from: string
  categories: readonly number[]
  tags: readonly number[]
}

export const EMPTY_PROMPT: PromptValues = {
  title: '',
  prompt: '',
  comment: '',
  outputFormId: PLAIN_OUTPUT.id,
  modelId: 0,
  options: {},
  withOptions: true,
  from: '',
  categories: [],
  tags: [],
}

export const valuesOf = (prompt: SavedPrompt): PromptValues => ({
  title: prompt.title,
  prompt: prompt.prompt,
  comment: prompt.comment,
  outputFormId: prompt.promptOutput.id || PLAIN_OUTPUT.id,
  modelId: prompt.model.id,
  options: prompt.options,
  withOptions: true,
  from: prompt.prompt,
  categories: prompt.categories.map(({ id }) => id),
  tags: prompt.tags.map(({ id }) => id),
})

export const sentOf = (values: PromptValues): SentPrompt => ({
  title: values.title.trim(),
  prompt: values.prompt,
  comment: values.comment,
  promptOptions: (values.withOptions ? values.options : {}) as PromptOptionValues,
  outputFormId: values.outputFormId,
  modelId: values.modelId,
  categories: [...values.categories],
  tags: [...values.tags],
})

export type Missing = 'prompt' | 'title'

/** Returns the first required field that is empty; undefined if the prompt can be saved. */
export function missingOf({ prompt, title }: PromptValues): Missing | undefined {
  if (prompt.trim() === '') return 'prompt'
  return title.trim() === '' ? 'title' : undefined
}

/** Whether the user would lose something by closing the form. */
export const isTyped = ({ title, prompt, comment, from }: PromptValues): boolean =>
  title.trim() !== '' || comment.trim() !== '' || (prompt.trim() !== '' && prompt !== from)
