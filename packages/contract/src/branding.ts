// The branding of the installation: logo, names, colours and a stylesheet, kept as files (BRAND-1 to BRAND-4; decision 151).
import { z } from 'zod'
import { BRANDING_LIMITS, COLOUR_ROLES } from './branding-limits.ts'
import { call } from './call.ts'
import { Nothing, text } from './envelope.ts'
import { routes } from './routes.ts'

const Hex = z.string().regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #a855f7')
const Tokens = z.record(z.enum(COLOUR_ROLES), Hex)

/** The two chosen colours, and what is derived from them for light and dark pages. */
export const BrandingColours = z.object({
  /** Of buttons. */
  fill: Hex,
  /** Of links and marks. */
  accent: Hex,
  light: Tokens,
  dark: Tokens,
})
export type BrandingColours = z.infer<typeof BrandingColours>

/** What is stored; addresses are below `/static/customer-branding/`. */
export const BrandingState = z.object({
  /** The id of the customer, which names the folder. */
  customer: z.string(),
  /** Changes with every change; empty without branding. */
  version: z.string(),
  /** Whether `branding.json` is there and cannot be read: the next change replaces it. */
  isBroken: z.boolean(),
  name: z.string(),
  signInText: z.string(),
  colours: BrandingColours.nullable(),
  logo: z.object({ light: z.string().nullable(), dark: z.string().nullable() }),
  customStylesheet: z.string().nullable(),
})
export type BrandingState = z.infer<typeof BrandingState>

/** Above the limits of files, which are refused with their own sentence. */
const MOST_SENT = 14_000_000

/** A file or text; null removes the stored one, and a missing field keeps it. */
const UploadField = z.string().max(MOST_SENT).nullable().optional()

const data = z.object({ branding: BrandingState })

export const branding = {
  get: call(routes.branding.get, {
    summary: 'The branding of this installation; for the super user',
    data,
    problems: ['PERMISSION_DENIED', 'STORAGE_UNAVAILABLE'],
  }),
  update: call(routes.branding.update, {
    summary:
      'Change the branding: pages that load afterwards have it. Pictures are PNG, JPEG or SVG in base64, the stylesheet is its text; null removes one, a missing field keeps it. For the super user',
    sessionOnly: true,
    body: 'upload',
    bodySchema: z.object({
      /** The version that the change was made from. */
      version: z.string().max(64),
      name: text(BRANDING_LIMITS.name, z.string().trim()),
      signInText: text(BRANDING_LIMITS.signInText, z.string().trim()),
      colours: BrandingColours.nullable(),
      logo: z.object({ light: UploadField, dark: UploadField }).default({}),
      customStylesheet: UploadField,
    }),
    data,
    problems: ['PERMISSION_DENIED', 'CONFLICT', 'BRANDING_REFUSED', 'STORAGE_FULL', 'STORAGE_UNAVAILABLE'],
  }),
  reset: call(routes.branding.reset, {
    summary: 'Remove the branding with its files: pages look like the product again; for the super user',
    sessionOnly: true,
    data: Nothing,
    problems: ['PERMISSION_DENIED', 'STORAGE_UNAVAILABLE'],
  }),
} as const
