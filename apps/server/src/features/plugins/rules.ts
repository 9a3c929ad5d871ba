// What the manifest of a plugin may say. Pure.
import { createHash } from 'node:crypto'
import {
  isPluginScope,
  PLUGIN_IDS,
  PLUGIN_NAME,
  PLUGIN_SCOPES,
  PLUGIN_SCOPE_IDS,
  PLUGIN_TYPES,
  type PluginScope,
} from '@polylogue/contract'
import { z } from 'zod'

export const MANIFEST = 'plugin.json'
/** Longer manifests are not read. */
export const MANIFEST_BYTES = 65_536

/** Settings have numbers: that of a plugin is its `apiId` and this, which leaves those of the product alone. */
const SETTINGS_FROM = 1_000
const API_IDS = { from: 100, to: 30_000 }

/** Control characters, and those that turn the direction of a text: a name could look like another one. */
const ODD = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(most, `can have ${most} characters`)
    .refine((text) => !ODD.test(text), 'must not contain control characters')

/** A text, or one for each language; `en` is for all others. */
const inLanguages = (most: number) =>
  z.union([line(most), z.record(z.string().regex(/^[a-z]{2}$/), line(most))], {
    error: `must be a text of at most ${most} characters, or such a text for each language, as { "en": …, "de": … }`,
  })

/** A path below the plugin's folder: no hidden names, no way out. */
export const PATH = /^[\w][\w-]*(\.[\w-]+)*(\/[\w][\w-]*(\.[\w-]+)*){0,7}$/

const Scope = z.string().refine(isPluginScope, {
  error: ({ input }) =>
    `has ${quoted(input)}, which does not exist; there are ${PLUGIN_SCOPE_IDS.join(', ')}`,
})

const Manifest = z.object({
  id: z.string().regex(PLUGIN_NAME, 'must have a–z, 0–9 and hyphens, at most 40'),
  apiId: z
    .number()
    .int()
    .min(API_IDS.from, `must be ${API_IDS.from} or more`)
    .max(API_IDS.to, `can be ${API_IDS.to}`),
  apiName: line(100),
  name: inLanguages(60),
  type: z.enum(PLUGIN_TYPES).default('custom'),
  description: inLanguages(300),
  longDescription: inLanguages(3_000),
  icon: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .default('schema'),
  page: z
    .string()
    .max(200)
    .regex(PATH, 'must be the path of a page in the folder, such as index.html')
    .regex(/\.html$/, 'must end with .html'),
  scopes: z
    .array(Scope)
    .max(PLUGIN_SCOPE_IDS.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'names one twice'),
})

interface PluginTexts {
  readonly name: string
  readonly description: string
  readonly longDescription: string
}

/** A valid manifest: its words in English, or the first language that it has, and those in each language. */
export interface Plugin extends PluginTexts {
  readonly id: string
  readonly apiId: number
  readonly settingId: number
  readonly apiName: string
  readonly type: (typeof PLUGIN_TYPES)[number]
  readonly icon: string
  readonly page: string
  readonly scopes: readonly PluginScope[]
  /** Identifies the scopes with their calls: a consent counts for exactly these. */
  readonly hash: string
  readonly translations: Readonly<Record<string, Partial<PluginTexts>>>
}

/** Returns the plugin of a folder, or why its manifest is not valid, as the end of a sentence. */
export function readManifest(folder: string, text: string): Plugin | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return `${MANIFEST} is not valid JSON`
  }
  const read = Manifest.safeParse(value)
  if (!read.success) return `${MANIFEST}: ${issueOf(read.error)}`
  const manifest = read.data
  if (manifest.id !== folder) return `${MANIFEST}: id must be the name of the folder, ${quoted(folder)}`
  if (PLUGIN_IDS.some((known) => known === manifest.id))
    return `${MANIFEST}: id is that of a plugin of the product; choose another one`
  // Each scope was checked above.
  const scopes = PLUGIN_SCOPE_IDS.filter((scope) => manifest.scopes.includes(scope))
  return {
    ...manifest,
    ...wordsOf(manifest),
    scopes,
    settingId: SETTINGS_FROM + manifest.apiId,
    hash: hashOf(scopes),
  }
}

/** Changes with the scopes and with what each of them allows, so that an update that allows more asks again. */
const hashOf = (scopes: readonly PluginScope[]): string =>
  createHash('sha256')
    .update(JSON.stringify(scopes.map((scope) => [scope, PLUGIN_SCOPES[scope]])))
    .digest('hex')

function issueOf(error: z.ZodError): string {
  const [issue] = error.issues
  const place = issue?.path.map(String).join('.') ?? ''
  return `${place === '' ? 'it' : cut(place)} ${cut(issue?.message ?? 'is not valid')}`
}

type InLanguages = string | Readonly<Record<string, string>>

function wordsOf(manifest: Readonly<Record<keyof PluginTexts, InLanguages>>) {
  const { name, description, longDescription } = manifest
  const languages = new Set(
    [name, description, longDescription].flatMap((one) => (typeof one === 'string' ? [] : Object.keys(one))),
  )
  const of = (language: string) => (text: InLanguages) =>
    typeof text === 'string' ? undefined : text[language]
  const translations: Record<string, Partial<PluginTexts>> = {}
  for (const language of languages) {
    const word = of(language)
    const words = { name: word(name), description: word(description), longDescription: word(longDescription) }
    translations[language] = Object.fromEntries(
      Object.entries(words).filter(([, text]) => text !== undefined),
    ) as Partial<PluginTexts>
  }
  const plain = (text: InLanguages) =>
    typeof text === 'string' ? text : (text['en'] ?? Object.values(text)[0] ?? '')
  return {
    name: plain(name),
    description: plain(description),
    longDescription: plain(longDescription),
    translations,
  }
}

/** Shortens what somebody else wrote, for a line of the log. */
export const cut = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

export const quoted = (value: unknown): string => cut(JSON.stringify(value) ?? 'nothing')
