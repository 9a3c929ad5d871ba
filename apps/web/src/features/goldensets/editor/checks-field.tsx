import { CHECK_KINDS, GOLDEN_LIMITS, type CheckKind } from '@polylogue/contract/browser'
import { useRef } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { CheckFields } from './check-fields.tsx'
import css from './editor.module.css'
import { EMPTY_CHECK, type CheckValues } from './values.ts'

interface ChecksFieldProps {
  checks: readonly CheckValues[]
  /** The user tried to save: empty fields are wrong now. */
  isLeft: boolean
  /** Indexes of the checks that the server refused. */
  refused: readonly number[]
  onChange: (checks: readonly CheckValues[]) => void
}

/** The checks of a prompt. */
export function ChecksField({ checks, isLeft, refused, onChange }: ChecksFieldProps) {
  const { t } = useTranslation('goldensets')
  const box = useRef<HTMLFieldSetElement>(null)
  const put = (at: number, some: Partial<CheckValues>) =>
    onChange(checks.map((check, index) => (index === at ? { ...check, ...some } : check)))
  const remove = (at: number) => {
    onChange(checks.filter((_, index) => index !== at))
    box.current?.querySelector<HTMLElement>('[data-add]')?.focus()
  }
  const isFull = checks.length >= GOLDEN_LIMITS.checks
  return (
    <fieldset ref={box} className={css.checks}>
      <legend>{t('checks.title')}</legend>
      <p className={css.hint}>{t('checks.hint')}</p>
      {checks.map((check, at) => (
        <div key={at} role="group" aria-label={t('checks.number', { number: at + 1 })} className={css.check}>
          <SelectField
            label={t('checks.kind')}
            value={check.kind}
            options={CHECK_KINDS.map((kind) => ({ value: kind, label: t(`checks.kinds.${kind}`) }))}
            onChange={(kind) => put(at, { kind: kind as CheckKind })}
          />
          <CheckFields
            check={check}
            isLeft={isLeft}
            isRefused={refused.includes(at)}
            onChange={(some) => put(at, some)}
          />
          <IconButton
            icon="trash"
            className={css.removeCheck}
            label={t('checks.remove', { number: at + 1 })}
            onClick={() => remove(at)}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon="plus"
          data-add
          disabled={isFull}
          onClick={() => onChange([...checks, EMPTY_CHECK])}
        >
          {t('checks.add')}
        </Button>
        {isFull && <span className={css.hint}> {t('checks.full', { max: GOLDEN_LIMITS.checks })}</span>}
      </div>
    </fieldset>
  )
}
