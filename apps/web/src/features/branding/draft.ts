// What the super user changed on the page and has not saved. Pure.
import type { BrandingState } from '@polylogue/contract'
import { isHex } from '#lib/colours/colour.ts'
import type { BrandingChange } from './api.ts'
import { coloursOf, type Picked } from './colours.ts'

/** A chosen file; null removes the stored one, undefined keeps it. */
export type Chosen =
  | { readonly name: string; readonly content: string; readonly address: string }
  | null
  | undefined

export interface Draft {
  readonly name: string
  readonly signInText: string
  /** Null for the colours of the product. */
  readonly colours: Picked | null
  readonly logo: { readonly light: Chosen; readonly dark: Chosen }
  readonly stylesheet: Chosen
}

export const draftOf = ({ name, signInText, colours }: BrandingState): Draft => ({
  name,
  signInText,
  colours: colours && { fill: colours.fill, accent: colours.accent },
  logo: { light: undefined, dark: undefined },
  stylesheet: undefined,
})

/** Whether both colours can be derived from. */
export const hasColours = ({ colours }: Draft): boolean =>
  colours === null || (isHex(colours.fill) && isHex(colours.accent))

export function changeOf(draft: Draft, version: string): BrandingChange {
  const { name, signInText, colours, logo, stylesheet } = draft
  const lower = colours && { fill: colours.fill.toLowerCase(), accent: colours.accent.toLowerCase() }
  return {
    version,
    name,
    signInText,
    colours: lower && coloursOf(lower),
    logo: { ...sent('light', logo.light), ...sent('dark', logo.dark) },
    ...sent('customStylesheet', stylesheet),
  }
}

const sent = <Name extends string>(name: Name, chosen: Chosen): Partial<Record<Name, string | null>> =>
  chosen === undefined ? {} : ({ [name]: chosen && chosen.content } as Record<Name, string | null>)

/** Returns the address of a stored file: a name in the customer's folder, or a path below `/static/`. */
export function addressOf(customer: string, name: string | null): string {
  if (name === null || name.startsWith('/static/')) return name ?? ''
  return `/static/customer-branding/${customer}/${name}`
}
