import type { Provider } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotices } from '#lib/notices.ts'
import { providerKeys } from './keys.ts'
import { useTranslation } from '#lib/texts.ts'
import { Conflict } from '#ui/conflict.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useUpdateProvider } from './api.ts'
import { isConflict } from '#features/items/index.ts'
import { ProviderForm } from './provider-form.tsx'
import { typedOf, valuesOf, type Typed } from './values.ts'

interface EditProviderDialogProps {
  opened: boolean
  provider: Provider | null
  onClose: () => void
}

/** Edits a provider. Its kind is fixed; its key is kept unless a new one is entered. */
export function EditProviderDialog({ opened, provider, onClose }: EditProviderDialogProps) {
  const { t } = useTranslation('providers')
  const edit = useEdit(provider, onClose)
  return (
    <Dialog
      opened={opened}
      title={t('editTitle')}
      lead={t('editLead')}
      dirty={edit.dirty}
      onClose={edit.close}
    >
      <ProviderForm
        typed={edit.typed}
        onChange={edit.setTyped}
        stored={provider ?? undefined}
        verb={t('save')}
        change={edit.update}
        onSubmit={() => edit.save()}
        onCancel={edit.close}
      >
        {edit.conflict && provider && (
          <Conflict
            changes={changesOf(provider, edit.typed, t)}
            busy={edit.update.isPending}
            onKeep={edit.keep}
            onTake={edit.take}
          />
        )}
      </ProviderForm>
    </Dialog>
  )
}

/** Form state, saving, and resolving a conflict with another user's change. */
function useEdit(provider: Provider | null, onClose: () => void) {
  const { t } = useTranslation('providers')
  const cache = useQueryClient()
  const notices = useNotices()
  const [typed, setTyped] = useState<Typed | null>(null)
  // The values that the form was opened with: the list is refetched while the user types.
  const [since, setSince] = useState(provider?.modified)
  const update = useUpdateProvider(provider?.id ?? 0)
  const kept = typedOf(provider)
  const values = typed ?? kept
  const close = () => {
    setTyped(null)
    update.reset()
    onClose()
  }
  const save = (ifModified = typed ? since : provider?.modified) => {
    if (ifModified === undefined) return
    update.mutate(
      { ...valuesOf(values), ifModified },
      {
        onSuccess: ({ name }) => {
          notices.show({ kind: 'done', title: t('changed', { name }) })
          close()
        },
        onError: (error) => isConflict(error) && void cache.invalidateQueries({ queryKey: providerKeys.all }),
      },
    )
  }
  return {
    typed: values,
    dirty: typed !== null && JSON.stringify(typed) !== JSON.stringify(kept),
    conflict: update.error !== null && isConflict(update.error),
    update,
    save,
    keep: () => save(provider?.modified),
    setTyped(next: Typed) {
      if (typed === null) setSince(provider?.modified)
      setTyped(next)
    },
    take() {
      setTyped(null)
      update.reset()
    },
    close,
  }
}

const SHOWN = ['name', 'addresses', 'atOnce'] as const

function changesOf(provider: Provider, typed: Typed, t: (key: (typeof SHOWN)[number]) => string) {
  const stored = typedOf(provider)
  return SHOWN.filter((name) => stored[name] !== typed[name]).map((name) => ({
    label: t(name),
    value: stored[name],
  }))
}
