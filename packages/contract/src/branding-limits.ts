// Limits and names of the branding, for the server and the page (BRAND-1).

/** Lower-case letters, digits and hyphens: the name of a customer's folder. */
export const CUSTOMER_ID = /^[a-z0-9][a-z0-9-]{0,59}$/

export const BRANDING_LIMITS = {
  /** Characters. */
  name: 100,
  signInText: 500,
  /** Bytes of a stylesheet, of an SVG, and of any other picture. */
  stylesheet: 100_000,
  svg: 200_000,
  picture: 512_000,
} as const

/** The colours of a theme by the names of their tokens, without `--pl-`. */
export const COLOUR_ROLES = [
  'fill',
  'fill-hover',
  'fill-active',
  'on-fill',
  'accent',
  'on-accent',
  'accent-text',
  'accent-soft',
  'accent-line',
  'mark-lines',
  'purple-0',
  'purple-1',
  'purple-2',
  'purple-3',
  'purple-4',
  'purple-5',
  'purple-6',
  'purple-7',
  'purple-8',
  'purple-9',
] as const
export type ColourRole = (typeof COLOUR_ROLES)[number]

/** Why a file of the branding is refused; `detail` of a refusal names the part. */
export const BRANDING_REASONS = [
  'size',
  'pixels',
  'encoding',
  'syntax',
  'nesting',
  'import',
  'at-rule',
  'url',
  'function',
  'property',
  'doctype',
  'element',
  'attribute',
  'type',
] as const
export type BrandingReason = (typeof BRANDING_REASONS)[number]
