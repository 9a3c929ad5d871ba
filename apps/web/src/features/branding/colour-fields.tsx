import { useTranslation } from '#lib/texts.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/field.tsx'
import { BRAND, surfacesOf } from '#lib/colours/base-colours.ts'
import { contrast, isHex, lowestContrast } from '#lib/colours/colour.ts'
import { derive } from '#lib/colours/derive.ts'
import css from './branding.module.css'
import { accentsOf, type Picked } from './colours.ts'

const ROLES = ['fill', 'accent'] as const
const SCHEMES = ['light', 'dark'] as const

/** The two colours, each with the contrast that it reaches: at least 4.5:1, because it is adjusted until it does. */
export function ColourFields({
  colours,
  onChange,
}: {
  colours: Picked | null
  onChange: (colours: Picked | null) => void
}) {
  const { t } = useTranslation('branding')
  return (
    <>
      <Checkbox
        label={t('ownColours')}
        checked={colours !== null}
        onChange={(event) => onChange(event.target.checked ? { fill: BRAND.pick, accent: BRAND.pick } : null)}
      />
      {colours &&
        ROLES.map((role) => (
          <ColourField
            key={role}
            role={role}
            colours={colours}
            onChange={(value) => onChange({ ...colours, [role]: value })}
          />
        ))}
    </>
  )
}

interface ColourFieldProps {
  role: 'fill' | 'accent'
  colours: Picked
  onChange: (value: string) => void
}

function ColourField({ role, colours, onChange }: ColourFieldProps) {
  const { t } = useTranslation(['branding', 'theme'])
  const value = colours[role]
  const known = isHex(value)
  return (
    <div className={css.colour}>
      <TextField
        label={t(`colour.${role}`)}
        error={known ? undefined : t('theme:noColour')}
        value={value}
        maxLength={7}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        onChange={(event) => onChange(event.target.value.trim())}
        end={
          <input
            type="color"
            className={css.picker}
            aria-label={t('picker', { name: t(`colour.${role}`) })}
            value={known ? value.toLowerCase() : '#000000'}
            onChange={(event) => onChange(event.target.value)}
          />
        }
      />
      {known && <Reached role={role} value={value} />}
    </div>
  )
}

/** Says what contrast a colour reaches, and how it was adjusted for that. */
function Reached({ role, value }: { role: 'fill' | 'accent'; value: string }) {
  const { t, i18n } = useTranslation(['branding', 'theme'])
  const number = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const [light, dark] = SCHEMES.map((scheme) => {
    const accents = accentsOf({ fill: value, accent: value }, scheme)
    const reached =
      role === 'fill'
        ? contrast(accents['on-fill'], accents.fill)
        : lowestContrast(accents['accent-text'], surfacesOf(scheme))
    // Truncates instead of rounding: 4.46 must not be shown as 4.5.
    return number.format(Math.floor(reached * 10) / 10)
  })
  const change = role === 'fill' ? derive(value, 'light', true).change : 'none'
  return (
    <p className={css.hint}>
      {t(`contrast.${role}`, { light, dark })}
      {change !== 'none' && ` ${t(`theme:changed.${change}`)}`}
    </p>
  )
}
