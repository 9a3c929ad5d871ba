// The colours of a branding: derived from two chosen ones, as the theme builder derives those of a person. Pure.
import type { BrandingColours } from '@polylogue/contract'
import type { Accents, Scheme } from '#lib/colours/base-colours.ts'
import { derive } from '#lib/colours/derive.ts'

export interface Picked {
  /** Of buttons. */
  readonly fill: string
  /** Of links and marks. */
  readonly accent: string
}

/** Returns the colours of one scheme by the names of their tokens. */
export function accentsOf({ fill, accent }: Picked, scheme: Scheme): Accents {
  const ofButtons = derive(fill, scheme, true).accents
  return {
    ...derive(accent, scheme, true).accents,
    fill: ofButtons.fill,
    'fill-hover': ofButtons['fill-hover'],
    'fill-active': ofButtons['fill-active'],
    'on-fill': ofButtons['on-fill'],
  }
}

/** Returns the colours as they are stored. */
export function coloursOf(picked: Picked): BrandingColours {
  const tokens = (scheme: Scheme): BrandingColours['light'] => {
    const accents = accentsOf(picked, scheme)
    const steps = derive(picked.fill, scheme, true).ramp.map((value, step) => [`purple-${step}`, value])
    const all = { ...accents, 'mark-lines': accents['on-accent'], ...Object.fromEntries(steps) }
    return all as BrandingColours['light']
  }
  return { fill: picked.fill, accent: picked.accent, light: tokens('light'), dark: tokens('dark') }
}
