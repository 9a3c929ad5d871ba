import { contrast, isHex } from '#lib/colours/colour.ts'
import { INK, WHITE } from '#lib/colours/base-colours.ts'
import { TEXT } from '#lib/colours/derive.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { FieldGroup } from '#ui/field.tsx'
import css from './colour-field.module.css'

/** The colours on offer; each has 4.5:1 under white text. */
const COLOURS = [
  { name: 'purple', hex: '#9333ea' },
  { name: 'blue', hex: '#125e9f' },
  { name: 'green', hex: '#0e6936' },
  { name: 'red', hex: '#b91b25' },
  { name: 'black', hex: '#1f1d23' },
] as const

interface Colours {
  primary: string
  text: string
}

interface ColourFieldProps {
  value: Colours
  onChange: (colours: Colours) => void
}

/** The colour of head and button, with the text colour that reads better on it, and their contrast. */
export function ColourField({ value, onChange }: ColourFieldProps) {
  const { t } = useTranslation('chatbots')
  const format = useFormat()
  const { primary, text } = value
  const ratio = contrast(primary, text)
  const choose = (next: string) => onChange({ primary: next, text: textOn(next) })
  const words = {
    text: text.toLowerCase() === WHITE ? t('colour.white') : t('colour.dark'),
    ratio: format.number(Math.floor(ratio * 10) / 10, 1),
  }
  const isKnown = COLOURS.some(({ hex }) => hex === primary.toLowerCase())
  return (
    <FieldGroup
      label={t('colour.label')}
      hint={
        <span data-bad={ratio < TEXT || undefined} className={css.ratio}>
          {t(ratio < TEXT ? 'colour.unreadable' : 'colour.readable', words)}
        </span>
      }
    >
      <div className={css.swatches} role="radiogroup" aria-label={t('colour.label')}>
        {COLOURS.map(({ name, hex }) => (
          <label key={hex} className={css.swatch} style={{ backgroundColor: hex }}>
            <input
              type="radio"
              name="chatbot-colour"
              className="sr"
              aria-label={t(`colour.names.${name}`)}
              checked={hex === primary.toLowerCase()}
              onChange={() => choose(hex)}
            />
          </label>
        ))}
        <label className={css.own} data-chosen={!isKnown || undefined}>
          <input
            type="color"
            aria-label={t('colour.own')}
            value={primary}
            onChange={({ target }) => isHex(target.value) && choose(target.value)}
          />
          <span>{t('colour.own')}</span>
        </label>
      </div>
    </FieldGroup>
  )
}

const textOn = (ground: string): string => (contrast(ground, WHITE) >= contrast(ground, INK) ? WHITE : INK)
