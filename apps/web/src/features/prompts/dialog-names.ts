import { NEW_PROMPT } from '../../lib/prompt-draft.ts'

/** Names of the dialogs in the address. All but the first are about one prompt: the parameter `prompt` has its id. */
export const PROMPT_DIALOGS = {
  create: NEW_PROMPT,
  edit: 'edit-prompt',
  execute: 'execute-prompt',
  versions: 'prompt-versions',
  share: 'share-prompt',
  remove: 'delete-prompt',
} as const

/** Parameter with the id of the prompt. Without a dialog it opens the execute dialog of a project's page. */
export const PROMPT = 'prompt'
