import type { ComponentProps } from 'react'
import { DeleteDialog } from '#ui/delete-dialog.tsx'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useApi } from '#lib/api.ts'
import { useConfig } from '#lib/config.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { SHARE_LINK } from '#lib/dialogs.ts'
import { useTranslation } from '#lib/texts.ts'
import { useItemTexts, type ItemNoun } from './item-texts.ts'

interface DeleteItemProps extends Omit<ComponentProps<typeof DeleteDialog>, 'id' | 'words'> {
  noun: ItemNoun
  /** The item to delete; undefined while there is none. */
  item: { id: number; name: string; context?: { id: number } } | undefined
  /** What is lost. */
  question: string
}

/** Asks for confirmation in the words of a kind, then deletes the item. */
export function DeleteItem({ noun, item, question, ...dialog }: DeleteItemProps) {
  const name = item?.name ?? ''
  const { questionOf, undo } = useDeletion(item && { name, contextId: item.context?.id })
  // After the hooks with state of `useDeletion`, which loads texts, too: see `useTranslation`.
  const t = useItemTexts(noun)
  return (
    <DeleteDialog
      id={item?.id}
      words={{
        title: t('delete'),
        question: questionOf(question),
        verb: t('delete'),
        deleted: t('deleted', { name }),
        undo,
        failed: (sentence) => t('deleteFailed', { sentence }),
      }}
      {...dialog}
    />
  )
}

interface Deleted {
  /** The id of its context. */
  id: number
  name: string
}

/** Takes an item out of the recycle bin, and says so in a notice that opens it. */
export function useRestore() {
  const { t } = useTranslation('bin')
  const api = useApi()
  const cache = useQueryClient()
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async ({ id }: Deleted) => (await api.call(contract.bin.restore, { params: { id } })).data,
    onSuccess({ uri, links }, { name }) {
      const open = { label: t('open'), run: () => void navigate(uri) }
      // The dialog of the item's links opens on its page.
      const show = { label: t('showLinks'), run: () => void navigate(`${uri}?dialog=${SHARE_LINK}`) }
      const notice = { kind: 'done', title: t('restored', { name }) } as const
      if (links > 0) notices.show({ ...notice, text: t('linksOpen', { count: links }), action: show })
      else notices.show({ ...notice, action: open })
      // It comes back in lists, searches and counts of every kind.
      return cache.invalidateQueries()
    },
    onError: (error, { name }) =>
      notices.show({
        kind: 'failure',
        title: t('restoreFailed', { name }),
        text: errorMessage(error).sentence,
      }),
  })
}

/** Returns a question before deleting that ends with what becomes of the item, and the action of the notice that undoes it. */
export function useDeletion(item: { name: string; contextId: number | undefined } | undefined) {
  const { t } = useTranslation('bin')
  const { binDays } = useConfig()
  const restore = useRestore()
  const fate = binDays === 0 ? t('final') : t('kept', { count: binDays })
  const { name, contextId: id } = item ?? {}
  const undo =
    binDays === 0 || id === undefined || name === undefined
      ? undefined
      : { label: t('undo'), run: () => restore.mutate({ id, name }) }
  return { questionOf: (question: string) => `${question} ${fate}`, undo }
}
