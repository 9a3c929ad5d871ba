import type { ComponentProps } from 'react'
import { DeleteDialog } from '#ui/delete-dialog.tsx'
import { useItemTexts, type ItemNoun } from './item-texts.ts'
import { useDeletion } from './restoring.ts'

interface DeleteItemProps extends Omit<ComponentProps<typeof DeleteDialog>, 'id' | 'words'> {
  noun: ItemNoun
  /** The item to delete; undefined while there is none. */
  item: { id: number; name: string; context?: { id: number } } | undefined
  /** What is lost. */
  question: string
}

/** Asks for confirmation in the words of a kind, then deletes the item. */
export function DeleteItem({ noun, item, question, ...dialog }: DeleteItemProps) {
  const t = useItemTexts(noun)
  const name = item?.name ?? ''
  const { questionOf, undo } = useDeletion(item && { name, contextId: item.context?.id })
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
