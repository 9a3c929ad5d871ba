// The public configuration: how this installation is called, which languages it offers and the like (reading 9). It comes after
// the first paint: until then the page goes by what it remembers of the last visit.
import { ATTACHMENT_LIMITS, MULTIMODAL_TYPES, TEXT_MODEL_TYPES } from '@polylogue/contract/browser'
import { createContext, use, useSyncExternalStore } from 'react'

export interface PublicConfig {
  attachments: AttachmentRules
  /** Bytes of one request with all its files, which are a third larger in it. */
  uploadBytes: number
  appName: string
  version: string
  vendor: string
  customer: string
  /** Whom one turns to, and the terms of use; empty where nothing is configured. */
  contact: { name: string; url: string }
  termsOfService: string
  /** Two-letter codes of the interface languages on offer. */
  languages: readonly string[]
  exportFormats: readonly string[]
  allowSignUp: boolean
  allowDeleteOwnProfile: boolean
  httpShareEnabled: boolean
  /** 0 to 100. */
  minimumPasswordStrength: number
  /** Milliseconds after which a notice that stays is closed all the same. */
  stickyNotificationMs: number
  /** Of which build the page is that the server sends now. */
  build: string
}

/** What may be attached to a question, for models that see pictures and for those that do not. */
export interface AttachmentRules {
  /** Bytes of one file; -1 for no limit beside that of the request. */
  maxBytes: number
  types: { text: readonly string[]; multimodal: readonly string[] }
}

/** What a configuration that says nothing means. */
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
  allowSignUp: false,
  allowDeleteOwnProfile: false,
  httpShareEnabled: false,
  minimumPasswordStrength: 40,
  stickyNotificationMs: 600_000,
  build: '',
}

export type ConfigFileName = 'stage-config' | 'config'

export interface ConfigStore {
  get(): PublicConfig
  /** Reads both files; `onRead` is told of each, read or not. Never fails: what cannot be read says nothing. */
  load(onRead: (file: ConfigFileName) => void): Promise<void>
  subscribe(listener: () => void): () => void
}

/**
 * The configuration of this page. `read` gives the parsed content of a file below `/static/data`, undefined when there is none;
 * `name` is what the product was called at the last visit.
 */
export function createConfigStore(given: {
  read: (file: ConfigFileName) => Promise<unknown>
  name: string | null
}): ConfigStore {
  const listeners = new Set<() => void>()
  let config: PublicConfig = { ...STANDARD, ...(given.name ? { appName: given.name } : {}) }
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
    get: () => config,
    async load(onRead) {
      const [stage, file] = await Promise.all([
        readQuietly('stage-config', onRead),
        readQuietly('config', onRead),
      ])
      // Without an answer the page keeps what it remembers.
      if (file === undefined) return
      config = merged(file, stage)
      listeners.forEach((listener) => listener())
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The stage's values lie over the installation's, both over the standard; a value of another kind counts as not given. */
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

/** Reads a file below `/static/data`; the random part keeps every cache on the way from answering. */
export async function readConfigFile(file: ConfigFileName): Promise<unknown> {
  const random = Math.random().toString(36).slice(2)
  const response = await fetch(`/static/data/${file}.json?random=${random}`)
  return response.ok ? response.json() : undefined
}

const ConfigContext = createContext<ConfigStore | null>(null)
export const ConfigProvider = ConfigContext.Provider

/** The public configuration; what is remembered or standard until it has been read. */
export function useConfig(): PublicConfig {
  const store = use(ConfigContext)
  if (!store) throw new Error('ConfigProvider is missing')
  return useSyncExternalStore(store.subscribe, store.get)
}

/** What the product is called here. */
export const useAppName = (): string => useConfig().appName
