import { CHATBOT_LIMITS, CHATBOT_SOURCES } from '@polylogue/contract/browser'
import { useTranslation } from '#lib/texts.ts'
import { FieldGroup, TextArea, TextField } from '#ui/field.tsx'
import { RadioOption } from '#ui/radio-option.tsx'
import { Switch } from '#ui/switch.tsx'
import css from './editor.module.css'
import type { SectionProps } from './form.ts'
import { NumberField } from './number-field.tsx'
import { RULE_RANGES } from './sections.ts'

const EXAMPLE = 'https://www.example.org/privacy'

/** What visitors are told, what they see of the documents, and how long their questions are kept. */
export function PrivacySection({ form }: SectionProps) {
  const { t } = useTranslation('chatbots')
  const { values, changeWidget, changeRules, errorOf } = form
  const { widget, rules } = values
  return (
    <>
      <TextArea
        label={t('privacy.consent')}
        hint={t('privacy.consentHint')}
        rows={2}
        maxLength={CHATBOT_LIMITS.consent}
        dir="auto"
        value={widget.consent}
        onChange={({ target }) => changeWidget({ consent: target.value })}
      />
      <TextField
        label={t('privacy.consentUri')}
        error={errorOf('widget.consentUri')}
        type="url"
        inputMode="url"
        maxLength={CHATBOT_LIMITS.uri}
        placeholder={EXAMPLE}
        value={widget.consentUri}
        onChange={({ target }) => changeWidget({ consentUri: target.value.trim() })}
      />
      <FieldGroup label={t('privacy.sources')}>
        <div role="radiogroup" aria-label={t('privacy.sources')}>
          {CHATBOT_SOURCES.map((value) => (
            <RadioOption
              key={value}
              name="chatbot-sources"
              label={t(`privacy.choices.${value}`)}
              text={t(`privacy.choiceTexts.${value}`)}
              checked={rules.sources === value}
              onChange={() => changeRules({ sources: value })}
            />
          ))}
        </div>
      </FieldGroup>
      <Switch
        label={t('fields.rules.contact')}
        checked={rules.contact}
        onChange={() => changeRules({ contact: !rules.contact })}
      />
      <p className={css.hint}>{t('privacy.contactHint')}</p>
      <NumberField
        label={t('fields.rules.keepDays')}
        hint={t('privacy.keepHint')}
        error={errorOf('rules.keepDays')}
        range={RULE_RANGES.keepDays}
        unit={t('privacy.days')}
        value={rules.keepDays}
        onChange={(keepDays) => changeRules({ keepDays })}
      />
    </>
  )
}
