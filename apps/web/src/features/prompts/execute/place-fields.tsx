import type { Placeholder, PlaceholderType } from '@polylogue/contract/browser'
import { type ComponentType, useMemo } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field, TextArea, TextField, FieldGroup } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Problem } from '#ui/states.tsx'
import { scrollBox } from '#ui/scroll-box.ts'
import css from './execute.module.css'
import { FileField } from './file-field.tsx'
import { checkboxTexts, labelOf, wrongWith } from './fill.ts'
import type { Fill } from './use-fill.ts'
import { segmentsOf } from '../segments.ts'

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

/** Shows the text as it will be asked, and which placeholders are still open. */
export function Preview({ prompt, fill }: { prompt: string; fill: Fill }) {
  const { t } = useTranslation('prompts')
  const { all, known, unresolved, sentence } = fill
  const segments = useMemo(() => segmentsOf(prompt, all), [prompt, all])
  const open = new Set(unresolved.map(({ name }) => name))
  return (
    <FieldGroup label={t('preview')}>
      <div {...scrollBox(t('preview'), 'region')} className={css.preview} dir="auto">
        {segments.map(({ name, text }, at) => {
          if (name === undefined) return text
          if (open.has(name))
            return (
              <span key={at} className={css.open}>
                {text}
              </span>
            )
          const value = known.get(name)
          return value === undefined ? (
            <code key={at} className={css.known}>
              {text}
            </code>
          ) : (
            <b key={at}>{value}</b>
          )
        })}
        {sentence && <p className={css.sentence}>{sentence}</p>}
      </div>
      {unresolved.length > 0 && (
        <Problem>
          {t('unresolved', { names: unresolved.map(({ name }) => labelOf(name)).join(', ') })}
        </Problem>
      )}
    </FieldGroup>
  )
}
