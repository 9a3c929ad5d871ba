// The custom theme as stored (PAGE-4; setting 35), and its stylesheet.
import { isHex } from '#lib/colours/colour.ts'
import { derive } from '#lib/colours/derive.ts'
import { BRAND, type Scheme } from '#lib/colours/base-colours.ts'

export interface CustomTheme {
  name: string
  /** The chosen colour, `#rrggbb`. */
  pick: string
  /** Whether fills are adjusted until their text is readable. */
  fix: boolean
}

export const NAME_LIMIT = 60

/** Parses the stored setting; null when there is none or it is invalid. */
export function themeOf(setting: string | undefined): CustomTheme | null {
  try {
    const { name, colors, uiLightnessFix } = JSON.parse(setting ?? '') as Record<string, unknown>
    const pick = (colors as { primary?: unknown } | undefined)?.primary
    if (typeof pick !== 'string' || !isHex(pick)) return null
    return {
      name: typeof name === 'string' ? name : '',
      pick: pick.toLowerCase(),
      fix: uiLightnessFix !== false,
    }
  } catch {
    return null
  }
}

/** Returns the setting that stores a theme; '' for the brand theme. */
export const settingOf = (theme: CustomTheme | null): string =>
  theme === null
    ? ''
    : JSON.stringify({ name: theme.name, colors: { primary: theme.pick }, uiLightnessFix: theme.fix })

/** Returns the stylesheet that overrides the design tokens; '' when the theme equals the tokens. */
export function cssOf(theme: CustomTheme | null): string {
  if (theme === null || (theme.pick === BRAND.pick && theme.fix)) return ''
  return `:root{${declarations(theme, 'light')}}[data-mantine-color-scheme='dark']{${declarations(theme, 'dark')}}`
}

function declarations({ pick, fix }: CustomTheme, scheme: Scheme): string {
  const { accents, ramp } = derive(pick, scheme, fix)
  const steps = ramp.map((value, step) => [`purple-${step}`, value])
  return [...Object.entries(accents), ['mark-lines', accents['on-accent']], ...steps]
    .map(([name, value]) => `--pl-${name}:${value}`)
    .join(';')
}
