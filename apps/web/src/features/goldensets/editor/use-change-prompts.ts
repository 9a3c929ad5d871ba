import type { GoldenPrompt, GoldenSet } from '@polylogue/contract'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useUpdateSet } from '../api.ts'

/** Returns a function that stores the prompts of a set; a notice says when that fails. */
export function useChangePrompts(set: GoldenSet) {
  const { t } = useTranslation('goldensets')
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const update = useUpdateSet()
  return {
    isPending: update.isPending,
    change: (prompts: GoldenPrompt[], onSuccess?: () => void) => {
      if (update.isPending) return
      update.mutate(
        { id: set.id, ifModified: set.modified, prompts },
        {
          ...(onSuccess ? { onSuccess } : {}),
          onError: (error) =>
            notices.show({
              kind: 'failure',
              title: t('prompts.notSaved'),
              text: errorMessage(error).sentence,
            }),
        },
      )
    },
  }
}
