import type { Label } from '@polylogue/contract'
import { LABEL_LIMITS } from '@polylogue/contract/browser'
import { useEffect, useEffectEvent, useState, type KeyboardEvent, type Ref } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Problem } from '#ui/states.tsx'
import { useCreateLabel } from './api.ts'
import { labelNamed, type LabelKind } from './label-list.ts'
import css from './labels.module.css'

interface NewLabelProps {
  ref: Ref<HTMLDivElement>
  kind: LabelKind
  /** The name to begin with. */
  name: string
  /** Why creating it without this form failed. */
  failed: Error | null
  labels: readonly Label[]
  /** Called with the id of the new label, or without one when cancelled. */
  onDone: (id?: number) => void
}

/** Creates a category or tag inside a form. Not a form itself, because forms cannot be nested. */
export function NewLabel({ ref, kind, name: first, failed, labels, onDone }: NewLabelProps) {
  const { t } = useTranslation(['labels', 'ui'])
  const errorMessage = useErrorMessage()
  const [name, setName] = useState(first)
  const [description, setDescription] = useState('')
  const create = useCreateLabel(kind)
  const error = create.isIdle ? failed : create.error
  const taken = labelNamed(labels, name) !== undefined
  const submit = () => {
    if (name.trim() === '' || taken || create.isPending) return
    create.mutate({ name: name.trim(), description: description.trim() })
  }
  // Not `onSuccess` of the call: the form may have changed while it was sent.
  const created = create.data?.id
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (created !== undefined) done(created)
  }, [created])
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') event.stopPropagation()
    if (event.key === 'Escape') return onDone()
    if (event.key !== 'Enter') return
    event.preventDefault()
    submit()
  }
  // Escape cancels only this, not the dialog.
  const keys = { onKeyDown: onKey, 'data-mantine-stop-propagation': true }
  return (
    <div ref={ref} className={css.new} role="group" aria-label={t(`labels:${kind}.new`)}>
      <TextField
        label={t('name')}
        needed
        error={taken ? t('duplicate') : undefined}
        maxLength={LABEL_LIMITS.name}
        autoFocus
        {...keys}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={t('description')}
        {...keys}
        maxLength={LABEL_LIMITS.description}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      {error && <Problem>{errorMessage(error).sentence}</Problem>}
      <div className={css.buttons}>
        <Button size="small" onClick={() => onDone()}>
          {t('ui:cancel')}
        </Button>
        <Button size="small" busy={create.isPending} disabled={name.trim() === '' || taken} onClick={submit}>
          {t(`${kind}.add`)}
        </Button>
      </div>
    </div>
  )
}
