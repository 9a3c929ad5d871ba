import { useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { TextField } from '#ui/field.tsx'
import { isHex } from '#lib/colours/colour.ts'
import css from './theme-builder.module.css'

interface OwnColourProps {
  /** The text of the field, valid or not. */
  value: string
  /** Whether the user tried to save. */
  tried: boolean
  onChange: (value: string) => void
}

/** Chooses any colour, with the browser's picker or as text. The text is validated on blur. */
export function OwnColour({ value, tried, onChange }: OwnColourProps) {
  const { t } = useTranslation('theme')
  const [left, setLeft] = useState(false)
  const wrong = (left || tried) && !isHex(value)
  return (
    <div className={css.own}>
      <TextField
        label={t('ownColour')}
        hint={t('ownColourHint')}
        error={wrong ? t('noColour') : undefined}
        value={value}
        maxLength={7}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        onChange={(event) => onChange(withHash(event.target.value.trim()))}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
        end={
          <input
            type="color"
            className={css.picker}
            aria-label={t('picker')}
            value={isHex(value) ? value.toLowerCase() : '#000000'}
            onChange={(event) => onChange(event.target.value)}
          />
        }
      />
    </div>
  )
}

/** Accepts pasted colours without `#`. */
const withHash = (text: string): string => (/^[0-9a-f]{6}$/i.test(text) ? `#${text}` : text)
