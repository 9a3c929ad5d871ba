import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { LabelKind } from './label-list.ts'
import { LabelPicker } from './label-picker.tsx'

interface LabelFilterProps {
  kind: LabelKind
  value: readonly number[]
  onChange: (ids: number[]) => void
}

/** Filters a list by categories or tags. */
export function LabelFilter({ kind, value, onChange }: LabelFilterProps) {
  const { t } = useTranslation('labels')
  return (
    <LabelPicker kind={kind} value={value} onChange={onChange}>
      {(button) => (
        <Button {...button} size="small">
          {value.length === 0 ? t(`${kind}.title`) : t(`${kind}.count`, { count: value.length })}
          <Icon name="selector" size={14} />
        </Button>
      )}
    </LabelPicker>
  )
}
