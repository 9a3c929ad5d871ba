import type { GoldenSet } from '@polylogue/contract'
import { useMemo } from 'react'
import { valuesInDraft } from '#lib/drafts.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Conflict } from '#ui/conflict.tsx'
import { isConflict } from '#features/items/index.ts'
import { useStoredSet, useUpdateSet } from '../api.ts'
import { EntryForm } from './entry-form.tsx'
import { EMPTY_ENTRY, isTyped, sentOf } from './values.ts'

interface NewEntryDialogProps {
  set: GoldenSet
  draft: string
  onDraft: (draft: string) => void
  opened: boolean
  onClose: () => void
}

/** Adds a prompt to a golden set. Its text survives a reload, and a save that fails. */
export function NewEntryDialog({ set, draft, onDraft, opened, onClose }: NewEntryDialogProps) {
  const { t } = useTranslation('goldensets')
  const update = useUpdateSet()
  const stored = useStoredSet()
  const values = useMemo(() => valuesInDraft(draft, EMPTY_ENTRY), [draft])
  const close = () => {
    onDraft('')
    update.reset()
    stored.reset()
    onClose()
  }
  const addTo = ({ id, modified, prompts }: GoldenSet) => {
    stored.reset()
    update.mutate(
      { id, ifModified: modified, prompts: [...prompts, sentOf(values)] },
      {
        onSuccess: close,
        onError: (error) => {
          if (isConflict(error)) stored.mutate(id)
        },
      },
    )
  }
  const theirs = stored.data
  return (
    <Dialog
      opened={opened}
      title={t('prompts.add')}
      width={1024}
      height={680}
      dirty={isTyped(values)}
      onClose={close}
    >
      <EntryForm
        key={String(opened)}
        values={values}
        onChange={(changed) => onDraft(JSON.stringify(changed))}
        at={set.prompts.length}
        verb={t('prompts.add')}
        change={{ isPending: update.isPending, error: theirs ? null : update.error }}
        on={{ submit: () => addTo(set), cancel: close }}
      >
        {theirs && (
          <Conflict
            changes={[
              { label: t('prompts.title'), value: theirs.prompts.map(({ title }) => title).join(', ') },
            ]}
            busy={update.isPending}
            onKeep={() => addTo(theirs)}
            onTake={close}
          />
        )}
      </EntryForm>
    </Dialog>
  )
}
