import type { Placeholder, PlaceholderType } from '@polylogue/contract/browser'
import type { ComponentType } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field, TextArea, TextField } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import css from './execute.module.css'
import { FileField } from './file-field.tsx'
import { checkboxTexts, labelOf, wrongWith } from './fill.ts'
import type { Fill } from './use-fill.ts'

/** A field for each placeholder, by its type. */
export function PlaceFields({ fill }: { fill: Fill }) {
  const { t } = useTranslation('prompts')
  return (
    <>
      {fill.asked.map((place, at) => (
        <PlaceField
          key={place.name}
          place={place}
          value={fill.values.get(place.name) ?? ''}
          first={at === 0}
          onChange={(value) => fill.set(place.name, value)}
        />
      ))}
      {fill.automatic.length > 0 && (
        <p className={css.automatic}>
          {t('filledAutomatically')}{' '}
          {fill.automatic.map((name) => (
            <code key={name} className={css.known}>{`{{${name}}}`}</code>
          ))}
        </p>
      )}
    </>
  )
}

interface PlaceFieldProps {
  place: Placeholder
  value: string
  /** Takes the focus. */
  first: boolean
  onChange: (value: string) => void
}

const FIELDS: Partial<Record<PlaceholderType, ComponentType<PlaceFieldProps>>> = {
  textarea: LongText,
  select: Choice,
  checkbox: Tick,
  range: Slider,
  color: Slider,
  file: FileField,
}

function PlaceField(props: PlaceFieldProps) {
  const View = FIELDS[props.place.type] ?? OneLine
  return <View {...props} />
}

/** Returns what the fields have in common: label, hint, error and value. */
function useShared({ place, value, first }: PlaceFieldProps) {
  const { t } = useTranslation('prompts')
  const { name, required, min = '−∞', max = '∞' } = place
  const wrong = wrongWith(place, value)
  return {
    label: labelOf(name),
    hint: required ? t('requiredPlace') : t('optionalPlace'),
    error: wrong && t(`wrong.${wrong}`, { min, max }),
    value,
    ...(first ? { 'data-autofocus': true } : {}),
  }
}

function OneLine(props: PlaceFieldProps) {
  const shared = useShared(props)
  const { type, min, max, step } = props.place
  return (
    <TextField
      {...shared}
      type={type}
      inputMode={type === 'number' ? 'decimal' : undefined}
      min={min}
      max={max}
      step={type === 'number' ? (step ?? 'any') : step}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}

function LongText(props: PlaceFieldProps) {
  const shared = useShared(props)
  return <TextArea {...shared} dir="auto" rows={3} onChange={(event) => props.onChange(event.target.value)} />
}

function Choice(props: PlaceFieldProps) {
  const { t } = useTranslation('prompts')
  const { label, hint, value } = useShared(props)
  const { options, required } = props.place
  const none = required ? [] : [{ value: '', label: t('noChoice') }]
  return (
    <SelectField
      label={label}
      hint={hint}
      placeholder={t('chooseOne')}
      value={value}
      options={[...none, ...options.map((option) => ({ value: option, label: option }))]}
      onChange={props.onChange}
    />
  )
}

function Tick({ place, value, onChange }: PlaceFieldProps) {
  const { t } = useTranslation('prompts')
  const { on, off } = checkboxTexts(place, { yes: t('yes'), no: t('no') })
  return (
    <Checkbox
      label={labelOf(place.name)}
      checked={value === on}
      onChange={(event) => onChange(event.target.checked ? on : off)}
    />
  )
}

/** A slider or a colour: always has a value, shown beside it. */
function Slider({ place: { name, type, min, max, step }, value, onChange }: PlaceFieldProps) {
  const bounds = type === 'range' ? { min: min ?? '0', max: max ?? '100', step } : {}
  return (
    <Field label={labelOf(name)}>
      {(linked) => (
        <span className={css.slider}>
          <input
            {...linked}
            {...bounds}
            type={type}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <output>{value}</output>
        </span>
      )}
    </Field>
  )
}
