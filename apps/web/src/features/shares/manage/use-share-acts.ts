import type { Share } from '@polylogue/contract'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useUpdateShare } from '../api.ts'
import type { Act } from './share-row.tsx'
import type { Step } from './share-step.tsx'

/** Returns what happens when an action of a link is chosen: a step, or a frozen link is brought up to date at once. */
export function useShareActs(onStep: (step: Step) => void): (act: Act, share: Share) => void {
  const { t } = useTranslation('shares')
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const update = useUpdateShare()
  const renew = (share: Share) =>
    update.mutate(
      { id: share.id, renew: true },
      {
        onSuccess: () => notices.show({ kind: 'done', title: t('renewed') }),
        onError: (error) => {
          const action = { label: t('retry'), run: () => renew(share) }
          notices.show({
            kind: 'failure',
            title: t('notRenewed'),
            text: errorMessage(error).sentence,
            action,
          })
        },
      },
    )
  return (act, share) => {
    if (act === 'renew') renew(share)
    else onStep({ is: act, share })
  }
}
