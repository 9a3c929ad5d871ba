import type { Placeholder } from '@polylogue/contract/browser'
import { useEffect, useEffectEvent, useState } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Field } from '#ui/field.tsx'
import css from './execute.module.css'
import { FILE_LIMIT, labelOf } from './fill.ts'

interface FileFieldProps {
  place: Placeholder
  value: string
  onChange: (value: string) => void
}

/** Fills a placeholder with the contents of a text file. */
export function FileField({ place: { name, required }, value, onChange }: FileFieldProps) {
  const { t } = useTranslation('prompts')
  const format = useFormat()
  const [error, setError] = useState<string>()
  const [file, setFile] = useState<File>()
  const take = useEffectEvent((text: string | undefined) => {
    // A replacement character or NUL means that it is not text.
    const isText = text !== undefined && !text.includes('\u0000') && !text.includes('\uFFFD')
    if (isText && text.length <= FILE_LIMIT) return onChange(text)
    onChange('')
    setError(isText ? t('fileTooLong', { max: format.number(FILE_LIMIT) }) : t('fileNotText'))
  })
  // An effect, because other fields or another file may be filled in while this one is read.
  useEffect(() => {
    let isLast = true
    const read = async (chosen: File) => {
      const text = await chosen.text().catch(() => undefined)
      if (isLast) take(text)
    }
    if (file) void read(file)
    return () => {
      isLast = false
    }
  }, [file])
  const choose = (chosen: File | undefined) => {
    setError(undefined)
    setFile(chosen)
    if (!chosen) onChange('')
  }
  return (
    <Field
      label={labelOf(name)}
      hint={required && value === '' ? t('requiredFile') : t('fileHint')}
      error={error}
    >
      {(linked) => (
        <input
          {...linked}
          type="file"
          className={css.file}
          accept="text/*,.md,.csv,.json,.xml,.yaml,.yml,.log,.ts,.py,.sql"
          onChange={(event) => choose(event.target.files?.[0])}
        />
      )}
    </Field>
  )
}
