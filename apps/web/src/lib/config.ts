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
  customer: string
  /** Contact and terms of use; empty where not configured. */
  contact: { name: string; url: string }
  termsOfService: string
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
  /** Whether the page is dark for people who have not chosen a theme. */
  dark: boolean
  /** 0 to 100. */
  minimumPasswordStrength: number
  /** Milliseconds after which even a sticky notice closes. */
  stickyNotificationMs: number
  /** Build id of the page that the server sends now. */
  build: string
}

/** Which files can be attached, for models with and without image input. */
export interface AttachmentRules {
  /** Maximum bytes of one file; -1 means that only the limit of the request applies. */
  maxBytes: number
  types: { text: readonly string[]; multimodal: readonly string[] }
}

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
  contact: { name: '', url: '' },
  termsOfService: '',
  languages: ['en', 'de', 'bg'],
  exportFormats: ['json', 'txt', 'csv', 'html', 'png'],
  recognition: 'on',
  recognitionLanguages: [],
  recognitionInstalled: [],
  allowSignUp: false,
  allowDeleteOwnProfile: false,
  httpShareEnabled: false,
  dark: false,
  minimumPasswordStrength: 40,
  stickyNotificationMs: 600_000,
  build: '',
}

export type ConfigFileName = 'stage-config' | 'config'

export interface ConfigStore extends Readable<PublicConfig> {
  /**
   * Loads both files and calls `onRead` for each, whether it was readable or not. Never rejects: unreadable files count as
   * empty.
   */
  load(onRead: (file: ConfigFileName) => void): Promise<void>
}

/**
 * Creates the configuration store of the page. `read` returns the parsed content of a file below `/static/data`, or
 * undefined when there is none; `name` is the product name from the last visit.
 */
export function createConfigStore(given: {
  read: (file: ConfigFileName) => Promise<unknown>
  name: string | null
}): ConfigStore {
  const { get, set, subscribe } = createStore<PublicConfig>({
    ...STANDARD,
    ...(given.name ? { appName: given.name } : {}),
  })
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
    async load(onRead) {
      const [stage, file] = await Promise.all([
        readQuietly('stage-config', onRead),
        readQuietly('config', onRead),
      ])
      // Without a response the page keeps the remembered values.
      if (file !== undefined) set(merged(file, stage))
    },
  }
}

/** Merges the stage's values over the installation's, and both over the defaults; ignores values of a wrong type. */
export function merged(config: unknown, stage: unknown): PublicConfig {
  const given = { ...asRecord(config), ...asRecord(stage) }
  const known = Object.entries(STANDARD).map(([name, standard]) => [
    name,
    isLike(name, given[name], standard) ? given[name] : standard,
  ])
  return Object.fromEntries(known) as PublicConfig
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

function isLike(name: string, value: unknown, standard: PublicConfig[keyof PublicConfig]): boolean {
  if (Array.isArray(standard))
    return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
  if (name === 'contact') return isContact(value)
  if (typeof standard === 'object') return isAttachmentRules(value)
  return typeof value === typeof standard
}

function isAttachmentRules(value: unknown): boolean {
  const { maxBytes, types } = asRecord(value)
  const { text, multimodal } = asRecord(types)
  return typeof maxBytes === 'number' && Array.isArray(text) && Array.isArray(multimodal)
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

/** Returns the product name of this installation. */
export const useAppName = (): string => useConfig().appName
