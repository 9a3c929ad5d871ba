import type { Label } from '@polylogue/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { FieldGroup } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useCreateLabel, useLabels } from './api.ts'
import type { LabelKind } from './label-list.ts'
import { LabelPicker } from './label-picker.tsx'
import css from './labels.module.css'
import { NewLabel } from './new-label.tsx'

interface LabelsFieldProps {
  kind: LabelKind
  value: readonly number[]
  onChange: (ids: number[]) => void
}

/** Chooses categories or tags, and creates new ones. */
export function LabelsField({ kind, value, onChange }: LabelsFieldProps) {
  const { t } = useTranslation('labels')
  const { data = [] } = useLabels(kind)
  const [creating, setCreating] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const chosen = data.filter(({ id }) => value.includes(id))
  const remove = (id: number) => {
    onChange(value.filter((one) => one !== id))
    button.current?.focus()
  }
  const add = (id: number) => !value.includes(id) && onChange([...value, id])
  const create = useCreate(kind, add)
  /** A typed name is created at once; without one, the form asks for it. */
  const begin = (name: string) => {
    if (name === '') return setCreating('')
    button.current?.focus()
    create.mutate({ name, description: '' }, { onError: () => setCreating(name) })
  }
  const done = (id?: number) => {
    setCreating(undefined)
    if (id !== undefined) add(id)
    // The user may be typing elsewhere by now.
    const { activeElement } = document
    if (activeElement === document.body || form.current?.contains(activeElement)) button.current?.focus()
  }
  return (
    <FieldGroup label={t(`${kind}.title`)}>
      <div className={css.field} role="group" aria-label={t(`${kind}.title`)}>
        <Chosen labels={chosen} onRemove={remove} />
        <LabelPicker kind={kind} value={value} onChange={onChange} onCreate={begin}>
          {(list) => (
            <Button {...list} ref={button} size="small" icon="plus" busy={create.isPending}>
              {t(`${kind}.add`)}
            </Button>
          )}
        </LabelPicker>
      </div>
      {creating !== undefined && (
        <NewLabel
          ref={form}
          kind={kind}
          name={creating}
          failed={creating === '' ? null : create.error}
          labels={data}
          onDone={done}
        />
      )}
    </FieldGroup>
  )
}

/** Creates a label without its form, and passes on its id. */
function useCreate(kind: LabelKind, onCreated: (id: number) => void) {
  const create = useCreateLabel(kind)
  const created = useEffectEvent(onCreated)
  // Not `onSuccess` of the call: the form may have changed while it was sent.
  const id = create.data?.id
  useEffect(() => {
    if (id !== undefined) created(id)
  }, [id])
  return create
}

/** The chosen labels; a click removes one. */
function Chosen({ labels, onRemove }: { labels: readonly Label[]; onRemove: (id: number) => void }) {
  const { t } = useTranslation('labels')
  return labels.map(({ id, name }) => (
    <button
      key={id}
      type="button"
      className={css.chosen}
      aria-label={t('remove', { name })}
      onClick={() => onRemove(id)}
    >
      <span className="cut">{name}</span>
      <Icon name="x" size={14} />
    </button>
  ))
}
