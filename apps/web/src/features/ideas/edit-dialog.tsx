import type { Idea, IdeaCategory } from '@polylogue/contract'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { EditConflict, EditDialog, useEdit } from '#features/items/index.ts'
import { useStoredIdea, useUpdateIdea, type IdeasPlace } from './api.ts'
import { IdeaForm, sentOf, valuesOf, type IdeaValues } from './form.tsx'
import { useCategoryName } from './use-category-name.ts'

interface EditIdeaDialogProps {
  idea: Idea
  categories: readonly IdeaCategory[]
  /** The page that the idea is on. */
  place: IdeasPlace
  opened: boolean
  onClose: () => void
}

/** Edits an idea. Keeps the input when saving fails. */
export function EditIdeaDialog({ idea, categories, place, opened, onClose }: EditIdeaDialogProps) {
  const { t } = useTranslation('ideas')
  const notices = useNotices()
  const update = useUpdateIdea()
  const edit = useEdit({
    thing: idea,
    id: idea.id,
    valuesOf,
    update,
    sent: changeOf,
    stored: useStoredIdea(place),
    onSaved: () => notices.show({ kind: 'done', title: t('updated') }),
    onClose,
  })
  return (
    <EditDialog opened={opened} title={t('edit')} width={640} edit={edit}>
      <IdeaForm
        values={edit.values}
        categories={categories}
        onChange={edit.setValues}
        verb={t('saveChanges')}
        change={{ isPending: edit.busy, error: edit.error }}
        on={{ submit: () => edit.save(), cancel: edit.close }}
      >
        <EditConflict edit={edit} compare={useComparison(categories)} />
      </IdeaForm>
    </EditDialog>
  )
}

/** Returns only what differs: an unchanged text of the product stays translated. */
function changeOf(values: IdeaValues, over: Idea) {
  const { prompt, categoryId } = sentOf(values)
  return {
    id: over.id,
    ifModified: over.modified ?? undefined,
    ...(prompt === over.prompt ? {} : { prompt }),
    ...(categoryId === over.categoryId ? {} : { categoryId }),
  }
}

function useComparison(categories: readonly IdeaCategory[]) {
  const { t } = useTranslation('ideas')
  const categoryName = useCategoryName()
  return (stored: Idea, values: IdeaValues) => {
    const category = categories.find(({ id }) => id === stored.categoryId)
    return [
      { label: t('prompt'), value: stored.prompt, same: stored.prompt === values.prompt },
      {
        label: t('category'),
        value: category ? categoryName(category) : stored.category,
        same: stored.categoryId === values.categoryId,
      },
    ]
  }
}
