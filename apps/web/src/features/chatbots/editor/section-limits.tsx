import { CHATBOT_VALID_UNTIL } from '@polylogue/contract/browser'
import { useTranslation } from '#lib/texts.ts'
import { TextField } from '#ui/field.tsx'
import css from './editor.module.css'
import type { SectionProps } from './form.ts'
import { NumberField } from './number-field.tsx'
import { RULE_RANGES } from './sections.ts'

const CAPS = [
  'perVisitorMinute',
  'perVisitorDay',
  'perAddressDay',
  'perDay',
  'tokensPerDay',
  'atOnce',
  'questionLength',
] as const

/** How much visitors may ask. */
export function LimitsSection({ form }: SectionProps) {
  const { t } = useTranslation('chatbots')
  const { values, change, changeRules, errorOf } = form
  const isEndless = values.validUntil === CHATBOT_VALID_UNTIL
  return (
    <>
      <div className={css.two}>
        {CAPS.map((key) => (
          <NumberField
            key={key}
            label={t(`fields.rules.${key}`)}
            error={errorOf(`rules.${key}`)}
            range={RULE_RANGES[key]}
            value={values.rules[key]}
            onChange={(value) => changeRules({ [key]: value })}
          />
        ))}
      </div>
      <TextField
        label={t('fields.validUntil')}
        hint={t('limits.endHint')}
        type="date"
        value={isEndless ? '' : values.validUntil.slice(0, 10)}
        onChange={({ target }) => change({ validUntil: endOf(target.value) })}
      />
    </>
  )
}

const endOf = (day: string): string => (day === '' ? CHATBOT_VALID_UNTIL : `${day}T23:59:59.000Z`)
