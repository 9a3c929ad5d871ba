import { useState } from 'react'
import { useDialogsOf } from '#lib/dialogs.ts'
import { useTranslation } from '#lib/texts.ts'
import { DeleteDialog } from '#ui/delete-dialog.tsx'
import { useRemoveIdea, type FoundIdeas, type IdeasPlace } from './api.ts'
import { IDEA, IDEA_DIALOGS } from './dialog-names.ts'
import { EditIdeaDialog } from './edit-dialog.tsx'
import { NewIdeaDialog } from './new-dialog.tsx'
import { shortOf } from './short-of.ts'

interface IdeaDialogsProps {
  found: FoundIdeas
  place: IdeasPlace
  onCreated: () => void
}

/** The dialog that the address names. */
export function IdeaDialogs({ found, place, onCreated }: IdeaDialogsProps) {
  const { t } = useTranslation('ideas')
  const remove = useRemoveIdea()
  const { open, id, close } = useDialogsOf(IDEA)
  const named = found.ideas.find((idea) => idea.id === id)
  // Keeps the last idea while its dialog closes, and when a new idea moves it to the next page.
  const [last, setLast] = useState(named)
  if (named !== undefined && named !== last) setLast(named)
  const idea = named ?? last
  const isNamed = idea !== undefined && idea.id === id
  const edits = open === IDEA_DIALOGS.edit && isNamed && idea.can.edit
  const removes = open === IDEA_DIALOGS.remove && isNamed && idea.can.remove
  return (
    <>
      <NewIdeaDialog
        opened={open === IDEA_DIALOGS.create && found.canCreate}
        categories={found.categories}
        onClose={close}
        onCreated={onCreated}
      />
      {idea && (
        <EditIdeaDialog
          key={idea.id}
          idea={idea}
          categories={found.categories}
          place={place}
          opened={edits}
          onClose={close}
        />
      )}
      <DeleteDialog
        opened={removes}
        id={idea?.id}
        remove={remove}
        words={{
          title: t('delete'),
          question: t('deleteQuestion', { name: shortOf(idea?.prompt ?? '') }),
          verb: t('delete'),
          deleted: t('deleted'),
          failed: (sentence) => t('deleteFailed', { sentence }),
        }}
        onClose={close}
      />
    </>
  )
}
