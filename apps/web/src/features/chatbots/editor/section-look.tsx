import { CHATBOT_LANGUAGES, CHATBOT_LIMITS, CHATBOT_POSITIONS } from '@polylogue/contract/browser'
import { useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Fold } from '#ui/fold.tsx'
import { Segments } from '#ui/segments.tsx'
import { FieldGroup, TextField } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Switch } from '#ui/switch.tsx'
import { ColourField } from './colour-field.tsx'
import css from './editor.module.css'
import type { SectionProps } from './form.ts'
import { NumberField } from './number-field.tsx'
import { TextsField } from './texts-field.tsx'

/** What visitors see before they have asked anything. */
export function LookSection({ form }: SectionProps) {
  const { t } = useTranslation('chatbots')
  const { values, changeWidget, errorOf } = form
  const { widget } = values
  return (
    <>
      <TextField
        label={t('look.title')}
        needed
        error={errorOf('widget.title')}
        maxLength={CHATBOT_LIMITS.line}
        dir="auto"
        value={widget.title}
        onChange={({ target }) => changeWidget({ title: target.value })}
      />
      <TextField
        label={t('look.description')}
        hint={t('look.descriptionHint')}
        maxLength={CHATBOT_LIMITS.line}
        dir="auto"
        value={widget.description}
        onChange={({ target }) => changeWidget({ description: target.value })}
      />
      <WelcomeMessages form={form} />
      <TextsField
        words={{
          label: t('questions.label'),
          add: t('questions.add'),
          row: (number) => t('questions.row', { number }),
          remove: (number) => t('questions.remove', { number }),
          up: (number) => t('questions.up', { number }),
          count: (count, most) => t('questions.count', { count, most }),
        }}
        values={widget.firstQuestions}
        most={CHATBOT_LIMITS.firstQuestions}
        maxLength={CHATBOT_LIMITS.firstQuestion}
        onChange={(firstQuestions) => changeWidget({ firstQuestions })}
      />
      <ColourField value={widget.colors} onChange={(colors) => changeWidget({ colors })} />
      <Corner form={form} />
      <SizeAndPlace form={form} />
      <Behaviour form={form} />
    </>
  )
}

/** Switching them off removes all; removing the last one switches them off. */
function WelcomeMessages({ form: { values, changeWidget } }: SectionProps) {
  const { t } = useTranslation('chatbots')
  const { welcomeMessages } = values.widget
  // On without a message yet, while the first one is typed.
  const [begun, setBegun] = useState(false)
  const isOn = begun || welcomeMessages.length > 0
  const change = (next: string[]) => {
    if (next.length === 0) setBegun(false)
    changeWidget({ welcomeMessages: next })
  }
  return (
    <div className={css.group}>
      <Switch
        label={t('welcome.label')}
        checked={isOn}
        onChange={() => {
          setBegun(!isOn)
          if (isOn) changeWidget({ welcomeMessages: [] })
        }}
      />
      {isOn && (
        <TextsField
          words={{
            label: t('welcome.list'),
            add: t('welcome.add'),
            row: (number) => t('welcome.row', { number }),
            remove: (number) => t('welcome.remove', { number }),
            up: (number) => t('welcome.up', { number }),
            count: (count, most) => t('welcome.count', { count, most }),
          }}
          values={welcomeMessages}
          most={CHATBOT_LIMITS.welcomeMessages}
          maxLength={CHATBOT_LIMITS.welcomeMessage}
          onChange={change}
        />
      )}
    </div>
  )
}

function Corner({ form: { values, changeWidget } }: SectionProps) {
  const { t } = useTranslation('chatbots')
  const { position, buttonText } = values.widget
  return (
    <div className={css.two}>
      <SelectField
        label={t('look.position')}
        value={position}
        options={CHATBOT_POSITIONS.map((value) => ({ value, label: t(`look.positions.${value}`) }))}
        onChange={(next) =>
          changeWidget({ position: CHATBOT_POSITIONS.find((one) => one === next) ?? position })
        }
      />
      <TextField
        label={t('look.buttonText')}
        hint={t('look.buttonTextHint')}
        maxLength={CHATBOT_LIMITS.line}
        dir="auto"
        value={buttonText}
        onChange={({ target }) => changeWidget({ buttonText: target.value })}
      />
    </div>
  )
}

const PLACED = ['width', 'height', 'offsetX', 'offsetY', 'zIndex', 'installDelay'] as const
const RANGES = {
  width: CHATBOT_LIMITS.size,
  height: CHATBOT_LIMITS.size,
  offsetX: CHATBOT_LIMITS.offset,
  offsetY: CHATBOT_LIMITS.offset,
  zIndex: CHATBOT_LIMITS.zIndex,
  installDelay: { min: 0, max: 60_000 },
} as const

function SizeAndPlace({ form: { values, changeWidget, errorOf } }: SectionProps) {
  const { t } = useTranslation('chatbots')
  const wrong = PLACED.some((key) => errorOf(`widget.${key}`) !== undefined)
  return (
    <Fold label={t('look.size')} unfolded={wrong}>
      <div className={css.two}>
        {PLACED.map((key) => (
          <NumberField
            key={key}
            label={t(`fields.widget.${key}`)}
            error={errorOf(`widget.${key}`)}
            range={RANGES[key]}
            unit={key === 'zIndex' ? undefined : t(key === 'installDelay' ? 'look.ms' : 'look.px')}
            value={values.widget[key]}
            onChange={(value) => changeWidget({ [key]: value })}
          />
        ))}
      </div>
    </Fold>
  )
}

const SWITCHES = ['collapsed', 'collapseToIcon', 'stream', 'downloadable', 'clearable', 'sound'] as const
const DARK = { auto: 'auto', light: false, dark: true } as const

function Behaviour({ form: { values, changeWidget } }: SectionProps) {
  const { t } = useTranslation('chatbots')
  const { widget } = values
  const dark = widget.dark === 'auto' ? 'auto' : widget.dark ? 'dark' : 'light'
  return (
    <Fold label={t('look.behaviour')} unfolded={false}>
      <div className={css.group}>
        <FieldGroup label={t('fields.widget.dark')}>
          <Segments
            label={t('fields.widget.dark')}
            value={dark}
            options={(['auto', 'light', 'dark'] as const).map((value) => ({
              value,
              label: t(`look.themes.${value}`),
            }))}
            onChange={(next) => changeWidget({ dark: DARK[next] })}
          />
        </FieldGroup>
        <FieldGroup label={t('fields.widget.lang')}>
          <Segments
            label={t('fields.widget.lang')}
            value={widget.lang}
            options={CHATBOT_LANGUAGES.map((value) => ({ value, label: t(`look.languages.${value}`) }))}
            onChange={(lang) => changeWidget({ lang })}
          />
        </FieldGroup>
        {SWITCHES.map((key) => (
          <Switch
            key={key}
            label={t(`fields.widget.${key}`)}
            checked={widget[key]}
            onChange={() => changeWidget({ [key]: !widget[key] })}
          />
        ))}
      </div>
    </Fold>
  )
}
