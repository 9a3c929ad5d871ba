import type { PromptOptionValues, SavedPrompt } from '@polylogue/contract'
import { cutText, SAVED_PROMPT_LIMITS } from '@polylogue/contract/browser'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { offeredModelId, useModels } from '#features/models/index.ts'
import { useCreatePrompt } from '../api.ts'
import { useMarkEdited } from '../edited.ts'

/** Room for the words that a copy's title has in addition. */
const SUFFIX = 20

/** Duplicates a prompt: the copy belongs to the user and is not shared. */
export function useDuplicate(): (prompt: SavedPrompt) => void {
  const { t } = useTranslation('prompts')
  const notices = useNotices()
  const markEdited = useMarkEdited()
  const errorMessage = useErrorMessage()
  const create = useCreatePrompt()
  const { data: models } = useModels()
  return (prompt) => {
    const title = cutText(prompt.title, SAVED_PROMPT_LIMITS.title - SUFFIX)
    const copy = {
      title: t('copyOf', { title }),
      comment: prompt.comment,
      prompt: prompt.prompt,
      promptOptions: prompt.options as PromptOptionValues,
      outputFormId: prompt.promptOutput.id,
      modelId: offeredModelId(models, prompt.model.id),
      categories: prompt.categories.map(({ id }) => id),
      tags: prompt.tags.map(({ id }) => id),
    }
    create.mutate(copy, {
      onSuccess: ({ id, title: name }) => {
        markEdited(id)
        notices.show({ kind: 'done', title: t('duplicated', { name }) })
      },
      onError: (error) =>
        notices.show({
          kind: 'failure',
          title: t('cannotDuplicate'),
          text: errorMessage(error).sentence,
        }),
    })
  }
}
