import { useRef, useState } from 'react'
import { useTranslation } from '../../lib/texts.ts'
import { Button } from '../../ui/button.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useLabels } from './api.ts'
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
  const done = (id?: number) => {
    setCreating(undefined)
    if (id !== undefined && !value.includes(id)) onChange([...value, id])
    // The user may be typing elsewhere by now.
    const { activeElement } = document
    if (activeElement === document.body || form.current?.contains(activeElement)) button.current?.focus()
  }
  return (
    <FieldGroup label={t(`${kind}.title`)}>
      <div className={css.field} role="group" aria-label={t(`${kind}.title`)}>
        {chosen.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className={css.chosen}
            aria-label={t('remove', { name })}
            onClick={() => {
              onChange(value.filter((one) => one !== id))
              button.current?.focus()
            }}
          >
            <span className="cut">{name}</span>
            <Icon name="x" size={14} />
          </button>
        ))}
        <LabelPicker kind={kind} value={value} onChange={onChange} onCreate={setCreating}>
          {(opened, toggle) => (
            <Button
              ref={button}
              size="small"
              icon="plus"
              aria-haspopup="listbox"
              aria-expanded={opened}
              onClick={toggle}
            >
              {t(`${kind}.add`)}
            </Button>
          )}
        </LabelPicker>
      </div>
      {creating !== undefined && (
        <NewLabel ref={form} kind={kind} name={creating} labels={data} onDone={done} />
      )}
    </FieldGroup>
  )
}
