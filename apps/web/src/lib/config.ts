// The public configuration: product name, languages, limits (CONFIG-3). It loads after the first paint; until then the page
// uses the values remembered from the last visit.
import { ATTACHMENT_LIMITS, MULTIMODAL_TYPES, TEXT_MODEL_TYPES } from '@polylogue/contract/browser'
import { createContext, use } from 'react'
import { createStore, useStore, type Readable } from './store.ts'

export interface PublicConfig {
  attachments: AttachmentRules
  /** Maximum bytes of one request with all its files; encoding makes files a third larger. */
  uploadBytes: number
  appName: string
  version: string
  vendor: string
  /** An id; empty without branding. */
  customer: string
  /** The name that people see: of the branding, else of the configuration. */
  customerName: string
  branding: Branding
  /** Contact and terms of use; empty where not configured. */
  contact: { name: string; url: string }
  termsOfService: string
  tutorialVideos: readonly TutorialVideo[]
  /** Two-letter codes of the interface languages on offer. */
  languages: readonly string[]
  exportFormats: readonly string[]
  /** Whether scans are read: text recognition can be switched off, and its packages can be missing. */
  recognition: 'on' | 'off' | 'missing'
  /** The languages of text recognition, as Tesseract names them: those that are used, and all that are installed. */
  recognitionLanguages: readonly string[]
  recognitionInstalled: readonly string[]
  allowSignUp: boolean
  allowDeleteOwnProfile: boolean
  httpShareEnabled: boolean
  /** Days that deleted items can be taken back; 0: deleting is final. */
  binDays: number
  /** Whether the page is dark for people who have not chosen a theme. */
  dark: boolean
  /** The hour of the daily e-mail by the server’s clock; -1 without a mail server. */
  digestHour: number
  /** 0 to 100. */
  minimumPasswordStrength: number
  /** Milliseconds after which even a sticky notice closes. */
  stickyNotificationMs: number
  /** Build id of the page that the server sends now. */
  build: string
}

/** A video elsewhere that explains the product. */
export interface TutorialVideo {
  title: string
  url: string
}

/** Which files can be attached, for models with and without image input. */
export interface AttachmentRules {
  /** Maximum bytes of one file; -1 means that only the limit of the request applies. */
  maxBytes: number
  types: { text: readonly string[]; multimodal: readonly string[] }
}

/** The installation's own look (BRAND-1): paths below `/static/`. */
export interface Branding {
  name: string
  signInText: string
  /** One for each scheme; both empty without a logo. */
  logo: { light: string; dark: string }
  /** Stylesheets in the order in which they apply. */
  sheets: readonly string[]
}

export const NO_BRANDING: Branding = { name: '', signInText: '', logo: { light: '', dark: '' }, sheets: [] }

/** Default values. */
export const STANDARD: PublicConfig = {
  attachments: {
    maxBytes: ATTACHMENT_LIMITS.bytes,
    types: { text: TEXT_MODEL_TYPES, multimodal: MULTIMODAL_TYPES },
  },
  uploadBytes: 150_000_000,
  appName: 'Polylogue',
  version: __APP_VERSION__,
  vendor: '',
  customer: '',
  customerName: '',
  branding: NO_BRANDING,
  contact: { name: '', url: '' },
  termsOfService: '',
  tutorialVideos: [],
  languages: ['en', 'de', 'bg'],
  exportFormats: ['json', 'txt', 'csv', 'html', 'png', 'docx', 'pdf', 'md'],
  recognition: 'on',
  recognitionLanguages: [],
  recognitionInstalled: [],
  allowSignUp: false,
  allowDeleteOwnProfile: false,
  httpShareEnabled: false,
  binDays: 30,
  dark: false,
  digestHour: -1,
  minimumPasswordStrength: 40,
  stickyNotificationMs: 600_000,
  build: '',
}

export type ConfigFileName = 'stage-config' | 'config'

/** The steps of loading, in this order: the files, what they say together, the branding of its customer. */
export type ConfigStep = ConfigFileName | 'merge' | 'branding'

export interface ConfigStore extends Readable<PublicConfig> {
  /**
   * Loads both files, merges them, loads the branding, and calls `onDone` for each step, whether a file was readable or not. Never
   * rejects: unreadable files count as empty.
   */
  load(onDone: (step: ConfigStep) => void): Promise<void>
}

/**
 * Creates the configuration store of the page. `read` returns the parsed content of a file below `/static/data`, or
 * undefined when there is none; `name` and `branding` are those of the last visit. `brand` loads the branding of a customer.
 */
export function createConfigStore(given: {
  read: (file: ConfigFileName) => Promise<unknown>
  name: string | null
  branding?: string | null
  brand?: (customer: string) => Promise<Branding | undefined>
}): ConfigStore {
  const { get, set, subscribe } = createStore<PublicConfig>(
    branded({ ...STANDARD, ...(given.name ? { appName: given.name } : {}) }, remembered(given.branding)),
  )
  const readQuietly = async (file: ConfigFileName, onRead: (file: ConfigFileName) => void) => {
    try {
      return await given.read(file)
    } catch {
      return undefined
    } finally {
      onRead(file)
    }
  }
  return {
    get,
    subscribe,
    async load(onDone) {
      const [stage, file] = await Promise.all([
        readQuietly('stage-config', onDone),
        readQuietly('config', onDone),
      ])
      const { branding } = get()
      const config = merged(file, stage)
      // Without a response the page keeps the remembered values.
      if (file !== undefined) set(branded(config, branding))
      onDone('merge')
      if (file !== undefined && (config.customer || branding !== NO_BRANDING)) {
        const loaded = await given.brand?.(config.customer)
        if (loaded) set(branded(config, loaded))
      }
      onDone('branding')
    },
  }
}

const branded = (config: PublicConfig, branding: Branding): PublicConfig => ({
  ...config,
  branding,
  customerName: branding.name || config.customerName,
})

/** Parses what `lib/branding.ts` stored. */
function remembered(stored: string | null | undefined): Branding {
  try {
    return stored ? { ...NO_BRANDING, ...(JSON.parse(stored) as Branding) } : NO_BRANDING
  } catch {
    return NO_BRANDING
  }
}

/** Merges the stage's values over the installation's, and both over the defaults; ignores values of a wrong type. */
export function merged(config: unknown, stage: unknown): PublicConfig {
  const values = { ...asRecord(config), ...asRecord(stage) }
  const known = Object.entries(STANDARD).map(([name, standard]) => [
    name,
    isLike(name, values[name], standard) ? values[name] : standard,
  ])
  return Object.fromEntries(known) as PublicConfig
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

function isLike(name: string, value: unknown, standard: PublicConfig[keyof PublicConfig]): boolean {
  if (Array.isArray(standard))
    return Array.isArray(value) && value.every(name === 'tutorialVideos' ? isVideo : isText)
  if (name === 'contact') return isContact(value)
  if (typeof standard === 'object') return isAttachmentRules(value)
  return typeof value === typeof standard
}

function isAttachmentRules(value: unknown): boolean {
  const { maxBytes, types } = asRecord(value)
  const { text, multimodal } = asRecord(types)
  return typeof maxBytes === 'number' && Array.isArray(text) && Array.isArray(multimodal)
}

const isText = (value: unknown): boolean => typeof value === 'string'

function isVideo(value: unknown): boolean {
  const { title, url } = asRecord(value)
  return isText(title) && isText(url)
}

function isContact(value: unknown): boolean {
  const { name, url } = asRecord(value)
  return typeof name === 'string' && typeof url === 'string'
}

/** Fetches a file below `/static/data`; the random query parameter bypasses every cache. */
export async function readConfigFile(file: ConfigFileName): Promise<unknown> {
  const random = Math.random().toString(36).slice(2)
  const response = await fetch(`/static/data/${file}.json?random=${random}`)
  return response.ok ? response.json() : undefined
}

const ConfigContext = createContext<ConfigStore | null>(null)
export const ConfigProvider = ConfigContext.Provider

/** Returns the public configuration; remembered or default values until it is loaded. */
export function useConfig(): PublicConfig {
  const store = use(ConfigContext)
  if (!store) throw new Error('ConfigProvider is missing')
  return useStore(store)
}

/** Returns a function that loads the configuration and the branding again. */
export function useReloadConfig(): () => Promise<void> {
  const store = use(ConfigContext)
  return async () => store?.load(() => undefined)
}

/** Returns the product name of this installation. */
export const useAppName = (): string => useConfig().appName
