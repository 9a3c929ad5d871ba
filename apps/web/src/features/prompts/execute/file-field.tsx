import type { Placeholder } from '@polylogue/contract/browser'
import { useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { Field } from '../../../ui/field.tsx'
import css from './execute.module.css'
import { FILE_LIMIT } from './fill.ts'

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
  const read = async (file: File | undefined) => {
    setError(undefined)
    if (!file) return onChange('')
    const text = await file.text().catch(() => undefined)
    // A replacement character or NUL means that it is not text.
    const isText = text !== undefined && !text.includes('\u0000') && !text.includes('\uFFFD')
    if (isText && text.length <= FILE_LIMIT) return onChange(text)
    onChange('')
    setError(isText ? t('fileTooLong', { max: format.number(FILE_LIMIT) }) : t('fileNotText'))
  }
  return (
    <Field label={name} hint={required && value === '' ? t('requiredFile') : t('fileHint')} error={error}>
      {(linked) => (
        <input
          {...linked}
          type="file"
          className={css.file}
          accept="text/*,.md,.csv,.json,.xml,.yaml,.yml,.log,.ts,.py,.sql"
          onChange={(event) => void read(event.target.files?.[0])}
        />
      )}
    </Field>
  )
}
