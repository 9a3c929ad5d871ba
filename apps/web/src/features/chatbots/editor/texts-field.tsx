import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { moved } from '#lib/order.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import css from './texts-field.module.css'

interface TextsFieldProps {
  words: {
    label: string
    /** The name of the field that adds one, and of its button. */
    add: string
    /** The accessible names of a row's field and buttons; counted from 1. */
    row: (number: number) => string
    remove: (number: number) => string
    up: (number: number) => string
    count: (count: number, most: number) => string
  }
  values: readonly string[]
  most: number
  maxLength: number
  onChange: (values: string[]) => void
}

/** Short texts in an order: each can be changed, moved up and removed. One is added only when something is typed. */
export function TextsField({ words, values, most, maxLength, onChange }: TextsFieldProps) {
  const { label, count } = words
  const id = useId()
  return (
    <div className={css.field} role="group" aria-labelledby={id}>
      <span id={id} className={css.label}>
        {label}
      </span>
      {values.length > 0 && (
        <ul className={css.rows}>
          {values.map((value, index) => (
            // The rows have no other identity: an effect of their own would be wrong anyway.
            <Row
              key={index}
              index={index}
              value={value}
              words={words}
              maxLength={maxLength}
              values={values}
              onChange={onChange}
            />
          ))}
        </ul>
      )}
      {values.length < most && (
        <Adder words={words} maxLength={maxLength} onAdd={(text) => onChange([...values, text])} />
      )}
      <p className={css.count}>{count(values.length, most)}</p>
    </div>
  )
}

interface RowProps extends Pick<TextsFieldProps, 'words' | 'values' | 'maxLength' | 'onChange'> {
  index: number
  value: string
}

function Row({ index, value, words, values, maxLength, onChange }: RowProps) {
  const without = () => onChange(values.filter((_, at) => at !== index))
  const ids = values.map((_, at) => at)
  const up = () => onChange(moved(ids, index, index - 1).map((at) => values[at] ?? ''))
  return (
    <li className={css.row}>
      <input
        aria-label={words.row(index + 1)}
        dir="auto"
        maxLength={maxLength}
        value={value}
        onChange={({ target }) => onChange(values.map((one, at) => (at === index ? target.value : one)))}
        // One that was emptied is removed.
        onBlur={() => value.trim() === '' && without()}
      />
      {index > 0 && <IconButton icon="arrow-up" iconSize={14} label={words.up(index + 1)} onClick={up} />}
      <IconButton icon="x" iconSize={14} label={words.remove(index + 1)} onClick={without} />
    </li>
  )
}

interface AdderProps extends Pick<TextsFieldProps, 'words' | 'maxLength'> {
  onAdd: (text: string) => void
}

function Adder({ words, maxLength, onAdd }: AdderProps) {
  const { t } = useTranslation('chatbots')
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const add = () => {
    const typed = text.trim()
    if (typed !== '') onAdd(typed)
    setText('')
    field.current?.focus()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter adds, and does not submit the form.
    event.preventDefault()
    add()
  }
  return (
    <div className={css.adder}>
      <input
        ref={field}
        className={css.new}
        aria-label={words.add}
        placeholder={words.add}
        dir="auto"
        maxLength={maxLength}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKey}
      />
      <Button disabled={text.trim() === ''} onClick={add}>
        {t('addText')}
      </Button>
    </div>
  )
}
